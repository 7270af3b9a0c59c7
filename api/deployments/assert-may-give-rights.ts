import type { Context } from "../http/context.ts";
import { assertRoleIn } from "../resources/load-resource.ts";

/**
 * Refuses all but administrators of the organization where a deployment has cluster-wide rights, or would get them: whoever
 * chooses what runs with them is an administrator of the cluster.
 */
export function assertMayGiveRights(
  context: Context,
  organizationId: string,
  deployments: readonly Readonly<Record<string, unknown>>[],
): void {
  if (deployments.some((one) => one["cluster_wide_rights"] === true || one["clusterWideRights"] === true))
    assertRoleIn(context, organizationId, "admin");
}
