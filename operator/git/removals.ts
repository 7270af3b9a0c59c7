import { readTrailers } from "./read-trailers.ts";

const KNOWN_MAX = 20_000;

/**
 * Remembers what was taken out of the branch because it was deleted. What comes back without being delivered anew (a
 * force-push to an older tree brings it) is told by this from what merely has no resource: that may have lost it.
 */
export class Removals {
  /** The resource that it was of, by folder, oldest first. */
  readonly #resources = new Map<string, string>();
  readonly #folders = new Map<string, Set<string>>();

  has(folder: string): boolean {
    return this.#resources.has(folder);
  }

  /** Notes that a resource was deleted. */
  add(folder: string, resource: string): void {
    this.takeBack(folder);
    this.#resources.set(folder, resource);
    const folders = this.#folders.get(resource) ?? new Set();
    this.#folders.set(resource, folders.add(folder));
    const [oldest] = this.#resources.keys();
    if (this.#resources.size > KNOWN_MAX && oldest !== undefined) this.takeBack(oldest);
  }

  /** Notes that something is delivered there again. */
  takeBack(folder: string): void {
    const resource = this.#resources.get(folder);
    if (resource === undefined) return;
    this.#resources.delete(folder);
    const folders = this.#folders.get(resource);
    folders?.delete(folder);
    if (folders?.size === 0) this.#folders.delete(resource);
  }

  /** Notes commits, oldest first. What was delivered later under the same name may be the same: it was not removed then. */
  read(messages: readonly string[]): void {
    for (const { resource, removes } of messages.flatMap(readTrailers)) {
      if (removes !== undefined) this.add(removes, resource);
      else for (const folder of this.#folders.get(resource) ?? []) this.takeBack(folder);
    }
  }
}
