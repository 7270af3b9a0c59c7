import { JOBS } from "../../../adapters/kubernetes/resource-types.ts";
import { FIELD_MANAGERS } from "../../../contract/identity.ts";
import type { cancelDeploymentRun } from "../../../contract/rest/deployment-runs.ts";
import type { Handler } from "../../http/context.ts";
import { assertShells } from "../../pod-access/assert-shells.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { isOver } from "../../runs/run-body.ts";
import { cancellation } from "../../runs/run-job.ts";
import { findRun, findRunPlace, onCluster } from "../../runs/run-place.ts";

/** Ends a run; one that has ended stays as it is, so that it can be repeated. */
export const handle: Handler<typeof cancelDeploymentRun> = async (context, { path }) => {
  const place = await findRunPlace(context, path.deployment_id);
  assertShells(context, place.row);
  const { organizationId, id: deploymentId } = place.row;
  const found = await onCluster(context, place, (client) => findRun(client, place, path.run_id));
  if (isOver(found.job)) return { body: found.body };
  const of = { kind: "Run", id: path.run_id, organizationId, after: { deployment_id: deploymentId } };
  return auditedWrite(context, of, () =>
    onCluster(
      context,
      place,
      async (client) => {
        const { namespace, name } = found.job.metadata;
        const ref = { ...(namespace !== undefined && { namespace }), name };
        const body = cancellation(new Date());
        await client.patch(JOBS, ref, { kind: "merge", body }, { fieldManager: FIELD_MANAGERS.api });
        return { body: (await findRun(client, place, path.run_id)).body };
      },
      { isWrite: true },
    ),
  );
};
