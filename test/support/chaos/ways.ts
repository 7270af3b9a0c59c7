import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { KubeObject } from "../../../adapters/kubernetes/kube-client.ts";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import { DEPLOYMENTS } from "../../../adapters/kubernetes/resource-types.ts";
import { API_GROUP, API_VERSION, handledName } from "../../../contract/identity.ts";
import type { Change, Members, Outcome } from "./change-ledger.ts";
import type { ChaosStage } from "./chaos-stage.ts";

const run = promisify(execFile);
const CALL_MS = 20_000;
/** Longer than the gateway takes to give up: what it was asked for does not happen after its answer. */
const REST_MS = 45_000;
const MANAGER = { fieldManager: "chaos", strict: true, timeoutMs: CALL_MS } as const;

/** Names the secret whose value the scan for secrets looks for. */
export const SECRET = "chaos.token";
/** Names the cluster that everything runs on. */
export const CLUSTER = "chaos";

/** One deployment of the writer; `id` is known once REST has told it. */
export type Target = { readonly name: string; readonly withSecret: boolean; object: string; id: string | undefined };

/** One attempt at a change; every attempt at the same change carries the same key. */
export type Attempt = Readonly<{ change: Change; target: Target; key: string }>;

/** Makes one attempt and tells how it was answered. */
type Way = (stage: ChaosStage, attempt: Attempt) => Promise<Outcome>;

const BASE = { appType: "container", dockerImage: "nginx:1.29", cpuRequest: 0.01, memoryRequestMb: 16 } as const;
const UNANSWERED: Outcome = { kind: "unanswered" };

/** Lists the three ways in. */
export const WAYS = { rest: byRest, api: byApi, kubectl: byKubectl } as const satisfies Record<string, Way>;

/** Reads what the writer changes from a resource's spec. */
export function membersOf(spec: Readonly<Record<string, unknown>>): Members {
  const variables = (spec["environmentVariables"] ?? []) as readonly { name: string; value?: string }[];
  const round = variables.find(({ name }) => name === "ROUND")?.value;
  const command = (spec["command"] as readonly string[] | undefined)?.[1];
  const { replicas } = spec as { replicas?: number };
  return {
    ...(round === undefined ? {} : { round }),
    ...(command === undefined ? {} : { command }),
    ...(replicas === undefined ? {} : { replicas: String(replicas) }),
  };
}

/** Finds the id that the platform gave to what kubectl made. */
export async function findId(stage: ChaosStage, { name }: Target): Promise<string | undefined> {
  const path = `/deployments?cluster_id=${stage.clusterId}&q=${name}`;
  const answer = await call(stage, "GET", path).catch(() => undefined);
  const { deployments = [] } = (answer?.body ?? {}) as { deployments?: { id: string; name: string }[] };
  return deployments.find((row) => row.name === name)?.id;
}

async function byRest(stage: ChaosStage, { change, target, key }: Attempt): Promise<Outcome> {
  const path = `/deployments/${target.id ?? ""}`;
  if (change.kind === "delete") return outcomeOfRest(await call(stage, "DELETE", path));
  const spec = toRest(specOf(change.members, target));
  if (change.kind === "set") return outcomeOfRest(await call(stage, "PATCH", path, { body: spec }));
  const body = { ...toRest(BASE), ...spec, name: target.name, cluster_id: stage.clusterId };
  const answer = await call(stage, "POST", "/deployments", { body, key });
  if (answer.status === 201) {
    target.id = (answer.body as { id: string }).id;
    target.object = handledName(target.name, target.id);
  }
  return outcomeOfRest(answer);
}

async function byApi(stage: ChaosStage, { change, target }: Attempt): Promise<Outcome> {
  const { management, namespace } = stage;
  const ref = { namespace, name: target.object };
  try {
    if (change.kind === "delete") {
      await management.delete(DEPLOYMENTS, ref, { timeoutMs: CALL_MS });
      return { kind: "accepted" };
    }
    if (change.kind === "create")
      return accepted(await management.create(DEPLOYMENTS, objectOf(stage, change, target), MANAGER));
    const patch = { kind: "merge", body: { spec: specOf(change.members, target) } } as const;
    return accepted(await management.patch(DEPLOYMENTS, ref, patch, MANAGER));
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    return error.status >= 400 && error.status < 500 ? { kind: "refused", why: error.reason } : UNANSWERED;
  }
}

