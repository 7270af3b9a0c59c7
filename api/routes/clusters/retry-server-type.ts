import type { retryServerType } from "../../../contract/rest/cluster-changes.ts";
import { BerthError } from "../../../contract/errors.ts";
import { changeCluster, loadManagedCluster } from "../../clusters/change-cluster.ts";
import { countUp } from "../../clusters/count-up.ts";
import type { Handler } from "../../http/context.ts";

/** Resumes a change of the machine type that has stopped. */
export const handle: Handler<typeof retryServerType> = async (context, { path, query }) => {
  const row = await loadManagedCluster(context, path.cluster_id);
  const { value, generation: basedOn, object } = await countUp(context, row, "serverTypeAttempt");
  if (object.status?.rollover?.incomplete !== true && context.repeat?.abandoned === undefined)
    throw new BerthError("conflict", { publicMessage: "No change of the server type has stopped." });
  return changeCluster(context, { row, spec: { serverTypeAttempt: value }, basedOn, query });
};
