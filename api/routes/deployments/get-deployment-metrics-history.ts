import type { getDeploymentMetricsHistory } from "../../../contract/rest/metrics-history.ts";
import { findTenantPlace } from "../../deployments/tenant-place.ts";
import type { Handler } from "../../http/context.ts";
import { loadResource } from "../../resources/load-resource.ts";
import { answerHistory } from "../../usage/answer-history.ts";

/** Tells what the pods of a deployment took over time. */
export const handle: Handler<typeof getDeploymentMetricsHistory> = async (context, { path, query }) => {
  const row = await loadResource(context, "Deployment", path.deployment_id);
  const { cluster, namespace, namePrefix } = await findTenantPlace(context, row);
  const scope = { cluster, namespace, ...(namePrefix !== undefined && { namePrefix }) };
  return { body: await answerHistory(context, scope, query) };
};
