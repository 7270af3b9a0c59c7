import type { LoginProvider, ProvenIdentity } from "../../adapters/logins/login-provider.ts";
import {
  isInvited,
  linkIdentity,
  type IdentityLink,
  type ProviderIdentity,
} from "../../adapters/postgres/identity/login-identity-store.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";
import { createProvenAccount } from "../identity/create-account.ts";
import { authenticate } from "../http/authenticate.ts";
import { emailDomainsOf } from "./login-settings.ts";
import { auditOf } from "../resources/audit-of.ts";

const OTHERS =
  "There is an account with this address: sign in to it as you did before, then start this login again in the same browser; that connects it. Platform admins sign in with their password.";

/** What the audit log says has changed besides the sign-in. */
const CHANGED: Readonly<Record<IdentityLink["how"], readonly string[] | undefined>> = {
  known: undefined,
  linked: ["identities"],
  took_over: ["identities", "password", "sessions", "api_keys"],
};

/**
 * Finds or makes the account of somebody who signed in at a provider:
 * 1. the account that is linked to the identity, or becomes so by the verified address;
 * 2. else a new one, if registration allows it, with a verified address and no password;
 * 3. which is then linked as in 1. Should it end between the two, the next login does the rest.
 */
export async function findAccount(
  context: Context,
  { id, issuer, name }: LoginProvider,
  proven: ProvenIdentity,
): Promise<string> {
  const { subject } = proven;
  const domains = emailDomainsOf(context.services.config.logins, id);
  const isAuthority = domains?.includes(domainOf(proven.verifiedEmail)) === true;
  const email = domains === undefined || isAuthority ? proven.verifiedEmail : undefined;
  const identity = { issuer, subject, email, isAuthority, signedInAs: await signedInAs(context) };
  const found = await link(context, identity);
  if (found !== undefined) return found.userId;
  if (email === undefined)
    throw new BerthError("login_refused", {
      publicMessage:
        proven.verifiedEmail === undefined
          ? `${name} does not say that your e-mail address is verified; verify it there, then sign in again.`
          : `${name} is not believed for addresses of ${domainOf(proven.verifiedEmail)} here; sign in another way.`,
    });
  await assertMayRegister(context, email);
  const account = { email, name: proven.name ?? nameOf(email), avatarUrl: proven.avatarUrl ?? null };
  // Undefined when another login was faster: then its account is the one.
  await createProvenAccount(context.services, account);
  const made = await link(context, identity);
  if (made === undefined) throw new Error("An account that was just made is not there");
  return made.userId;
}

async function link(context: Context, identity: ProviderIdentity): Promise<IdentityLink | undefined> {
  const found = await linkIdentity(context.services.pool, identity, ({ userId, how }) => {
    const members = CHANGED[how];
    const entry = auditOf(context, { kind: "User", id: userId, organizationId: null, ...(members && { members }) });
    return { ...entry, actorUserId: userId };
  });
  if (found === "refused") throw new BerthError("login_refused", { publicMessage: OTHERS });
  return found;
}

function domainOf(email: string | undefined): string {
  return email?.slice(email.lastIndexOf("@") + 1) ?? "";
}

/** The browser's own session shows who has the account, beside the provider's word for its address. */
async function signedInAs({ services, proof }: Context): Promise<string | undefined> {
  if (proof.kind !== "credential" || proof.credential.via !== "session") return undefined;
  const caller = await authenticate(services, proof);
  return caller.kind === "user" && caller.impersonatorId === null ? caller.userId : undefined;
}

/** An invitation stays pending: to be let in is not yet to join. */
async function assertMayRegister({ services }: Context, email: string): Promise<void> {
  const { registration } = services.config;
  if (registration === "open") return;
  if (registration === "invite" && (await isInvited(services.pool, email))) return;
  throw new BerthError("registration_closed");
}

function nameOf(email: string): string {
  return email.slice(0, email.indexOf("@"));
}
