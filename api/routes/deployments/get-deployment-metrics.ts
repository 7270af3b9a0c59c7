import type { getDeploymentMetrics } from "../../../contract/rest/metrics.ts";
import { findTenantPlace } from "../../deployments/tenant-place.ts";
import type { Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { lookAtNamespace, podsAt } from "../../usage/look-at-cluster.ts";
import { workloadMetrics } from "../../usage/metrics-bodies.ts";

/** Tells what the pods of a deployment take. */
export const handle: Handler<typeof getDeploymentMetrics> = async (context, { path }) => {
  const row = await loadResource(context, "Deployment", path.deployment_id);
  const place = await findTenantPlace(context, row);
  const usage = await lookAtNamespace(context, place.cluster, place.namespace);
  return { body: workloadMetrics(usage, podsAt(usage, place)) };
};
