import type { ResourceRow } from "../../adapters/postgres/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";

/** Refuses scheduled backups on a shared cluster, or where the organization has not got the feature. */
export function assertBackupsAvailable(
  backups: Readonly<{ enabled?: boolean | null }> | null | undefined,
  cluster: Pick<ResourceRow, "body">,
  featureFlags: unknown,
): void {
  if (backups === undefined || backups === null || backups.enabled !== true) return;
  if (cluster.body["tier"] === "shared" || !hasBackups(featureFlags)) throw new BerthError("backups_unavailable");
}

/** Tells whether an organization has scheduled backups: unless a platform admin has turned them off. */
export function hasBackups(featureFlags: unknown): boolean {
  return (featureFlags as Readonly<Record<string, unknown>> | null)?.["backups"] !== false;
}