async function byKubectl(stage: ChaosStage, { change, target }: Attempt): Promise<Outcome> {
  const kubectl = [`--kubeconfig=${stage.stack.connection.kubeconfig}`, `--namespace=${stage.namespace}`];
  const verbs = {
    create: ["create", "--filename=-", "--output=json"],
    set: [
      "patch",
      "bdep",
      target.object,
      "--type=merge",
      "--output=json",
      `--patch=${JSON.stringify({ spec: specOf(change.members, target) })}`,
    ],
    delete: ["delete", "bdep", target.object, "--wait=false"],
  };
  try {
    const started = run(stage.kubectl, [...kubectl, "--request-timeout=15s", ...verbs[change.kind]], {
      timeout: CALL_MS,
    });
    started.child.stdin?.on("error", () => undefined).end(JSON.stringify(objectOf(stage, change, target)));
    const { stdout } = await started;
    return change.kind === "delete" ? { kind: "accepted" } : accepted(JSON.parse(stdout) as KubeObject);
  } catch (error) {
    // kubectl names the API server's reason; everything else is a connection that failed.
    const reason = /Error from server \((\w+)\)/.exec((error as { stderr?: string }).stderr ?? "")?.[1];
    const isRefusal = reason !== undefined && !/Internal|Timeout|Unavailable|TooMany/.test(reason);
    return isRefusal ? { kind: "refused", why: reason } : UNANSWERED;
  }
}

function accepted({ metadata }: KubeObject): Outcome {
  return { kind: "accepted", version: metadata.generation };
}

function objectOf({ namespace }: ChaosStage, change: Change, target: Target): KubeObject {
  return {
    apiVersion: `${API_GROUP}/${API_VERSION}`,
    kind: "Deployment",
    metadata: { name: target.object, namespace },
    spec: { cluster: CLUSTER, ...BASE, ...specOf(change.members, target) },
  };
}

function specOf({ round, command, replicas }: Members, { withSecret }: Target): Record<string, unknown> {
  const token = withSecret ? [{ name: "TOKEN", secretRef: SECRET }] : [];
  return {
    ...(round === undefined ? {} : { environmentVariables: [{ name: "ROUND", value: round }, ...token] }),
    ...(command === undefined ? {} : { command: ["sleep", command] }),
    ...(replicas === undefined ? {} : { replicas: Number(replicas) }),
  };
}

function toRest(value: unknown): Record<string, unknown> {
  const snake = (name: string): string => name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);
  const convert = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(convert);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [snake(name), convert(member)]));
  };
  return convert(value) as Record<string, unknown>;
}

type RestAnswer = Readonly<{ status: number; etag: string | null; body: unknown }>;
type Sent = Readonly<{ body?: unknown; key?: string }>;

async function call(stage: ChaosStage, method: string, path: string, { body, key }: Sent = {}): Promise<RestAnswer> {
  try {
    const answer = await fetch(`${stage.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${stage.berth.key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(REST_MS),
    });
    return { status: answer.status, etag: answer.headers.get("etag"), body: JSON.parse((await answer.text()) || "{}") };
  } catch {
    return { status: 0, etag: null, body: undefined };
  }
}

function outcomeOfRest({ status, etag, body }: RestAnswer): Outcome {
  if (status === 0 || status >= 500) return UNANSWERED;
  if (status >= 400) return { kind: "refused", why: `${status} ${String((body as { code?: unknown }).code)}` };
  const version = /^(?:W\/)?"(\d+)\./.exec(etag ?? "")?.[1];
  return { kind: "accepted", ...(version === undefined ? {} : { version: Number(version) }) };
}
