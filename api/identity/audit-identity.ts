import type { AuditOutcome } from "../../adapters/postgres/requests/audit-store.ts";
import type { Context } from "../http/context.ts";
import { auditOf, type Audited } from "../resources/audit-of.ts";

/** What an identity action was about; who acted is the user of the account where nobody is signed in yet. */
type IdentityTarget = Readonly<{
  kind: "User" | "Session" | "ApiKey" | "SecondFactor";
  id: string;
  actorUserId?: string;
  organizationId?: string | null;
  members?: readonly string[];
}>;

/** Records what was done to an account, its sessions or its keys. */
export async function auditIdentity(
  context: Audited & Pick<Context, "services">,
  target: IdentityTarget,
  outcome: AuditOutcome,
): Promise<void> {
  const { actorUserId, organizationId = null, ...about } = target;
  const entry = auditOf(context, { ...about, organizationId });
  await context.services.ledger.audit(actorUserId === undefined ? entry : { ...entry, actorUserId }, outcome);
}
