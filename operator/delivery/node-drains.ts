/**
 * Empties nodes of tenant clusters by eviction, the way kubectl drain does (gitops-clusters.md 5.1):
 *
 * 1. every pod is asked to go, but those of DaemonSets, mirror pods and finished ones;
 * 2. a refusal (429: a budget; 500: several budgets) is remembered, so that people learn what holds a pod;
 * 3. only a pod that is seen no more counts as gone.
 */
import { isNotFound, KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { PODS } from "../../adapters/kubernetes/resource-types.ts";

type PodObject = KubeObject & Readonly<{ status?: Readonly<{ phase?: string }> }>;

/** Is a pod that has yet to leave; `heldBy` says why it does not, empty when nothing is known to hold it. */
export type LeavingPod = Readonly<{ name: string; heldBy: string }>;

const MIRROR = "kubernetes.io/config.mirror";
const HELD_MAX = 200;

/** Evicts pods and remembers what held them. */
export class NodeDrains {
  /** Why a pod stays, by cluster and pod; those of a node are forgotten when it is empty. */
  readonly #held = new Map<string, Map<string, string>>();

  /** Lists the pods that have to leave a node, those that are held first. */
  async list(handle: string, client: KubeClient, node: string): Promise<readonly LeavingPod[]> {
    const pods = await listMovable(client, node);
    const held = this.#held.get(handle);
    if (pods.length === 0) this.#held.delete(handle);
    return pods
      .map((pod) => ({ name: nameOf(pod), heldBy: held?.get(nameOf(pod)) ?? "" }))
      .sort((one, other) => Number(one.heldBy === "") - Number(other.heldBy === ""));
  }

  /** Asks every pod that has to leave a node to go. */
  async evict(handle: string, client: KubeClient, node: string): Promise<void> {
    const held = new Map<string, string>();
    this.#held.set(handle, held);
    for (const pod of await listMovable(client, node)) {
      if (pod.metadata.deletionTimestamp !== undefined) continue;
      const why = await evict(client, pod);
      if (why !== undefined && held.size < HELD_MAX) held.set(nameOf(pod), why);
    }
  }

  forget(handle: string): void {
    this.#held.delete(handle);
  }
}

async function listMovable(client: KubeClient, node: string): Promise<PodObject[]> {
  const { items } = await client.list<PodObject>(PODS, { fieldSelector: `spec.nodeName=${node}` });
  return items.filter(isMovable);
}

function isMovable({ metadata, status }: PodObject): boolean {
  if (status?.phase === "Succeeded" || status?.phase === "Failed") return false;
  const isMirror = metadata.annotations?.[MIRROR] !== undefined;
  return !isMirror && !(metadata.ownerReferences ?? []).some(({ kind }) => kind === "DaemonSet");
}

function nameOf({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ""}/${metadata.name}`;
}

/** Returns why the pod was not let go; undefined when it goes or is gone. */
async function evict(client: KubeClient, { metadata }: KubeObject): Promise<string | undefined> {
  const { name, namespace = "" } = metadata;
  try {
    await client.request("POST", `/api/v1/namespaces/${namespace}/pods/${name}/eviction`, {
      body: { apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace } },
    });
    return undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    if (error instanceof KubeError && (error.status === 429 || error.status === 500)) return whyOf(error);
    throw error;
  }
}

/** The API server names the budget in the cause, not in the message. */
function whyOf(error: KubeError): string {
  if (error.status === 500) return "more than one disruption budget matches it, which the eviction API refuses";
  const [cause] = error.body?.details?.causes ?? [];
  return cause?.message ?? "a disruption budget does not allow it";
}
