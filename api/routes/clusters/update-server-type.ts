import { BerthError } from "../../../contract/errors.ts";
import type { updateServerType } from "../../../contract/rest/cluster-changes.ts";
import { assertServerType } from "../../clusters/assert-placement.ts";
import { changeCluster, loadManagedCluster } from "../../clusters/change-cluster.ts";
import type { Handler } from "../../http/context.ts";

/** Changes the machine type of the nodes; the operator rolls them over. */
export const handle: Handler<typeof updateServerType> = async (context, { path, query, body, headers }) => {
  const row = await loadManagedCluster(context, path.cluster_id, headers["if-match"]);
  if (row.status === "upgrading")
    throw new BerthError("conflict", { publicMessage: "An upgrade is under way; change the server type after it." });
  const { server_type: serverType } = body;
  const [provider, region] = [String(row.body["provider"]), String(row.body["region"])];
  await assertServerType(context.services.providers, { provider, region, serverType });
  const warnings = ["Every pod moves to another node once; one without a replica is away for a moment."];
  return changeCluster(context, { row, spec: { serverType }, ifMatch: headers["if-match"], query, warnings });
};
