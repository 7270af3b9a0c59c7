import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { JOBS, PODS } from "../../../adapters/kubernetes/resource-types.ts";
import { readRecoveryFault, readRestoreJob, type RecoveryFault } from "../../machines/database/recovery-view.ts";
import { readPodLog } from "./pod-log.ts";
import type { EngineServer } from "./server-status.ts";
import { CALL } from "../shared/looks.ts";

type Pod = KubeObject & Readonly<{ status?: Readonly<{ phase?: string }> }>;

type Job = KubeObject & Readonly<{ status?: Parameters<typeof readRestoreJob>[1] }>;

const ROLE = "full-recovery";

/** Asks why the newest failed try to fill a database from its archive did not succeed; undefined where none failed. */
export async function lookAtRecovery({ client, namespace }: EngineServer): Promise<RecoveryFault | undefined> {
  const labelSelector = `cnpg.io/cluster=postgres,cnpg.io/jobRole=${ROLE}`;
  const { items } = await client.list<Pod>(PODS, { namespace, labelSelector, ...CALL });
  const failed = items.filter(({ status }) => status?.phase === "Failed").sort(byAge);
  const pod = failed.at(-1)?.metadata.name;
  if (pod === undefined) return undefined;
  // What its log says is lost with its node.
  return readRecoveryFault(await readPodLog(client, { namespace, name: pod }, ROLE).catch(() => ""));
}

/** Asks whether the Job that fills a MySQL database from its archive has failed; `name` is that of its MySQLCluster. */
export async function lookAtRestoreJob(
  { client, namespace }: EngineServer,
  name: string,
): Promise<RecoveryFault | undefined> {
  const job = `moco-restore-${name}`;
  const found = await client.get<Job>(JOBS, { namespace, name: job }, CALL);
  return readRestoreJob(job, found?.status);
}

function byAge(one: Pod, other: Pod): number {
  return (one.metadata.creationTimestamp ?? "").localeCompare(other.metadata.creationTimestamp ?? "");
}
