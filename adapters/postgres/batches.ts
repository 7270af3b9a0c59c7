/** Answers what is asked for, each in its place. */
type AskMany<Asked, Found> = (asked: readonly Asked[]) => Promise<readonly Found[]>;

type Waiting<Asked, Found> = Readonly<{
  asked: Asked;
  resolve: (found: Found) => void;
  reject: (fault: unknown) => void;
}>;

/**
 * Asks together for what is asked for in the same turn of the event loop: nobody waits longer for it, as the turn would have sent
 * one question after the other anyway, and the busier a process is, the more each question answers (docs/adr/0125).
 */
export class Batches<Asked, Found> {
  readonly #askMany: AskMany<Asked, Found>;
  readonly #most: number;
  #waiting: Waiting<Asked, Found>[] = [];

  /** At most `most` go into one question, so that several connections share the work of a long turn. */
  constructor(askMany: AskMany<Asked, Found>, most: number) {
    this.#askMany = askMany;
    this.#most = most;
  }

  /** Asks with the others of this turn. */
  ask(asked: Asked): Promise<Found> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#send());
      this.#waiting.push({ asked, resolve, reject });
    });
  }

  #send(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < waiting.length; at += this.#most) this.#answer(waiting.slice(at, at + this.#most));
  }

  #answer(batch: readonly Waiting<Asked, Found>[]): void {
    this.#askMany(batch.map(({ asked }) => asked)).then(
      (found) => {
        for (const [index, { resolve }] of batch.entries()) resolve(found[index] as Found);
      },
      (fault: unknown) => {
        for (const { reject } of batch) reject(fault);
      },
    );
  }
}
