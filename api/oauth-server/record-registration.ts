import { recordAudit } from "../../adapters/postgres/requests/audit-store.ts";
import type { Queryable } from "../../adapters/postgres/queryable.ts";
import { auditOf } from "../resources/audit-of.ts";

/** Of which request an application came. */
export type RegisteringRequest = Readonly<{ requestId: string; address: string }>;

/** Notes that an application registered itself; nobody is signed in where that happens. */
export async function recordRegistration(
  db: Queryable,
  { id, name }: Readonly<{ id: string; name: string }>,
  { requestId, address }: RegisteringRequest,
): Promise<void> {
  const operation = { operationId: "registerApplication" };
  const context = { principal: { kind: "anonymous" } as const, operation, requestId, address };
  await recordAudit(db, auditOf(context, { kind: "OAuthClient", id, name, organizationId: null }), "succeeded");
}
