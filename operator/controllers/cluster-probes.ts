import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import type { ClusterObserved } from "../machines/cluster/observe-types.ts";
import type { Clock } from "../runtime/clock.ts";

type Probe = Readonly<{ view: ClusterObserved["tenant"]; atMs: number; version: string | undefined }>;
type Asking = Readonly<{ client: KubeClient; answer: Promise<Probe> }>;

const FRESH_MS = 20_000;
const CALL = { timeoutMs: 10_000 } as const;
/** A pass waits so long for an answer; a cluster that is slower tells it when it comes. */
const PATIENCE_MS = 1_000;

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

  /** `onNews` hears of clusters that answered, or fell silent, after the pass had gone on without them. */
  constructor(clock: Clock, onNews: (handle: string) => void = () => undefined) {
    this.#clock = clock;
    this.#onNews = onNews;
  }

  /** Returns what is known of a cluster; undefined before its first answer. */
  async probe(handle: string, client: KubeClient): Promise<Probe | undefined> {
    const known = this.#probes.get(handle);
    const isFresh = known?.view.kind === "reachable" && this.#clock.monotonicMs() - known.atMs < FRESH_MS;
    if (isFresh) return known;
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

  forget(handle: string): void {
    this.#probes.delete(handle);
    this.#asking.delete(handle);
    this.#taken.delete(handle);
  }

  #start(handle: string, client: KubeClient, known: Probe | undefined): Promise<Probe> {
    const answer = this.#ask(client, known);
    const asking: Asking = { client, answer };
    this.#asking.set(handle, asking);
    void answer.then((probe) => {
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
      void answer.then((probe) => {
        cancel();
        resolve(probe);
      });
    });
  }

  async #ask(client: KubeClient, known: Probe | undefined): Promise<Probe> {
    const startedMs = this.#clock.nowMs();
    try {
      const [system, version] = await Promise.all([
        client.get(NAMESPACES, { name: "kube-system" }, CALL),
        client.request("GET", "/version", CALL),
      ]);
      const { gitVersion } = version as { gitVersion?: unknown };
      const view = { kind: "reachable", uid: system?.metadata.uid ?? "" } as const;
      return {
        view,
        atMs: this.#clock.monotonicMs(),
        version: typeof gitVersion === "string" ? gitVersion : undefined,
      };
    } catch {
      const sinceMs = known?.view.kind === "unreachable" ? known.view.sinceMs : startedMs;
      return { view: { kind: "unreachable", sinceMs }, atMs: this.#clock.monotonicMs(), version: known?.version };
    }
  }
}
