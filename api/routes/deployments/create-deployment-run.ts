import { unlessTaken } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { CRON_JOBS, JOBS, STATEFUL_SETS, WORKLOADS } from "../../../adapters/kubernetes/resource-types.ts";
import { BerthError } from "../../../contract/errors.ts";
import { deriveHandle, FIELD_MANAGERS } from "../../../contract/identity.ts";
import {
  RUN_KEEP_SECONDS,
  RUNS_PER_DEPLOYMENT,
  type createDeploymentRun,
} from "../../../contract/rest/deployment-runs.ts";
import type { Handler } from "../../http/context.ts";
import { refusal } from "../../http/refusal.ts";
import { newId } from "../../identity/new-id.ts";
import { assertShells } from "../../pod-access/assert-shells.ts";
import { auditedWrite } from "../../resources/audited-write.ts";
import { auditedWords } from "../../runs/audited-words.ts";
import { isOver, type Job } from "../../runs/run-body.ts";
import { runJob, runName, runSelector, type JobSource, type RunWish, type Workload } from "../../runs/run-job.ts";
import { findRun, findRunPlace, onCluster, type RunPlace } from "../../runs/run-place.ts";

/** Starts a run of a deployment. */
export const handle: Handler<typeof createDeploymentRun> = async (context, { path, body }) => {
  const place = await findRunPlace(context, path.deployment_id);
  const { row } = place;
  const { userId } = assertShells(context, row);
  assertRunnable(place);
  const { command, args } = body;
  const wish: RunWish = {
    // The id of an abandoned attempt is that of its Job, which may be there.
    id: context.repeat?.abandoned?.recordId ?? newId(),
    handle: deriveHandle("Deployment", row.objectName, row.id),
    deploymentId: row.id,
    userId,
    command: command ?? undefined,
    args: args ?? undefined,
    timeoutSeconds: body.timeout_seconds ?? undefined,
    keepSeconds: body.keep_seconds ?? RUN_KEEP_SECONDS,
  };
  const after = {
    deployment_id: row.id,
    command: auditedWords(command),
    args: auditedWords(args),
  };
  const of = { kind: "Run", id: wish.id, organizationId: row.organizationId, after };
  return auditedWrite(context, of, () =>
    onCluster(
      context,
      place,
      async (client) => {
        await start(client, place, wish);
        return { body: (await findRun(client, place, wish.id)).body };
      },
      { isWrite: true },
    ),
  );
};

function assertRunnable({ row }: RunPlace): void {
  if (row.status === "deleting") throw new BerthError("being_deleted");
  if (row.body["is_staged"] === true) throw refusal("It was imported and not taken over yet: sync it first.");
  if (row.body["app_type"] === "helm")
    throw refusal("A Helm chart's pods are its own; make a deployment of the image.");
}

async function start(client: KubeClient, { row, place }: RunPlace, wish: RunWish): Promise<void> {
  const { namespace } = place;
  if ((await client.get(JOBS, { namespace, name: runName(wish) })) !== undefined) return;
  const workload = await findWorkload(client, place);
  const { items } = await client.list<Job>(JOBS, { namespace, labelSelector: runSelector(row.id) });
  if (items.filter((job) => !isOver(job)).length >= RUNS_PER_DEPLOYMENT)
    throw refusal(`${RUNS_PER_DEPLOYMENT} runs of it are under way; wait until one has ended, or cancel one.`);
  const job = runJob(workload, wish, { isOwned: row.body["is_adopted"] === true });
  await client.create(JOBS, job, { fieldManager: FIELD_MANAGERS.api }).catch(unlessTaken);
}

async function findWorkload(client: KubeClient, { namespace, workload: name }: RunPlace["place"]): Promise<Workload> {
  const found =
    (await client.get<Workload>(WORKLOADS, { namespace, name })) ??
    (await client.get<Workload>(STATEFUL_SETS, { namespace, name }));
  if (found !== undefined) return found;
  const source = await client.get<JobSource>(CRON_JOBS, { namespace, name });
  if (source !== undefined) return { ...source, spec: source.spec.jobTemplate.spec };
  throw refusal("Nothing on its cluster says yet what its pods are; wait until it was delivered.");
}
