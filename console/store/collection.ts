/** What a collection holds: anything that has a record id. */
export type Identified = Readonly<{ id: string }>;

/**
 * Resources of one kind, made of a listing and of the changes that come meanwhile:
 * 1. a change is newer than any page that arrives after it, as pages were read before: what changed is not taken from a page;
 * 2. what was there before the listing, and is neither listed nor changed, is gone when the listing ends;
 * 3. what is gone does not come back by a page;
 * 4. what was listed and changed is remembered for as long as the listing takes, and no longer: changes come for as long as a page is open.
 */
export class Collection<T extends Identified> {
  readonly #rows = new Map<string, T>();
  readonly #changed = new Set<string>();
  readonly #listed = new Set<string>();
  #isListing = false;

  /** Begins a listing anew. */
  begin(): void {
    this.#forget();
    this.#isListing = true;
  }

  /** Takes a page of the listing. */
  page(items: readonly T[]): void {
    for (const item of items) {
      this.#listed.add(item.id);
      if (!this.#changed.has(item.id)) this.#rows.set(item.id, item);
    }
  }

  /** Ends the listing: what it did not name is gone. */
  end(): void {
    for (const id of this.#rows.keys()) if (!this.#listed.has(id) && !this.#changed.has(id)) this.#rows.delete(id);
    this.#forget();
  }

  /** Takes a change; without a resource it is gone. */
  change(id: string, resource: T | undefined): void {
    if (this.#isListing) this.#changed.add(id);
    if (resource === undefined) this.#rows.delete(id);
    else this.#rows.set(id, resource);
  }

  /** Forgets all. */
  clear(): void {
    this.#forget();
    this.#rows.clear();
  }

  /** Answers what is there now. */
  rows(): readonly T[] {
    return [...this.#rows.values()];
  }

  #forget(): void {
    this.#isListing = false;
    this.#changed.clear();
    this.#listed.clear();
  }
}
