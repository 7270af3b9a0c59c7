import { WakeUp } from "../adapters/postgres/wake-up.ts";
import type { Logger } from "../adapters/log/logger.ts";
import { describeFault } from "./http/describe-fault.ts";

/** The set-up of a loop: `pass` works off what is due and says whether there may be more at once. */
type QueueLoopOptions = Readonly<{
  name: string;
  log: Logger;
  pollMs: number;
  pass: (signal: AbortSignal) => Promise<boolean>;
}>;

/** A pass that failed is made again this soon: Postgres may have been away for a moment. */
const RETRY_MS = 2_000;

/**
 * Works off a queue in Postgres: when it is woken, and at each poll even so, for what a gateway that died has left. Whoever
 * queues something wakes the loop of their own gateway, so that an empty queue need not be asked often.
 */
export class QueueLoop {
  readonly #options: QueueLoopOptions;
  readonly #work = new WakeUp();

  constructor(options: QueueLoopOptions) {
    this.#options = options;
  }

  /** Looks for work at once. */
  wake(): void {
    this.#work.wake();
  }

  /** Looks for work when what was put off is due; what is due after the next poll is found by a poll. */
  wakeAfter(delayMs: number): void {
    if (delayMs < this.#options.pollMs) setTimeout(() => this.#work.wake(), delayMs).unref();
  }

  /** Works until the signal aborts; never rejects. Of faults in a row the first is logged. */
  async run(signal: AbortSignal): Promise<void> {
    const { name, log, pollMs, pass } = this.#options;
    signal.addEventListener("abort", () => this.#work.wake());
    let failures = 0;
    while (!signal.aborted) {
      try {
        if (await pass(signal)) this.#work.wake();
        failures = 0;
      } catch (error) {
        failures += 1;
        this.#work.forget();
        if (failures === 1) log.info("A queue is put off", { queue: name, fault: describeFault(error) });
      }
      await this.#work.wait(failures === 0 ? pollMs : Math.min(pollMs, RETRY_MS), signal);
    }
  }
}
