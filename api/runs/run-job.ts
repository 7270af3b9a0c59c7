/*
 * Makes the Job of a run of the workload that runs already, and says what such a Job shows. Of the pods' template it keeps what the
 * command meets: image, environment, secrets, resources, security. It leaves what would make the pod part of the application, or
 * keep it from starting beside it: labels, ports, probes, volumes that one pod may hold at a time.
 */
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { ANNOTATIONS, idSuffix, LABELS } from "../../contract/identity.ts";
import { without } from "../../contract/json.ts";
import { RUN_TIMEOUT_SECONDS } from "../../contract/rest/deployment-runs.ts";
import { literalText } from "../../render/deployment/literal-text.ts";

type Json = Readonly<Record<string, unknown>>;
type Volume = Json & Readonly<{ name: string }>;
type Container = Json & Readonly<{ name: string; volumeMounts?: readonly Volume[]; volumeDevices?: unknown }>;
type PodSpec = Json &
  Readonly<{ containers: readonly Container[]; initContainers?: readonly Container[]; volumes?: readonly Volume[] }>;

type PodTemplate = Readonly<{ metadata?: { annotations?: Record<string, string> }; spec: PodSpec }>;
type Limits = Readonly<{ backoffLimit?: number; activeDeadlineSeconds?: number }>;

/** What makes the pods of an application. */
export type Workload = KubeObject & Readonly<{ spec: Readonly<{ template: PodTemplate }> & Limits }>;

/** What makes the runs of a job. */
export type JobSource = KubeObject &
  Readonly<{ spec: Readonly<{ jobTemplate: Readonly<{ spec: Workload["spec"] }> }> }>;

/** What is to be run. */
export type RunWish = Readonly<{
  id: string;
  /** Begins the names of the Job and its pod. */
  handle: string;
  deploymentId: string;
  userId: string | undefined;
  command: readonly string[] | undefined;
  args: readonly string[] | undefined;
  timeoutSeconds: number | undefined;
  keepSeconds: number;
}>;

/** Says what the Job of a run is called; whoever repeats a request finds it there. */
export function runName({ handle, id }: Pick<RunWish, "handle" | "id">): string {
  return `${handle}-${idSuffix(id)}`;
}

/** Selects the runs of a deployment: Jobs and pods alike. */
export function runSelector(deploymentId: string): string {
  return `${LABELS.id}=${deploymentId},${LABELS.run}`;
}

/** Makes the Job of a run; `owner`: it goes with the workload, where no namespace goes with that. */
export function runJob(workload: Workload, wish: RunWish, { isOwned }: Readonly<{ isOwned: boolean }>): KubeObject {
  const { template } = workload.spec;
  const { namespace = "", name, uid = "" } = workload.metadata;
  const labels = {
    "app.kubernetes.io/managed-by": "berth",
    [LABELS.id]: wish.deploymentId,
    [LABELS.run]: wish.id,
    ...(wish.userId !== undefined && { [LABELS.userId]: wish.userId }),
  };
  const owner = { apiVersion: workload.apiVersion ?? "apps/v1", kind: workload.kind ?? "Deployment", name, uid };
  const annotations = template.metadata?.annotations;
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name: runName(wish), namespace, labels, ...(isOwned && { ownerReferences: [owner] }) },
    spec: {
      ...limitsOf(workload, wish),
      ttlSecondsAfterFinished: wish.keepSeconds,
      template: {
        metadata: { labels, ...(annotations !== undefined && { annotations }) },
        spec: podSpec(template.spec, wish),
      },
    },
  };
}

/** Once, unless its owner says otherwise: what a command has done half is nothing to repeat unasked. */
function limitsOf({ spec }: Workload, { timeoutSeconds }: RunWish): Limits {
  const { backoffLimit = 0, activeDeadlineSeconds = RUN_TIMEOUT_SECONDS } = spec;
  return { backoffLimit, activeDeadlineSeconds: timeoutSeconds ?? activeDeadlineSeconds };
}

/** What a container has because others ask it something. */
const OF_SERVERS = ["livenessProbe", "readinessProbe", "startupProbe", "lifecycle", "ports"];

function podSpec(spec: PodSpec, wish: RunWish): Json {
  const [main] = spec.containers;
  if (main === undefined) throw new TypeError("a workload has a container");
  const { initContainers, volumes = [] } = spec;
  const kept = volumes.filter((volume) => !("persistentVolumeClaim" in volume) && !("ephemeral" in volume));
  const names = new Set(kept.map(({ name }) => name));
  return {
    ...without(spec, ["topologySpreadConstraints", "volumes"]),
    restartPolicy: "Never",
    ...(initContainers !== undefined && { initContainers: initContainers.map((one) => mounted(one, names)) }),
    containers: [container(mounted(main, names), wish)],
    ...(kept.length > 0 && { volumes: kept }),
  };
}

function mounted(given: Container, names: ReadonlySet<string>): Json {
  const kept = given.volumeMounts?.filter(({ name }) => names.has(name)) ?? [];
  return { ...without(given, ["volumeDevices", "volumeMounts"]), ...(kept.length > 0 && { volumeMounts: kept }) };
}

function container(template: Json, { command, args }: RunWish): Json {
  return {
    // A command of one's own does not get the arguments that were meant for another one.
    ...without(template, command === undefined ? OF_SERVERS : [...OF_SERVERS, "args"]),
    ...(command !== undefined && { command: command.map(literalText) }),
    ...(args !== undefined && { args: args.map(literalText) }),
  };
}

/** Says what a word of a Job's command is to the program. */
export function spoken(text: string): string {
  return text.replaceAll("$$", "$");
}

/** Ends a Job so that it still shows how it ended, and goes when its time has come. */
export function cancellation(now: Date): Json {
  return {
    metadata: { annotations: { [ANNOTATIONS.cancelledAt]: now.toISOString() } },
    spec: { activeDeadlineSeconds: 1 },
  };
}
