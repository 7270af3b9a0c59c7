/** A first-in-first-out line whose `shift` costs the same at any length. */
class Line<T> {
  #items: T[] = [];
  #head = 0;

  get first(): T | undefined {
    return this.#items[this.#head];
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    if (this.#head === this.#items.length) return undefined;
    const item = this.#items[this.#head];
    this.#head += 1;
    if (this.#head > 1024 && this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

type Lane<T> = Readonly<{ name: string; items: Line<T> }>;

/**
 * Hands out items of several lanes in turn, within a lane first in, first out: who has much waiting delays nobody else by
 * more than an item. A lane that is empty is forgotten, and begins at the end of the turns.
 */
export class RoundRobin<T> {
  readonly #lanes = new Map<string, Lane<T>>();
  readonly #turns = new Line<Lane<T>>();

  push(name: string, item: T): void {
    let lane = this.#lanes.get(name);
    if (lane === undefined) {
      lane = { name, items: new Line() };
      this.#lanes.set(name, lane);
      this.#turns.push(lane);
    }
    lane.items.push(item);
  }

  /** What `shift` would take; an item is never undefined. */
  get first(): T | undefined {
    return this.#turns.first?.items.first;
  }

  /** Turns to the first lane that is open and tells what `shift` would take; other lanes go to the end of the turns. */
  firstOf(isOpen: (name: string) => boolean): T | undefined {
    for (let left = this.#lanes.size; left > 0; left -= 1) {
      const lane = this.#turns.first;
      if (lane === undefined || isOpen(lane.name)) return lane?.items.first;
      this.#turns.shift();
      this.#turns.push(lane);
    }
    return undefined;
  }

  shift(): T | undefined {
    const lane = this.#turns.shift();
    if (lane === undefined) return undefined;
    const item = lane.items.shift();
    if (lane.items.first === undefined) this.#lanes.delete(lane.name);
    else this.#turns.push(lane);
    return item;
  }

  /** Drops the first item without its lane losing its turn. */
  drop(): void {
    const lane = this.#turns.first;
    lane?.items.shift();
    if (lane === undefined || lane.items.first !== undefined) return;
    this.#turns.shift();
    this.#lanes.delete(lane.name);
  }

  /** Yields the oldest item of each lane. */
  *oldest(): Generator<T> {
    for (const { items } of this.#lanes.values()) if (items.first !== undefined) yield items.first;
  }
}
