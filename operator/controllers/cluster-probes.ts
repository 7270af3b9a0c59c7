import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES } from "../../adapters/kubernetes/resource-types.ts";
import type { ClusterObserved } from "../machines/cluster/observe-types.ts";
import type { Clock } from "../runtime/clock.ts";

type Probe = { view: ClusterObserved["tenant"]; atMs: number; version: string | undefined };

const FRESH_MS = 20_000;
const CALL = { timeoutMs: 10_000 } as const;

/** Asks clusters whether they answer, each at most every 20 s, and remembers since when one does not. */
export class ClusterProbes {
  readonly #clock: Clock;
  readonly #probes = new Map<string, Probe>();
  /** Identities that belong to another cluster, by handle: found while registering. */
  readonly #taken = new Map<string, string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async probe(handle: string, client: KubeClient): Promise<Probe> {
    const known = this.#probes.get(handle);
    const nowMs = this.#clock.monotonicMs();
    if (known !== undefined && known.view.kind === "reachable" && nowMs - known.atMs < FRESH_MS) return known;
    const found = await this.#ask(client, known);
    this.#probes.set(handle, found);
    return found;
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
    this.#taken.delete(handle);
  }

  async #ask(client: KubeClient, known: Probe | undefined): Promise<Probe> {
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
      const sinceMs = known?.view.kind === "unreachable" ? known.view.sinceMs : this.#clock.nowMs();
      return { view: { kind: "unreachable", sinceMs }, atMs: this.#clock.monotonicMs(), version: known?.version };
    }
  }
}
