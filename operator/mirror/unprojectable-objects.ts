import type { PendingChange } from "./pending-changes.ts";

/** Holds which objects cannot be projected or stored as they are now; never more than there are. */
export class UnprojectableObjects {
  readonly #uids = new Map<string, Set<string>>();

  /** Enters what became of an object's newest version. */
  settle({ kind, object, isDeleted }: PendingChange, isProjected: boolean): void {
    const uid = object.metadata.uid ?? "";
    const uids = this.#uids.get(kind) ?? new Set();
    if (isProjected || isDeleted) uids.delete(uid);
    else this.#uids.set(kind, uids.add(uid));
  }

  /** Forgets all of them: each object that there is will be settled anew. */
  clear(): void {
    for (const uids of this.#uids.values()) uids.clear();
  }

  /** Counts them by kind; a kind that has none any more says 0. */
  counts(): [kind: string, count: number][] {
    return [...this.#uids].map(([kind, uids]) => [kind, uids.size]);
  }
}
