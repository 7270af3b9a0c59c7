/**
 * Empties nodes of tenant clusters by eviction, the way kubectl drain does (docs/adr/0029):
 *
 * 1. every pod is asked to go, but those of DaemonSets, mirror pods and finished ones;
 * 2. a refusal (a budget, several budgets, the cluster's own admission) is remembered, so that people learn what holds a pod;
 * 3. only a pod that is seen no more counts as gone.
 *
 * A few are asked at once, and a pass begins no more after its budget: a cluster that answers slowly holds up no other.
 * Who was refused is asked last, so that those that may go never wait behind those that may not.
 */
import { forEachAtOnce } from "../../adapters/for-each-at-once.ts";
import { isNotFound, KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, Status } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { PODS } from "../../adapters/kubernetes/resource-types.ts";
import type { Clock } from "../runtime/clock.ts";
import { keyOf } from "../runtime/object-store.ts";

type PodObject = KubeObject & Readonly<{ status?: Readonly<{ phase?: string }> }>;

/** A pod that has yet to leave; `heldBy` says why it does not, empty when nothing is known to hold it. */
type LeavingPod = Readonly<{ name: string; heldBy: string }>;

const MIRROR = "kubernetes.io/config.mirror";
const HELD_MAX = 200;
const CONCURRENCY = 8;
const BUDGET_MS = 20_000;
const CALL = { timeoutMs: 10_000 } as const;

/** Evicts pods and remembers what held them. */
export class NodeDrains {
  readonly #clock: Clock;
  /** Why a pod stays, by cluster and pod; those of a node are forgotten when it is empty. */
  readonly #held = new Map<string, Map<string, string>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Lists the pods that have to leave a node, those that are held first. */
  async list(handle: string, client: KubeClient, node: string): Promise<readonly LeavingPod[]> {
    const pods = await listMovable(client, node);
    const held = this.#held.get(handle);
    if (pods.length === 0) this.#held.delete(handle);
    return pods
      .map((pod) => ({ name: keyOf(pod), heldBy: held?.get(keyOf(pod)) ?? "" }))
      .sort((one, other) => Number(one.heldBy === "") - Number(other.heldBy === ""));
  }

  /** Asks the pods that have to leave a node to go: as many as the budget of a pass allows, the others next time. */
  async evict(handle: string, client: KubeClient, node: string): Promise<void> {
    const before = this.#held.get(handle) ?? new Map<string, string>();
    const pods = (await listMovable(client, node)).filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const waiting = pods.toSorted((one, other) => Number(before.has(keyOf(one))) - Number(before.has(keyOf(other))));
    const held = new Map([...before].filter(([name]) => pods.some((pod) => keyOf(pod) === name)));
    this.#held.set(handle, held);
    const endsAtMs = this.#clock.monotonicMs() + BUDGET_MS;
    const ask = async (pod: PodObject): Promise<void> => {
      const why = await evict(client, pod);
      if (why === undefined) held.delete(keyOf(pod));
      else if (held.size < HELD_MAX) held.set(keyOf(pod), why);
    };
    await forEachAtOnce(waiting, CONCURRENCY, ask, () => this.#clock.monotonicMs() < endsAtMs);
  }

  forget(handle: string): void {
    this.#held.delete(handle);
  }
}

async function listMovable(client: KubeClient, node: string): Promise<PodObject[]> {
  const { items } = await client.list<PodObject>(PODS, { ...CALL, fieldSelector: `spec.nodeName=${node}` });
  return items.filter(isMovable);
}

function isMovable({ metadata, status }: PodObject): boolean {
  if (status?.phase === "Succeeded" || status?.phase === "Failed") return false;
  const isMirror = metadata.annotations?.[MIRROR] !== undefined;
  return !isMirror && !(metadata.ownerReferences ?? []).some(({ kind }) => kind === "DaemonSet");
}

/** Returns why the pod was not let go; undefined when it goes or is gone. */
async function evict(client: KubeClient, { metadata }: KubeObject): Promise<string | undefined> {
  const { name, namespace = "" } = metadata;
  try {
    await client.request("POST", `/api/v1/namespaces/${namespace}/pods/${name}/eviction`, {
      ...CALL,
      body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace } },
    });
    return undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (error instanceof KubeError && isRefusal(error)) return whyOf(error);
    throw error;
  }
}

/** A webhook denies with whatever status it likes; several budgets, and a webhook that is away, are 500. */
function isRefusal({ status }: KubeError): boolean {
  return status === 500 || (status >= 400 && status < 500 && status !== 401 && status !== 404);
}

function whyOf({ status, body }: KubeError): string {
  if (status === 429) return budgetIn(body?.details) ?? "a disruption budget does not allow it";
  const webhook = webhookIn(body?.message);
  if (status !== 500) return `${webhook ?? "the cluster's own admission"} does not allow it`;
  return webhook === undefined
    ? "more than one disruption budget matches it, which the eviction API refuses"
    : `${webhook} does not answer`;
}

/** The API server names a budget in the cause, not in the message. */
function budgetIn(details: Status["details"]): string | undefined {
  return details?.causes?.[0]?.message;
}

/** The rest of the message may quote the pod. */
function webhookIn(message = ""): string | undefined {
  return /webhook "[^"]{1,253}"/.exec(message)?.[0];
}
