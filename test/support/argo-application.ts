import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";

/** An object as it is written. */
export type Json = Record<string, unknown>;
/** What an Application is made of. */
export type Source = Readonly<{
  path?: string;
  chart?: string;
  targetRevision?: string;
  helm?: { valueFiles?: readonly string[]; valuesObject?: unknown; ignoreMissingValueFiles?: boolean };
}>;
/** An Application as Argo CD writes it. */
export type Application = KubeObject &
  Readonly<{
    spec: { source: Source; destination: { name?: string; namespace?: string }; syncPolicy?: { automated?: unknown } };
    operation?: Json | null;
    status?: {
      sync?: { status?: string; revision?: string; comparedTo?: unknown };
      health?: { status?: string; lastTransitionTime?: string };
      conditions?: readonly Json[];
      operationState?: Json;
    };
  }>;
/** A Job of a sync, as the cluster shows it; one of the last wave is applied, and not waited for. */
export type AwaitedJob = Readonly<{ name: string; phase: "Running" | "Succeeded" | "Failed" | "Applied" }>;

/** A sync that is not through: at what it was begun, how often it was tried, and when the next attempt is due. */
export type Attempt = Readonly<{ content: string; revision: string; tries: number; againAtMs?: number }>;

/** What is waited before the second attempt; twice as long before each further one. */
export const BACKOFF_MS = 5_000;

/** Says whether a file of values is wanted that is not there. */
export function lacksValues({ helm }: Source, values: readonly (string | undefined)[]): boolean {
  return helm?.ignoreMissingValueFiles !== true && values.includes(undefined);
}

/** Reads what the newest operation came to. */
export function stateOf({ status }: Application): NonNullable<NonNullable<Application["status"]>["operationState"]> {
  return status?.operationState ?? {};
}

/** Counts how often an operation that goes on was tried before. */
export function triesOf({ operation, status }: Application): number {
  return isSet(operation) ? Number(status?.operationState?.["retryCount"] ?? 0) : 0;
}

/** Tells when an operation is tried again that etcd tells of, and nobody remembers; one without a Job waits until it is asked for. */
export function againOf({ status }: Application): number {
  const { finishedAt, retryCount, syncResult } = status?.operationState ?? {};
  const hasJob = (syncResult as { resources?: unknown } | undefined)?.resources !== undefined;
  return hasJob ? Date.parse(String(finishedAt)) + BACKOFF_MS * 2 ** (Number(retryCount) - 1) : Infinity;
}

/** Makes what a sync tells of the Job that it waits for. */
export function resultOf({ revision }: Pick<Attempt, "revision">, { name, phase }: AwaitedJob): Json {
  const hookPhase = phase === "Applied" ? "Running" : phase;
  return { revision, resources: [{ group: "batch", kind: "Job", name, status: "Synced", hookPhase }] };
}

/** Says whether an Application brings others. */
export function isRoot(source: Source): boolean {
  return source.path?.endsWith("/applications") ?? false;
}

/** Says whether Argo CD reads a file. */
export function isManifest(path: string): boolean {
  return path.endsWith(".yaml");
}

/** Says whether an operation is asked for, or goes on. */
export function isSet(operation: Json | null | undefined): operation is Json {
  return operation !== undefined && operation !== null;
}

/** Says whether an operation is to be ended. */
export function isTerminating({ operation, status }: Application): boolean {
  return isSet(operation) && status?.operationState?.["phase"] === "Terminating";
}

/** Says whether etcd tells of a sync that runs while nobody runs it: it is taken up again. */
export function isCut(application: Application): boolean {
  const { phase, finishedAt } = stateOf(application);
  return phase === "Running" && finishedAt === undefined;
}

/** Says whether a sync begins. */
export function isSyncDue({ operation, spec }: Application, sync: string): boolean {
  return isSet(operation) || (sync === "OutOfSync" && spec.syncPolicy?.automated !== undefined);
}
