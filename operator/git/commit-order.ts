import type { CommitHeader } from "./commit-object.ts";

/** How a revision stands to a commit: it contains it, comes before it, or one of the two was never seen. */
export type Relation = "same-or-after" | "before" | "unknown";

const KNOWN_MAX = 100_000;

/**
 * Remembers the branch's commits in their order, oldest first. All of them lie on one chain of parents,
 * so that a greater ordinal always means "contains the other".
 */
export class CommitOrder {
  readonly #ordinals = new Map<string, number>();
  #next = 0;

  ordinal(id: string): number | undefined {
    return this.#ordinals.get(id);
  }

  /** Returns what belongs to the commits that lie on the chain, oldest first. */
  sort<T>(of: ReadonlyMap<string, T>): T[] {
    const known = [...of].flatMap(([id, value]) => {
      const ordinal = this.#ordinals.get(id);
      return ordinal === undefined ? [] : [{ ordinal, value }];
    });
    return known.sort((one, other) => one.ordinal - other.ordinal).map(({ value }) => value);
  }

  append(id: string): number {
    const ordinal = this.#next;
    this.#next += 1;
    this.#ordinals.set(id, ordinal);
    if (this.#ordinals.size > KNOWN_MAX) {
      for (const oldest of this.#ordinals.keys()) {
        this.#ordinals.delete(oldest);
        break;
      }
    }
    return ordinal;
  }

  clear(): void {
    this.#ordinals.clear();
  }

  compare(commit: string, revision: string): Relation {
    if (commit === revision) return "same-or-after";
    const first = this.#ordinals.get(commit);
    const second = this.#ordinals.get(revision);
    if (first === undefined || second === undefined) return "unknown";
    return second >= first ? "same-or-after" : "before";
  }

  /** Moves to a new head: forgets the commits that are no longer in its history, appends the chain up to it. */
  moveTo(head: string, fetched: Fetched): number {
    const base = this.#newestKnown(head, fetched);
    const keepUntil = base === undefined ? -1 : (this.#ordinals.get(base) ?? -1);
    for (const [id, ordinal] of this.#ordinals) if (ordinal > keepUntil) this.#ordinals.delete(id);
    for (const id of chain(head, base, fetched)) this.append(id);
    return this.#ordinals.get(head) ?? this.append(head);
  }

  #newestKnown(head: string, fetched: Fetched): string | undefined {
    let newest: string | undefined;
    for (const id of reachable(head, fetched)) {
      const ordinal = this.#ordinals.get(id);
      if (ordinal !== undefined && ordinal > (newest === undefined ? -1 : (this.#ordinals.get(newest) ?? -1)))
        newest = id;
    }
    return newest;
  }
}

function reachable(head: string, fetched: Fetched): Set<string> {
  const seen = new Set<string>([head]);
  // A Set grows while it is walked: this is the breadth-first queue.
  for (const id of seen) for (const parent of fetched.get(id)?.parents ?? []) seen.add(parent);
  return seen;
}

type Fetched = ReadonlyMap<string, Pick<CommitHeader, "parents">>;

/** Lists the commits after `base` up to `head` along one line of parents, oldest first. */
function chain(head: string, base: string | undefined, fetched: Fetched): string[] {
  return base === undefined ? firstParents(head, fetched).reverse() : lineBetween(head, base, fetched);
}

function firstParents(head: string, fetched: Fetched): string[] {
  const line: string[] = [];
  let id: string | undefined = head;
  while (id !== undefined && fetched.has(id)) {
    line.push(id);
    id = fetched.get(id)?.parents[0];
  }
  return line;
}

/** Walks breadth-first from the head down to the base; what was found is a line of parents, whatever merges lie between. */
function lineBetween(head: string, base: string, fetched: Fetched): string[] {
  const childOf = new Map<string, string | undefined>([[head, undefined]]);
  for (const [id] of childOf) {
    for (const parent of fetched.get(id)?.parents ?? []) if (!childOf.has(parent)) childOf.set(parent, id);
  }
  const line: string[] = [];
  for (let id = childOf.get(base); id !== undefined; id = childOf.get(id)) line.push(id);
  return line;
}
