import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Context } from "../http/context.ts";

/** Refuses scheduled backups on a shared cluster, or where the organization has not got the feature. */
export async function assertBackupsAvailable(
  { services }: Context,
  backups: Readonly<{ enabled?: boolean | null | undefined }> | null | undefined,
  cluster: Pick<StoredResource, "body" | "organizationId">,
): Promise<void> {
  if (backups?.enabled !== true) return;
  const organization = await services.identity.findOrganization(cluster.organizationId);
  if (cluster.body["tier"] === "shared" || !hasBackups(organization?.featureFlags))
    throw new BerthError("backups_unavailable");
}

/** Tells whether an organization has scheduled backups: unless a platform admin has turned them off. */
export function hasBackups(featureFlags: unknown): boolean {
  return (featureFlags as Readonly<Record<string, unknown>> | null | undefined)?.["backups"] !== false;
}
