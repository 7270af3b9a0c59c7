import { BerthError } from "../../../contract/errors.ts";
import type { updateRegionLocations } from "../../../contract/rest/cluster-changes.ts";
import { assertLocations } from "../../clusters/assert-placement.ts";
import { changeCluster, loadManagedCluster } from "../../clusters/change-cluster.ts";
import type { Handler } from "../../http/context.ts";

/** Changes the locations that the nodes are spread over; the provider's pools follow. */
export const handle: Handler<typeof updateRegionLocations> = async (context, { path, query, body, headers }) => {
  const row = await loadManagedCluster(context, path.cluster_id, headers["if-match"]);
  if (row.body["provider"] !== "hetzner" || row.body["tier"] !== "production")
    throw new BerthError("conflict", {
      publicMessage: "Only production clusters at hetzner are spread over locations.",
    });
  if (row.status === "upgrading")
    throw new BerthError("conflict", { publicMessage: "An upgrade is under way; change the locations after it." });
  const { region_locations: regionLocations } = body;
  await assertLocations(context.services.providers, regionLocations);
  const spec = { regionLocations, multiRegion: regionLocations.length > 1 };
  const warnings = ["Pods on nodes in a location that is left move to other nodes."];
  return changeCluster(context, { row, spec, ifMatch: headers["if-match"], query, warnings });
};
