import type { EventHub } from "../events/event-hub.ts";

/** How long access that nobody has taken back may go on without being asked for, at most. */
const LOOK_EVERY_MS = 5_000;

type Waiting = Readonly<{ revocations: number; resolve: () => void }>;

/**
 * Says when the access of open sessions is asked for: for all of them in one turn, so that their questions share statements
 * (docs/adr/0136). A round comes within five seconds, at a moment of this gateway's own, and at once after somebody lost a right.
 */
export class AccessRounds {
  readonly #hub: Pick<EventHub, "wait" | "clock" | "revocations">;
  readonly #random: () => number;
  readonly #waiting = new Set<Waiting>();
  /** Ends the wait for a round that nobody is waiting for any more. */
  #round: AbortController | undefined;

  constructor(hub: Pick<EventHub, "wait" | "clock" | "revocations">, random: () => number = Math.random) {
    this.#hub = hub;
    this.#random = random;
  }

  /** Waits for the next round; `revocations` is how many the hub had counted when the session last asked. */
  async next(revocations: number, signal: AbortSignal): Promise<void> {
    // Somebody lost a right while it was asked: what it heard may be older than that.
    if (signal.aborted || this.#hub.revocations !== revocations) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const waiting: Waiting = { revocations, resolve: () => resolve(undefined) };
    const leave = (): void => this.#leave(waiting);
    signal.addEventListener("abort", leave, { once: true });
    this.#waiting.add(waiting);
    this.#round ??= this.#begin();
    await promise;
    signal.removeEventListener("abort", leave);
  }

  #leave(waiting: Waiting): void {
    this.#waiting.delete(waiting);
    waiting.resolve();
    if (this.#waiting.size === 0) this.#round?.abort();
  }

  #begin(): AbortController {
    const round = new AbortController();
    const tell = (): void => this.#tellAll();
    this.#untilDue(round.signal).then(tell, tell);
    return round;
  }

  #tellAll(): void {
    this.#round = undefined;
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const { resolve } of all) resolve();
  }

  async #untilDue(signal: AbortSignal): Promise<void> {
    const { clock } = this.#hub;
    const dueAtMs = clock.monotonicMs() + LOOK_EVERY_MS * (1 - this.#random() / 2);
    for (;;) {
      const restMs = dueAtMs - clock.monotonicMs();
      if (signal.aborted || restMs <= 0 || this.#isOutOfDate()) return;
      await this.#hub.wait(restMs, signal);
    }
  }

  #isOutOfDate(): boolean {
    const { revocations: now } = this.#hub;
    for (const { revocations } of this.#waiting) if (revocations !== now) return true;
    return false;
  }
}
