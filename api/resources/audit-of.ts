import type { AuditEntry } from "../../adapters/postgres/requests/audit-store.ts";
import type { Context } from "../http/context.ts";
import { newId } from "../identity/new-id.ts";

/** What the audit log needs to know of a request. */
export type Audited = Pick<Context, "principal" | "requestId" | "address"> &
  Readonly<{ operation: Pick<Context["operation"], "operationId"> }>;

/** What a request is about. */
export type Target = Readonly<{
  kind: string;
  id: string;
  organizationId: string | null;
  /** For what has no record of its own that its id leads to. */
  name?: string;
  members?: readonly string[];
  /** What of it is kept, where that is more than names. */
  after?: Readonly<Record<string, unknown>>;
}>;

const NOBODY = { userId: null, impersonatorId: null, via: undefined, application: null };

/** Describes a request for the audit log; of the changes only the names of the members are kept. */
export function auditOf(context: Audited, target: Target): AuditEntry & Readonly<{ targetId: string }> {
  const { principal, operation, requestId, address } = context;
  const user = principal.kind === "user" ? principal : NOBODY;
  return {
    id: newId(),
    requestId,
    actorUserId: user.userId,
    impersonatorId: user.impersonatorId,
    principal: principal.kind === "service" ? `service:${principal.name}` : (user.via ?? principal.kind),
    ...(user.application !== null && { application: user.application }),
    organizationId: target.organizationId,
    action: operation.operationId,
    targetKind: target.kind,
    targetId: target.id,
    changes: changesOf(target),
    sourceAddress: address,
  };
}

function changesOf({ name, members, after }: Target): AuditEntry["changes"] {
  if (name === undefined && members === undefined && after === undefined) return undefined;
  return { ...(name !== undefined && { name }), ...(members && { members }), ...(after && { after }) };
}
