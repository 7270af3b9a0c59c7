import type { AuditOutcome } from "../../adapters/postgres/requests/audit-store.ts";
import { noteConsent } from "../../adapters/postgres/oauth/agent-client-store.ts";
import { limitGrant } from "../../adapters/postgres/oauth/oauth-record-store.ts";
import type { User } from "../http/principal.ts";
import { hashToken } from "../identity/api-key-format.ts";
import { auditOf } from "../resources/audit-of.ts";
import { agentResource } from "./agent-audience.ts";
import { auditContext, type AskAgain } from "./page-sign-in.ts";
import type { Interactions, PageVisit } from "./page-visit.ts";
import type { Asking } from "./pages.ts";
import { readConsent, type Consented } from "./read-consent.ts";

/** What a person has allowed, and the grant that says so. */
export type GivenConsent = Readonly<{ user: User; grantId: string; scope: string }>;
type Consenting = Readonly<{ asking: Asking; form: URLSearchParams; clientId: string; askAgain: AskAgain }>;

/** Gives an application what the form of the consent says: a grant, perhaps limited to one organization, and its audit entry. */
export async function giveConsent(
  interactions: Interactions,
  visit: PageVisit,
  { asking, form, clientId, askAgain }: Consenting,
): Promise<GivenConsent | undefined> {
  const { provider, services, publicUrl } = interactions;
  const { user } = visit;
  const refused = (fault: string, status: number): Promise<undefined> => askAgain(fault, status).then(() => undefined);
  if (user === undefined) return refused("Sign in first.", 401);
  if (!user.isVerified && services.mailbox !== undefined)
    return refused("Verify your e-mail address first; a mail with the token was sent to you.", 403);
  const consented = readConsent(asking, form, user);
  if (typeof consented === "string") return refused(consented, 422);
  // One that registered itself may have gone meanwhile; from here on it stays.
  if (!(await noteConsent(services.pool, asking.clientRowId)))
    return refused("This application is not registered any more. Go back to it and start again.", 410);
  const grant = new provider.Grant({ accountId: user.userId, clientId });
  const scope = consented.scopes.join(" ");
  if (asking.isAgent) grant.addResourceScope(agentResource(publicUrl), scope);
  else grant.addOIDCScope(scope);
  const grantId = await grant.save();
  await limitGrant(services.pool, hashToken(grantId), consented.organizationId);
  await recordConsent(interactions, visit, { asking, consented, outcome: "succeeded" });
  return { user, grantId, scope };
}

/** Notes that somebody does not allow it; of nobody there is nothing to note. */
export async function refuseConsent(interactions: Interactions, visit: PageVisit, asking: Asking): Promise<void> {
  if (visit.user === undefined) return;
  const consented = { scopes: asking.scopes, organizationId: null };
  await recordConsent(interactions, visit, { asking, consented, outcome: "refused" });
}

async function recordConsent(
  { services }: Interactions,
  visit: PageVisit,
  { asking, consented, outcome }: Readonly<{ asking: Asking; consented: Consented; outcome: AuditOutcome }>,
): Promise<void> {
  const { scopes, organizationId } = consented;
  const target = { kind: "OAuthClient", id: asking.clientRowId, organizationId };
  const entry = auditOf(auditContext(visit, "authorizeApplication"), target);
  const device = asking.device === null ? {} : { device_address: asking.device.askedFrom };
  await services.ledger.audit({ ...entry, changes: { after: { scopes, ...device } } }, outcome);
}
