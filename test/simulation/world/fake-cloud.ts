import { LocalCloudError, type LocalCloudClient } from "../../../adapters/providers/local-cloud-client.ts";
import type { LocalCluster, LocalClusterSpec, LocalNode } from "../../../adapters/providers/local-cloud-protocol.ts";
import type { Clock } from "../../../operator/runtime/clock.ts";

type Kept = {
  spec: LocalClusterSpec;
  readyAtMs: number;
  goneAtMs: number | undefined;
  failed: string | undefined;
  /** Machines of server types that the cluster had before. */
  old: LocalNode[];
};

/** Doubles the simulated cloud: clusters take their time to come and to go. */
export class FakeCloud implements Pick<LocalCloudClient, "getCluster" | "putCluster" | "deleteCluster" | "deleteNode"> {
  readonly #clock: Clock;
  readonly #clusters = new Map<string, Kept>();
  readonly #onEffect: () => Promise<void> | void;
  /** Fails the next creations with this word. */
  failing: string | undefined;
  refusing: "sold_out" | undefined;
  /** Answers nothing at all. */
  away = false;

  constructor(clock: Clock, onEffect: () => Promise<void> | void) {
    this.#clock = clock;
    this.#onEffect = onEffect;
  }

  handles(): string[] {
    this.#sweep();
    return [...this.#clusters.keys()];
  }

  specs(): Record<string, LocalClusterSpec> {
    this.#sweep();
    return Object.fromEntries([...this.#clusters].map(([handle, { spec }]) => [handle, spec]));
  }

  getCluster(handle: string): Promise<LocalCluster | undefined> {
    if (this.away) return Promise.reject(new LocalCloudError("unreachable", "The simulated cloud could not be asked"));
    this.#sweep();
    const kept = this.#clusters.get(handle);
    if (kept === undefined) return Promise.resolve(undefined);
    const state = stateOf(kept, this.#clock.nowMs());
    const running = state === "running";
    return Promise.resolve({
      handle,
      spec: kept.spec,
      state,
      reason: kept.failed ?? (running ? "" : "Starting the control plane"),
      ...(running ? { server: `https://${handle}.test:6443`, ca_data: "Y2E=", admin_token: "admin" } : {}),
      kubernetes_version: kept.spec.kubernetes_version,
      nodes: running ? [...kept.old, ...poolOf(handle, kept.spec)] : kept.old,
    });
  }

  async putCluster(handle: string, spec: LocalClusterSpec): Promise<LocalCluster> {
    await this.#onEffect();
    if (this.refusing !== undefined)
      throw new LocalCloudError(this.refusing, "Server type small is sold out", { status: 409 });
    const kept = this.#clusters.get(handle);
    if (kept === undefined)
      this.#clusters.set(handle, {
        spec,
        readyAtMs: this.#clock.nowMs() + 5_000,
        goneAtMs: undefined,
        failed: this.failing,
        old: [],
      });
    else if (JSON.stringify(kept.spec) !== JSON.stringify(spec))
      Object.assign(kept, { spec, readyAtMs: this.#clock.nowMs() + 2_000, old: oldOf(handle, kept, spec) });
    const found = await this.getCluster(handle);
    if (found === undefined) throw new Error("The double lost a cluster");
    return found;
  }

  async deleteCluster(handle: string): Promise<void> {
    await this.#onEffect();
    const kept = this.#clusters.get(handle);
    if (kept !== undefined) kept.goneAtMs ??= this.#clock.nowMs() + 2_000;
  }

  async deleteNode(handle: string, name: string): Promise<void> {
    await this.#onEffect();
    const kept = this.#clusters.get(handle);
    if (kept !== undefined) kept.old = kept.old.filter((node) => node.name !== name);
  }

  #sweep(): void {
    const nowMs = this.#clock.nowMs();
    for (const [handle, { goneAtMs }] of this.#clusters)
      if (goneAtMs !== undefined && goneAtMs <= nowMs) this.#clusters.delete(handle);
  }
}

function poolOf(
  handle: string,
  { node_count: count, server_type: type, kubernetes_version: version }: LocalClusterSpec,
): LocalNode[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `${handle}-${type}-${index + 1}`,
    server_type: type,
    ready: true,
    kubelet_version: `v${version}`,
  }));
}

function oldOf(handle: string, { spec: before, old }: Kept, spec: LocalClusterSpec): LocalNode[] {
  const left = before.server_type === spec.server_type ? [] : poolOf(handle, before);
  return [...old, ...left].filter((node) => node.server_type !== spec.server_type);
}

function stateOf(kept: Kept, nowMs: number): LocalCluster["state"] {
  if (kept.goneAtMs !== undefined) return "deleting";
  if (kept.failed !== undefined) return "failed";
  return kept.readyAtMs <= nowMs ? "running" : "creating";
}
