import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { JOBS } from "../../adapters/kubernetes/resource-types.ts";
import { wasMadeFor } from "../../adapters/postgres/requests/audit-reads.ts";
import { deriveHandle } from "../../contract/identity.ts";
import { createDeploymentRun } from "../../contract/rest/deployment-runs.ts";
import type { Context } from "../http/context.ts";
import { timeOfId } from "../identity/new-id.ts";
import type { LogPlace } from "../logs/log-sources.ts";
import { releaseJobName } from "./release-run.ts";
import { isOver, type Job } from "./run-body.ts";
import { runName, runSelector } from "./run-job.ts";
import type { FoundRun, RunPlace } from "./run-place.ts";
import { scheduledJobName } from "./scheduled-run.ts";

/** Where the log of a run is, and when nothing more comes. */
export type RunLog = Readonly<{
  place: LogPlace;
  job: string;
  isOver: (client: Pick<KubeClient, "get">) => Promise<boolean>;
}>;

/** Says where the log of a run is; one that is gone has ended. */
export function runLog({ row, place }: RunPlace, { job: { metadata } }: FoundRun): RunLog {
  const { namespace } = place;
  const { name, uid } = metadata;
  return {
    place: { namespace, podSelector: `${runSelector(row.id)},job-name=${name}`, podPrefix: undefined },
    job: name,
    isOver: async (client) => {
      const job = await client.get<Job>(JOBS, { namespace, name });
      return job === undefined || job.metadata.uid !== uid || isOver(job);
    },
  };
}

/** Names the Job that a run had, also when that is gone: its name is made of the run's id, or the id of its name. Nobody's run has none. */
export async function findPastJob(
  { services }: Pick<Context, "services">,
  { row }: RunPlace,
  runId: string,
): Promise<string | undefined> {
  const { organizationId, objectName, id } = row;
  const handle = deriveHandle("Deployment", objectName, id);
  const said =
    scheduledJobName({ deploymentId: id, cronJob: handle }, runId) ??
    releaseJobName({ deploymentId: id, handle }, runId);
  if (said !== undefined) return said;
  const { operationId: action } = createDeploymentRun;
  const made = { organizationId, action, targetId: runId, deploymentId: id };
  return (await wasMadeFor(services.pool, made, timeOfId(runId))) ? runName({ handle, id: runId }) : undefined;
}
