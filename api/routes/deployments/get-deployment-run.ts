import type { getDeploymentRun } from "../../../contract/rest/deployment-runs.ts";
import type { Handler } from "../../http/context.ts";
import { taggedText } from "../../http/etag.ts";
import { findRun, findRunPlace, onCluster } from "../../runs/run-place.ts";

/** Reads a run as its cluster shows it. */
export const handle: Handler<typeof getDeploymentRun> = async (context, { path }) => {
  const place = await findRunPlace(context, path.deployment_id);
  const { body } = await onCluster(context, place, (client) => findRun(client, place, path.run_id));
  return taggedText(1, body);
};
