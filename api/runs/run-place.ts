import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { JOBS, PODS } from "../../adapters/kubernetes/resource-types.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { BerthError } from "../../contract/errors.ts";
import type { RunResponse } from "../../contract/rest/deployment-runs.ts";
import { translateTenantFault } from "../clusters/tenant-reader.ts";
import { findTenantPlace, type TenantPlace } from "../deployments/tenant-place.ts";
import type { Context } from "../http/context.ts";
import { judgeFailure } from "../resources/kube-faults.ts";
import { loadResource } from "../resources/load-resource.ts";
import { runBody, type Job, type RunPod } from "./run-body.ts";
import { runSelector } from "./run-job.ts";

/** A deployment whose runs are meant, and where they are. */
export type RunPlace = Readonly<{ row: StoredResource; place: TenantPlace }>;

/** A run with its pods. */
export type FoundRun = Readonly<{ job: Job; body: RunResponse }>;

/** Finds where the runs of a deployment are. */
export async function findRunPlace(context: Context, deploymentId: string): Promise<RunPlace> {
  const row = await loadResource(context, "Deployment", deploymentId);
  return { row, place: await findTenantPlace(context, row) };
}

/** Does something on the cluster of a deployment; of a write whose answer was lost it is said that it is open. */
export async function onCluster<T>(
  { services }: Context,
  { place }: RunPlace,
  work: (client: KubeClient) => Promise<T>,
  { isWrite = false } = {},
): Promise<T> {
  const client = await services.tenantReader.open(place.cluster).catch((error: unknown) => {
    throw translateTenantFault(error);
  });
  try {
    return await work(client);
  } catch (error) {
    if (isWrite && error instanceof KubeError && judgeFailure(error) === "unknown")
      throw new BerthError("outcome_unknown", {
        cause: error,
        publicMessage: "The cluster's answer was lost; look at the runs, or repeat with the same Idempotency-Key.",
      });
    throw translateTenantFault(error);
  } finally {
    await client.close();
  }
}

/** Lists the runs of a deployment. */
export async function listRuns(client: KubeClient, { row, place }: RunPlace): Promise<FoundRun[]> {
  const { namespace } = place;
  const labelSelector = runSelector(row.id);
  const [jobs, pods] = await Promise.all([
    client.list<Job>(JOBS, { namespace, labelSelector }),
    client.list<RunPod>(PODS, { namespace, labelSelector }),
  ]);
  const ofJob = Map.groupBy(pods.items, ({ metadata }) => metadata.labels?.["job-name"] ?? "");
  const about = { organizationId: row.organizationId, nowMs: Date.now() };
  return jobs.items.map((job) => ({ job, body: runBody(job, ofJob.get(job.metadata.name) ?? [], about) }));
}

/** Reads one run of a deployment; its Job's own id, which runs of a schedule once had, finds it as well. */
export async function findRun(client: KubeClient, place: RunPlace, runId: string): Promise<FoundRun> {
  const found = (await listRuns(client, place)).find(
    ({ job, body }) => body.id === runId || job.metadata.uid === runId,
  );
  if (found === undefined) throw new BerthError("not_found");
  return found;
}
