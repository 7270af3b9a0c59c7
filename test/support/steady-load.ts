import { expect } from "chai";
import { eventually } from "./eventually.ts";

const EVERY_MS = 10;
const DEADLINE_MS = 5 * 60_000;

/** A hundred requests a second by the clock unless told, whether or not the ones before were answered. */
export class SteadyLoad {
  readonly #failures: string[] = [];
  readonly #pending = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #answered = 0;

  /** Begins at once. */
  constructor(ask: () => Promise<{ status: number; text: string }>, everyMs = EVERY_MS) {
    this.#timer = setInterval(() => {
      const one = this.#send(ask);
      this.#pending.add(one);
      one.finally(() => this.#pending.delete(one)).catch(() => undefined);
    }, everyMs);
  }

  /** Waits until so many more were answered. */
  async answers(more: number): Promise<void> {
    const goal = this.#answered + more;
    await eventually(() => expect(this.#answered).to.be.at.least(goal), DEADLINE_MS);
  }

  /** Ends it, and lists what failed. */
  async end(): Promise<readonly string[]> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending);
    console.log(`      ${this.#answered} requests answered, ${this.#failures.length} failed`);
    return this.#failures;
  }

  async #send(ask: () => Promise<{ status: number; text: string }>): Promise<void> {
    const sent = new Date();
    const fail = (what: string): void => {
      this.#failures.push(`${what} (sent ${sent.toISOString()}, told after ${Date.now() - sent.getTime()} ms)`);
    };
    try {
      const { status, text } = await ask();
      this.#answered += 1;
      if (status !== 200) fail(`${status} ${text.slice(0, 100)}`);
    } catch (error) {
      fail(String(error));
    }
  }
}
