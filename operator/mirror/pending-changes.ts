import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { RoundRobin } from "../../adapters/round-robin.ts";
import type { ProjectedKind } from "../../render/projection/custom-resource.ts";

/** The newest that is known of one object and not written yet. */
export type PendingChange = Readonly<{
  kind: ProjectedKind;
  object: KubeObject;
  isDeleted: boolean;
  /** Whether a list told of it, so that its version may be stored already. */
  isListed: boolean;
  sinceMs: number;
}>;

/** Holds one change per object, oldest first; memory is bounded by the number of objects, however long Postgres is away. */
export class PendingChanges {
  readonly #changes = new Map<string, PendingChange>();
  #wake: (() => void) | undefined;

  get size(): number {
    return this.#changes.size;
  }

  /** Returns when the oldest change came in. */
  get oldestMs(): number | undefined {
    return this.#changes.values().next().value?.sinceMs;
  }

  /** Enters the newest of an object; a deletion is the end of its uid. The place in the queue is kept. */
  put(change: PendingChange): void {
    const key = keyOf(change);
    const before = this.#changes.get(key);
    if (before?.isDeleted === true) return;
    this.#changes.set(key, before === undefined ? change : { ...change, sinceMs: before.sinceMs });
    this.#wake?.();
  }

  /** Takes changes out, organization by organization in turn, of each the oldest first. */
  take(max: number): PendingChange[] {
    const turns = new RoundRobin<PendingChange>();
    for (const change of this.#changes.values()) turns.push(change.object.metadata.namespace ?? "", change);
    const taken: PendingChange[] = [];
    for (let change = turns.shift(); change !== undefined; change = turns.shift()) {
      taken.push(change);
      this.#changes.delete(keyOf(change));
      if (taken.length === max) break;
    }
    return taken;
  }

  /** Gives back what could not be written, unless something newer of the object has come in. */
  giveBack(changes: readonly PendingChange[]): void {
    const newer = [...this.#changes];
    this.#changes.clear();
    for (const change of changes) this.#changes.set(keyOf(change), change);
    for (const [key, change] of newer) this.#changes.set(key, change);
  }

  /** Tells whether something of the same object is to be written. */
  has(change: PendingChange): boolean {
    return this.#changes.has(keyOf(change));
  }

  clear(): void {
    this.#changes.clear();
  }

  /** Calls back once, when the next change comes in. */
  onNext(callback: () => void): void {
    this.#wake = () => {
      this.#wake = undefined;
      callback();
    };
  }
}

function keyOf({ kind, object }: PendingChange): string {
  return `${kind}/${object.metadata.uid ?? ""}`;
}
