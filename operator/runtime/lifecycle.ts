import type { Logger } from "../../adapters/log/logger.ts";

/** One part of a process: how it starts, and how it stops. */
export type Part = Readonly<{
  name: string;
  /** Returns when the part works; gives up when the signal aborts. */
  start: (signal: AbortSignal) => Promise<void> | void;
  stop?: () => Promise<void> | void;
}>;

/** Starts parts in order and stops those that were started in reverse, each within a time limit. */
export class Lifecycle {
  readonly #logger: Logger;
  readonly #stopTimeoutMs: number;
  readonly #parts: Part[] = [];
  readonly #stopping = new AbortController();
  readonly #failed = Promise.withResolvers<Error>();
  readonly #started: Part[] = [];
  #starting: Promise<void> = Promise.resolve();
  #stopped: Promise<void> | undefined;

  constructor(logger: Logger, stopTimeoutMs = 25_000) {
    this.#logger = logger;
    this.#stopTimeoutMs = stopTimeoutMs;
  }

  /** Aborts as soon as the process is asked to stop. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Resolves when a background part ends by itself: the process is then to stop with a fault. */
  get failed(): Promise<Error> {
    return this.#failed.promise;
  }

  add(part: Part): this {
    this.#parts.push(part);
    return this;
  }

  /** Adds a part that runs until its signal aborts, which happens in its turn of the stopping order. */
  addBackground(name: string, run: (signal: AbortSignal) => Promise<void>): this {
    const controller = new AbortController();
    let ended: Promise<void> = Promise.resolve();
    return this.add({
      name,
      start: () => {
        ended = run(controller.signal).then(
          () => this.#onEnd(name, controller.signal, undefined),
          (error: unknown) => this.#onEnd(name, controller.signal, error),
        );
      },
      stop: () => {
        controller.abort();
        return ended;
      },
    });
  }

  /** Starts all parts; rejects with the first fault, after which `stop` is still due. */
  start(): Promise<void> {
    this.#starting = this.#startAll();
    return this.#starting;
  }

  /** Stops what was started, last first; safe to call more than once. */
  stop(): Promise<void> {
    this.#stopping.abort();
    this.#stopped ??= this.#stopAll();
    return this.#stopped;
  }

  async #startAll(): Promise<void> {
    for (const part of this.#parts) {
      if (this.signal.aborted) return;
      // Noted before it has started: a half-started part is stopped too.
      this.#started.push(part);
      await part.start(this.signal);
    }
  }

  async #stopAll(): Promise<void> {
    await this.#within("start", this.#starting);
    for (const part of this.#started.reverse()) {
      await this.#within(
        part.name,
        Promise.resolve().then(() => part.stop?.()),
      );
    }
  }

  async #within(name: string, work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        this.#logger.error("Stopping took too long", { part: name });
        resolve();
      }, this.#stopTimeoutMs);
    });
    const done = work.catch((error: unknown) => {
      this.#logger.error("Stopping failed", { part: name, error });
    });
    await Promise.race([done, late]);
    clearTimeout(timer);
  }

  #onEnd(name: string, signal: AbortSignal, error: unknown): void {
    if (signal.aborted) return;
    this.#failed.resolve(new Error(`${name} ended`, { cause: error }));
  }
}
