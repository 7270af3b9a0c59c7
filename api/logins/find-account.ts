import type { LoginProvider, ProvenIdentity } from "../../adapters/logins/login-provider.ts";
import {
  isInvited,
  linkIdentity,
  type IdentityLink,
  type ProviderIdentity,
} from "../../adapters/postgres/login-identity-store.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";
import { createProvenAccount } from "../identity/create-account.ts";
import { auditOf } from "../resources/audit-of.ts";

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
  { issuer, name }: LoginProvider,
  proven: ProvenIdentity,
): Promise<string> {
  const { subject, verifiedEmail: email } = proven;
  const identity = { issuer, subject, email };
  const found = await link(context, identity);
  if (found !== undefined) return found.userId;
  if (email === undefined)
    throw new BerthError("login_refused", {
      publicMessage: `${name} does not say that your e-mail address is verified; verify it there, then sign in again.`,
    });
  await assertMayRegister(context, email);
  const account = { email, name: proven.name ?? nameOf(email), avatarUrl: proven.avatarUrl ?? null };
  // Undefined when another login was faster: then its account is the one.
  await createProvenAccount(context.services, account);
  const made = await link(context, identity);
  if (made === undefined) throw new Error("An account that was just made is not there");
  return made.userId;
}

function link(context: Context, identity: ProviderIdentity): Promise<IdentityLink | undefined> {
  return linkIdentity(context.services.pool, identity, ({ userId, how }) => {
    const members = CHANGED[how];
    const entry = auditOf(context, { kind: "User", id: userId, organizationId: null, ...(members && { members }) });
    return { ...entry, actorUserId: userId };
  });
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
