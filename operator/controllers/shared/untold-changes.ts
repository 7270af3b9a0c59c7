/**
 * Remembers since when what was decided of an object is not told by its status. What a push or an answer is about to bring is
 * told together with it, in one write instead of two; nobody waits for longer than some seconds to hear that a change was accepted. A process
 * that dies meanwhile has lost nothing: the next one decides the same anew.
 */
import type { Clock } from "../../runtime/clock.ts";

/** Since when the objects of one kind have something untold, by their keys. */
export class UntoldChanges {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #sinceMs = new Map<string, number>();

  constructor(clock: Pick<Clock, "monotonicMs">) {
    this.#clock = clock;
  }

  /** Tells whether an object may stay as it is told for now; the moment begins with the first time this is asked. */
  mayWait(key: string, withinMs: number): boolean {
    const nowMs = this.#clock.monotonicMs();
    const sinceMs = this.#sinceMs.get(key);
    if (sinceMs === undefined) this.#sinceMs.set(key, nowMs);
    return nowMs - (sinceMs ?? nowMs) < withinMs;
  }

  /** Notes that it was told, or that there is nobody to tell of. */
  forget(key: string): void {
    this.#sinceMs.delete(key);
  }
}
