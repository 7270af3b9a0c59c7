import type { Clock } from "./clock.ts";

/** Aborts its signal when it was not fed for a while, or when the outer signal aborts; who never feeds it has a deadline. */
export class Watchdog {
  readonly #clock: Clock;
  readonly #patienceMs: number;
  readonly #outer: AbortSignal;
  readonly #controller = new AbortController();
  readonly #onOuter = (): void => this.#controller.abort();
  #fedMs: number;
  #cancel: () => void;
  #bit = false;

  constructor(clock: Clock, patienceMs: number, outer: AbortSignal) {
    this.#clock = clock;
    this.#patienceMs = patienceMs;
    this.#outer = outer;
    this.#fedMs = clock.monotonicMs();
    if (outer.aborted) this.#controller.abort();
    outer.addEventListener("abort", this.#onOuter, { once: true });
    this.#cancel = clock.setTimeout(() => this.#check(), patienceMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Says whether time, not the outer signal, was the cause. */
  get bit(): boolean {
    return this.#bit;
  }

  /** Only notes the time: setting a timer for each event would cost more than the event. */
  feed(): void {
    this.#fedMs = this.#clock.monotonicMs();
  }

  release(): void {
    this.#cancel();
    this.#outer.removeEventListener("abort", this.#onOuter);
  }

  #check(): void {
    const leftMs = this.#fedMs + this.#patienceMs - this.#clock.monotonicMs();
    if (leftMs > 0) {
      this.#cancel = this.#clock.setTimeout(() => this.#check(), leftMs);
      return;
    }
    this.#bit = true;
    this.#controller.abort();
  }
}
