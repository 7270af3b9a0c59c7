import type { ResourceRow } from "../../adapters/postgres/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";

/** Refuses scheduled backups on a shared cluster, or where the organization has not got the feature. */
export function assertBackupsAvailable(
  backups: Readonly<{ enabled?: boolean | null }> | null | undefined,
  cluster: Pick<ResourceRow, "body">,
  featureFlags: unknown,
): void {
  if (backups === undefined || backups === null || backups.enabled !== true) return;
  // The flag is on unless a platform admin has turned it off.
  const isOff = (featureFlags as Readonly<Record<string, unknown>> | null)?.["backups"] === false;
  if (cluster.body["tier"] === "shared" || isOff) throw new BerthError("backups_unavailable");
}
