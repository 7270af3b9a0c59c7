import { BerthError } from "../../../contract/errors.ts";
import type { retryCluster } from "../../../contract/rest/cluster-changes.ts";
import { assertRegion, assertServerType } from "../../clusters/assert-placement.ts";
import { changeCluster, loadCluster } from "../../clusters/change-cluster.ts";
import { countUp } from "../../clusters/count-up.ts";
import type { Handler } from "../../http/context.ts";

const LEFTOVERS = "What the failed attempt left at the provider is removed first.";

/** Has a failed cluster created anew, in the region that is named. */
export const handle: Handler<typeof retryCluster> = async (context, { path, query, body }) => {
  const row = await loadCluster(context, path.cluster_id);
  if (row.body["is_imported"] === true) throw new BerthError("not_managed");
  const { value, generation: basedOn, object } = await countUp(context, row, "retryAttempt");
  if (object.status?.phase !== "error" && context.repeat?.abandoned === undefined) throw new BerthError("not_in_error");
  const provider = String(row.body["provider"]);
  const { region, server_type: serverType } = body;
  const { providers } = context.services;
  await assertRegion(providers, { provider, region });
  if (typeof serverType === "string") await assertServerType(providers, { provider, region, serverType });
  const spec = { region, ...(typeof serverType === "string" ? { serverType } : {}), retryAttempt: value };
  return changeCluster(context, { row, spec, basedOn, query, warnings: [LEFTOVERS] });
};
