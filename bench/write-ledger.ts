import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { KubeError } from "../adapters/kubernetes/kube-error.ts";
import type { KubeClient, KubeObject, ResourceType } from "../adapters/kubernetes/kube-client.ts";
import { versionOf } from "../operator/runtime/resource-version.ts";
import { eventually } from "../test/support/eventually.ts";
import { median } from "./report.ts";

type Status = Readonly<{ phase?: string; observedGeneration?: number }>;
type Entry = { object: KubeObject; statusWrites: number; otherWrites: number };

const WATCH_SECONDS = 3_600;
const RETRY_MS = 1_000;
const SETTLE_DEADLINE_MS = 900_000;

/**
 * Counts writes per object from a watch: the API server sends one event for each stored version and joins none. A new
 * version with another status is a status write; one of the same generation and status is another write.
 */
export class WriteLedger {
  readonly #entries = new Map<string, Entry>();
  readonly #stopping = new AbortController();
  #fault: Error | undefined;

  /** Follows a kind from now on; a watch that breaks could hide writes, so it breaks the bench. */
  async follow(client: KubeClient, type: ResourceType): Promise<void> {
    const { resourceVersion } = await client.list(type);
    this.#watch(client, type, resourceVersion).catch((error: unknown) => {
      this.#fault = error instanceof Error ? error : new Error("The watch broke", { cause: error });
    });
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Counts from zero again. */
  reset(): void {
    for (const entry of this.#entries.values()) Object.assign(entry, { statusWrites: 0, otherWrites: 0 });
  }

  /** Waits until so many objects run at their generation, which is `generation` or a later one. */
  async running(count: number, generation: number): Promise<void> {
    await eventually(
      () => {
        if (this.#fault !== undefined) return;
        const running = this.countRunning(generation);
        if (running < count) throw new Error(`${running} of ${count} run`);
      },
      SETTLE_DEADLINE_MS,
      50,
    );
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Counts the objects that run at their generation, which is `generation` or a later one. */
  countRunning(generation: number): number {
    return [...this.#entries.values()].filter(({ object }) => isRunning(object, generation)).length;
  }

  /** Counts the objects of a kind that anybody wrote to since the reset. */
  written(kind: string): number {
    const entries = [...this.#entries.values()].filter(({ object }) => object["kind"] === kind);
    return entries.filter(({ statusWrites, otherWrites }) => statusWrites + otherWrites > 0).length;
  }

  /** Describes the writes per object of a kind. */
  describe(kind: string): string {
    const entries = [...this.#entries.values()].filter(({ object }) => object["kind"] === kind);
    const counts = entries.map(({ statusWrites }) => statusWrites);
    const mean = counts.reduce((total, value) => total + value, 0) / counts.length;
    const others = entries.reduce((total, { otherWrites }) => total + otherWrites, 0);
    const beside = others === 0 ? "" : `, ${others} other writes`;
    return `mean ${mean.toFixed(2)}, p50 ${median(counts)}, max ${Math.max(...counts)}${beside}`;
  }

  /** A watch that ends goes on at the version that it came to, so that nothing is missed. */
  async #watch(client: KubeClient, type: ResourceType, from: string): Promise<void> {
    const { signal } = this.#stopping;
    let resourceVersion = from;
    while (!signal.aborted) {
      try {
        resourceVersion = await this.#watchOnce(client, type, resourceVersion);
      } catch (error) {
        // A young API server sends watches away before they begin; from the same version nothing is missed.
        if (!(error instanceof KubeError) || error.status !== 429) throw error;
        await sleep(error.retryAfterMs ?? RETRY_MS);
      }
    }
  }

  async #watchOnce(client: KubeClient, type: ResourceType, from: string): Promise<string> {
    const options = { resourceVersion: from, timeoutSeconds: WATCH_SECONDS };
    let last = from;
    for await (const event of client.watch(type, options, this.#stopping.signal)) {
      last = versionOf(event.object);
      if (event.type === "ADDED" || event.type === "MODIFIED") this.#note(event.object);
      if (event.type === "DELETED") this.#entries.delete(keyOf(event.object));
    }
    return last;
  }

  #note(object: KubeObject): void {
    const key = keyOf(object);
    const entry = this.#entries.get(key);
    if (entry === undefined) {
      this.#entries.set(key, { object, statusWrites: 0, otherWrites: 0 });
      return;
    }
    if (!isDeepStrictEqual(entry.object["status"], object["status"])) entry.statusWrites += 1;
    else if (entry.object.metadata.generation === object.metadata.generation) entry.otherWrites += 1;
    entry.object = object;
  }
}

function keyOf(object: KubeObject): string {
  return `${object["kind"] as string}/${object.metadata.uid ?? ""}`;
}

function isRunning(object: KubeObject, generationMin: number): boolean {
  const { phase, observedGeneration = 0 } = (object["status"] ?? {}) as Status;
  const { generation = 1 } = object.metadata;
  const wanted = object["kind"] === "Deployment" ? generationMin : 1;
  return phase === "running" && observedGeneration === generation && generation >= wanted;
}
