import type { listDeploymentRuns } from "../../../contract/rest/deployment-runs.ts";
import type { Handler } from "../../http/context.ts";
import { pageOf } from "../../http/cursor.ts";
import { findRunPlace, listRuns, onCluster } from "../../runs/run-place.ts";

/** Lists the runs of a deployment, newest first. */
export const handle: Handler<typeof listDeploymentRuns> = async (context, { path, query }) => {
  const place = await findRunPlace(context, path.deployment_id);
  const all = await onCluster(context, place, (client) => listRuns(client, place));
  const wanted = all
    .map(({ body }) => body)
    .filter(({ status }) => query.status === undefined || status === query.status);
  const { items, ...page } = pageOf(
    wanted.map((run) => ({ id: run.id, createdAt: new Date(run.created_at), run })),
    query,
  );
  return { body: { runs: items.map(({ run }) => run), ...page } };
};
