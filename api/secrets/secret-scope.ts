import type { Membership } from "../../adapters/postgres/identity/principal.ts";
import { findRow } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import { organizationNamespace } from "../../contract/identity.ts";
import type { SecretScope } from "../../contract/secret-store.ts";
import { assertUser } from "../http/authenticate.ts";
import { assertRole } from "../http/authorize.ts";
import type { Context } from "../http/context.ts";
import { activeMembership } from "../identity/active-organization.ts";

/** Whose secrets a request means, and in which organization they lie. */
export type MeantScope = SecretScope & Readonly<{ organizationId: string; deploymentStatus: string | undefined }>;
type Given = Readonly<{ deployment_id?: string | null | undefined; organization_id?: string | null | undefined }>;

/**
 * Finds the scope that a request means: the deployment's organization, else the one named, else the active one. The
 * secrets of a deployment that is gone may have been kept; then the organization is found without it.
 */
export async function scopeOf(context: Context, given: Given): Promise<MeantScope> {
  const deploymentId = given.deployment_id ?? undefined;
  const row = deploymentId === undefined ? undefined : await findRow(context.services.pool, "Deployment", deploymentId);
  const organization = organizationOf(context, row?.organizationId, given.organization_id ?? undefined);
  const { organizationId, slug } = organization;
  const deploymentStatus = row === undefined || row.hidden ? undefined : row.status;
  return { organization: slug, organizationId, deploymentId, deploymentStatus };
}

/** Makes the place where an organization's secrets lie, where the store does not by itself; somebody may have deleted it. */
export async function ensureStore(
  { services }: Pick<Context, "services">,
  organization: Readonly<{ organizationId: string; slug: string }>,
): Promise<void> {
  const { namespaces, secrets } = services;
  if (secrets.driver !== "kubernetes") return;
  namespaces.forget(organizationNamespace(organization.slug));
  await namespaces.ensure(organization);
}

function organizationOf(context: Context, owner: string | undefined, named: string | undefined): Membership {
  const { principal, operation } = context;
  const membership = activeMembership(assertUser(principal), owner ?? named);
  if (named !== undefined && named !== membership.organizationId) throw new BerthError("not_found");
  if (operation.who.kind === "role") assertRole(membership.role, operation.who.role);
  return membership;
}

/** Refuses to store what nothing could use: the deployment has to be there, and to stay. */
export function assertWritable({ deploymentId, deploymentStatus }: MeantScope): void {
  if (deploymentId === undefined) return;
  if (deploymentStatus === undefined) throw new BerthError("not_found");
  if (deploymentStatus === "deleting") throw new BerthError("being_deleted");
}
