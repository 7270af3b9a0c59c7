import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES, NODES } from "../../../adapters/kubernetes/resource-types.ts";
import { NODES_SHOWN_MAX, type ClusterNode } from "../../../contract/resources/cluster-status.ts";
import type { ClusterObserved } from "../../machines/cluster/observe-types.ts";
import type { Clock } from "../../runtime/clock.ts";
import { outsidePass } from "../../runtime/pass.ts";

type Probe = Readonly<{
  view: ClusterObserved["tenant"];
  atMs: number;
  version: string | undefined;
  nodes: readonly ClusterNode[] | undefined;
}>;
type Asking = Readonly<{ client: KubeClient; answer: Promise<Probe> }>;

const FRESH_MS = 20_000;
const CALL = { timeoutMs: 10_000 } as const;
/** A pass waits so long for an answer; a cluster that is slower tells it when it comes. */
const PATIENCE_MS = 1_000;
const REGISTERED_SHOWS_MS = 10_000;

/**
 * Asks clusters whether they answer, each at most every 20 s, and remembers since when one does not. A pass waits for a
 * moment at most, and not at all for a cluster that was silent last time: those that hang hold nobody else up.
 */
export class ClusterProbes {
  readonly #clock: Clock;
  readonly #onNews: (handle: string) => void;
  readonly #probes = new Map<string, Probe>();
  readonly #asking = new Map<string, Asking>();
  /** Identities that belong to another cluster, by handle: found while registering. */
  readonly #taken = new Map<string, string>();
  readonly #registered = new Map<string, number>();

  /** `onNews` hears of clusters that answered, or fell silent, after the pass had gone on without them. */
  constructor(clock: Clock, onNews: (handle: string) => void = () => undefined) {
    this.#clock = clock;
    this.#onNews = onNews;
  }

  /** Returns what is known of a cluster; undefined before its first answer. It counts for `maxAgeMs`. */
  async probe(handle: string, client: KubeClient, maxAgeMs = FRESH_MS): Promise<Probe | undefined> {
    const known = this.#probes.get(handle);
    if (known !== undefined && this.#isFresh(known, maxAgeMs)) return known;
    const running = this.#asking.get(handle);
    const isAsked = running?.client === client;
    const answer = isAsked ? running.answer : this.#start(handle, client, known);
    if (known !== undefined && (isAsked || known.view.kind === "unreachable")) return known;
    return (await this.#within(answer, PATIENCE_MS)) ?? known;
  }

  /** Notes to whom the identity of the cluster behind a handle belongs; undefined clears it. */
  noteTaken(handle: string, by: string | undefined): void {
    if (by === undefined) this.#taken.delete(handle);
    else this.#taken.set(handle, by);
  }

  takenBy(handle: string): string | undefined {
    return this.#taken.get(handle);
  }

  noteRegistered(handle: string): void {
    this.#registered.set(handle, this.#clock.monotonicMs());
  }

  /** Tells whether a cluster was registered so lately that the watch may not tell of it yet. */
  isJustRegistered(handle: string): boolean {
    const atMs = this.#registered.get(handle);
    return atMs !== undefined && this.#clock.monotonicMs() - atMs < REGISTERED_SHOWS_MS;
  }

  forget(handle: string): void {
    for (const known of [this.#probes, this.#asking, this.#taken, this.#registered]) known.delete(handle);
  }

  #isFresh({ view, atMs }: Probe, maxAgeMs: number): boolean {
    return view.kind === "reachable" && this.#clock.monotonicMs() - atMs < maxAgeMs;
  }

  #start(handle: string, client: KubeClient, known: Probe | undefined): Promise<Probe> {
    const answer = outsidePass(() => this.#ask(client, known));
    const asking: Asking = { client, answer };
    this.#asking.set(handle, asking);
    onAnswer(answer, (probe) => {
      if (this.#asking.get(handle) !== asking) return;
      this.#asking.delete(handle);
      this.#probes.set(handle, probe);
      if (probe.view.kind !== known?.view.kind) this.#onNews(handle);
    });
    return answer;
  }

  /** Undefined when the answer takes longer. */
  #within(answer: Promise<Probe>, ms: number): Promise<Probe | undefined> {
    return new Promise((resolve) => {
      const cancel = this.#clock.setTimeout(() => resolve(undefined), ms);
      onAnswer(answer, (probe) => {
        cancel();
        resolve(probe);
      });
    });
  }

  async #ask(client: KubeClient, known: Probe | undefined): Promise<Probe> {
    const startedMs = this.#clock.nowMs();
    try {
      // One after the other: beside each other each would open a connection, and one of TLS is dearer than all three.
      const system = await client.get(NAMESPACES, { name: "kube-system" }, CALL);
      const { gitVersion } = (await client.request("GET", "/version", CALL)) as { gitVersion?: unknown };
      const nodes = await listNodes(client);
      const view = { kind: "reachable", uid: system?.metadata.uid ?? "" } as const;
      return {
        view,
        atMs: this.#clock.monotonicMs(),
        version: typeof gitVersion === "string" ? gitVersion : undefined,
        nodes,
      };
    } catch {
      const sinceMs = known?.view.kind === "unreachable" ? known.view.sinceMs : startedMs;
      const { version, nodes } = known ?? {};
      return { view: { kind: "unreachable", sinceMs }, atMs: this.#clock.monotonicMs(), version, nodes };
    }
  }
}

/** An unreachable cluster is an answer too: there is nothing to catch. */
function onAnswer(answer: Promise<Probe>, then: (probe: Probe) => void): void {
  answer.then(then).catch(() => undefined);
}

type NodeObject = KubeObject &
  Readonly<{
    spec?: Readonly<{ unschedulable?: boolean }>;
    status?: Readonly<{
      conditions?: readonly Readonly<{ type: string; status: string }>[];
      nodeInfo?: Readonly<{ kubeletVersion?: string }>;
    }>;
  }>;

/** Lists the nodes of a cluster; one that does not answer this is no fault, its nodes stay as they were last seen. */
export async function listNodes(client: KubeClient): Promise<readonly ClusterNode[] | undefined> {
  const list = await client.list<NodeObject>(NODES, { limit: NODES_SHOWN_MAX }).catch(() => undefined);
  return list?.items.slice(0, NODES_SHOWN_MAX).map(describeNode);
}

function describeNode({ metadata, spec, status }: NodeObject): ClusterNode {
  const serverType = metadata.labels?.["node.kubernetes.io/instance-type"];
  return {
    name: metadata.name,
    ...(serverType === undefined ? {} : { serverType }),
    ready: (status?.conditions ?? []).some((one) => one.type === "Ready" && one.status === "True"),
    schedulable: spec?.unschedulable !== true,
    kubeletVersion: status?.nodeInfo?.kubeletVersion ?? "",
  };
}
