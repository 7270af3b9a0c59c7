import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import { findRow } from "../../../adapters/postgres/resources/resource-rows.ts";
import { ANNOTATIONS } from "../../../contract/identity.ts";
import { deploymentResource } from "../../../contract/resources/deployment.ts";
import type { deleteDeployment } from "../../../contract/rest/deployments.ts";
import type { Handler } from "../../http/context.ts";
import { planRemoval } from "../../deployments/plan-in-time.ts";
import { ownersOf } from "../../resources/cluster-owners.ts";
import { deleteResource, dryRunDelete, type Deletion } from "../../resources/delete-resource.ts";
import { valuesPath } from "../../resources/dry-run-plan.ts";
import { assertRoleIn, loadResource, wantedGeneration } from "../../resources/load-resource.ts";

/** Begins the deletion of a deployment; its volumes stay unless told otherwise. */
export const handle: Handler<typeof deleteDeployment> = async (context, { path, query, headers }) => {
  const row = await loadResource(context, "Deployment", path.deployment_id);
  if (query.force === true) assertRoleIn(context, row.organizationId, "admin");
  const cluster = await findRow(context.services.pool, "Cluster", row.clusterId ?? "");
  const deletion: Deletion = {
    definition: deploymentResource,
    kind: "Deployment",
    type: DEPLOYMENTS,
    row,
    owners: ownersOf(row, cluster),
    generation: wantedGeneration(row, headers["if-match"]),
    options: {
      [ANNOTATIONS.deleteVolumes]: query.delete_volumes,
      [ANNOTATIONS.keepSecrets]: query.keep_secrets,
      [ANNOTATIONS.force]: query.force,
      [ANNOTATIONS.orphan]: query.orphan,
    },
    message: "The deployment is being deleted; it is gone once its pods and files are.",
  };
  if (query.dry_run !== true) return deleteResource(context, deletion, query.wait);
  const options = {
    deleteVolumes: query.delete_volumes === true,
    orphan: query.orphan === true || row.body["is_staged"] === true,
  };
  const gitPath = cluster === undefined ? null : valuesPath(cluster, row);
  const removal = { path: gitPath, before: row.body, options };
  return dryRunDelete(context, deletion, await planRemoval(context, removal, row.namespace));
};
