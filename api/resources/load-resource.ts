import { findRow, type StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import type { OrganizationRole } from "../../contract/rest/operation.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";
import { assertRole } from "../http/authorize.ts";
import type { Context } from "../http/context.ts";
import { versionsOf } from "../http/etag.ts";

const CALLED: Readonly<Record<ProjectedKind, string>> = {
  Cluster: "cluster",
  Deployment: "deployment",
  DatabaseInstance: "database",
  UpgradeRequest: "upgrade request",
  DatabaseBackup: "backup",
};

/** Makes the refusal of what is not there, or foreign; a request may name several: it says which. */
export function absent(kind: ProjectedKind): BerthError {
  const publicMessage = `Not found: this ${CALLED[kind]} does not exist or you may not read it.`;
  return new BerthError("not_found", { publicMessage });
}

/** Loads a resource for a write: absent and foreign ones are the same 404, a role that is too low is a 403. */
export async function loadResource(context: Context, kind: ProjectedKind, id: string): Promise<StoredResource> {
  const row = await findRow(context.services.pool, kind, id);
  if (row === undefined || row.hidden) throw absent(kind);
  const { principal, operation } = context;
  if (principal.kind === "service") return row;
  const role = roleIn(context, row.organizationId);
  if (role === undefined) throw absent(kind);
  if (operation.who.kind === "role") assertRole(role, operation.who.role);
  return row;
}

/** Finds the caller's role in an organization; undefined when they are not in it. */
export function roleIn({ principal }: Context, organizationId: string): string | undefined {
  if (principal.kind !== "user") return undefined;
  return principal.memberships.find((one) => one.organizationId === organizationId)?.role;
}

/** Refuses a caller whose role is too low for an option of the operation. */
export function assertRoleIn(context: Context, organizationId: string, least: OrganizationRole): void {
  if (context.principal.kind !== "service") assertRole(roleIn(context, organizationId), least);
}

/** Reads If-Match: the generation that the write is meant for; a row that has moved on already is refused here. */
export function wantedGeneration(row: StoredResource, ifMatch: string | undefined): string | undefined {
  const versions = versionsOf(ifMatch);
  if (versions === undefined) return undefined;
  if (!versions.includes(row.generation)) throw new BerthError("precondition_failed");
  return row.generation;
}
