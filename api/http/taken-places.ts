/** Counts what each has open at this process. */
export class TakenPlaces {
  readonly #taken = new Map<string, number>();

  /** Takes a place and returns how to give it back, which counts once; undefined for who has as many as they may. */
  take(key: string, max: number): (() => void) | undefined {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= max) return undefined;
    this.#taken.set(key, taken + 1);
    let isTaken = true;
    return () => {
      if (isTaken) this.#leave(key);
      isTaken = false;
    };
  }

  #leave(key: string): void {
    const left = (this.#taken.get(key) ?? 1) - 1;
    if (left > 0) this.#taken.set(key, left);
    else this.#taken.delete(key);
  }
}
