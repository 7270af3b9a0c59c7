/** Joins the caller's signal and a deadline; releases both, since a signal of the process's life keeps its listeners. */
export class Aborter {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #onOuter = (): void => this.#controller.abort();
  readonly #timer: NodeJS.Timeout;
  timedOut = false;
  /** Holds what `beforeSend` threw: the caller's own error is not the connection's. */
  refusal: { error: unknown } | undefined;

  constructor(outer: AbortSignal | undefined, timeoutMs: number) {
    this.#outer = outer;
    if (outer?.aborted === true) this.#controller.abort();
    else outer?.addEventListener("abort", this.#onOuter, { once: true });
    this.#timer = setTimeout(
      () => {
        this.timedOut = true;
        this.#controller.abort();
      },
      Math.max(0, timeoutMs),
    );
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Has what `beforeSend` throws be told as it is. */
  asking(beforeSend: (() => void) | undefined): (() => void) | undefined {
    return (
      beforeSend &&
      (() => {
        try {
          beforeSend();
        } catch (error) {
          this.refusal = { error };
          throw error;
        }
      })
    );
  }

  stopTimer(): void {
    clearTimeout(this.#timer);
  }

  release(): void {
    this.stopTimer();
    this.#outer?.removeEventListener("abort", this.#onOuter);
  }
}
