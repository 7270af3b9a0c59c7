import { KubeError, isConflict } from "../../adapters/kubernetes/kube-error.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import { stackOf } from "../../adapters/log/thrown.ts";
import type { Clock } from "./clock.ts";
import type { KeyedQueue } from "./keyed-queue.ts";
import type { RuntimeMetrics } from "./metrics.ts";
import { withinPass } from "./pass.ts";
import { Watchdog } from "./watchdog.ts";

/** How a pass ended: nothing is left to do, or look again later. */
export type Outcome = (Readonly<{ kind: "settled" }> | Readonly<{ kind: "wait"; afterMs: number; reason: string }>) &
  Readonly<{
    /** Set where the pass has decided of what it wrote to its own object as the next one would. */
    hasSeenItsWrite?: true;
  }>;

/**
 * What follows an error: nothing until the object changes, a fixed delay, or a growing one. One that all keys meet
 * at once and that is told elsewhere is `expected`, and not told again for each of them.
 */
export type Retry =
  | Readonly<{ kind: "never" }>
  | Readonly<{ kind: "after"; ms: number; expected?: boolean }>
  | Readonly<{ kind: "backoff" }>;

/** The set-up of a controller's loop. */
export type ControllerOptions = Readonly<{
  name: string;
  queue: KeyedQueue;
  reconcile: (key: string, signal: AbortSignal) => Promise<Outcome>;
  clock: Clock;
  logger: Logger;
  metrics: RuntimeMetrics;
  deadlineMs?: number;
  classify?: (error: unknown) => Retry;
}>;

type Result = "settled" | "wait" | "conflict" | "stalled" | "error" | "timeout" | "aborted";

const DEADLINE_MS = 60_000;
const CONFLICT_RETRY_MAX_MS = 2_000;
/** What was foreseen is looked at all the same, unless a pass comes before. */
const SOON_MS = 1_000;

/** Runs `reconcile` for each key of the queue until the queue is drained. */
export function runController(options: ControllerOptions): void {
  const { clock, metrics, name, queue } = options;
  queue.start(async (key, signal) => {
    const startedMs = clock.monotonicMs();
    // A pass keeps its key until it has really ended: two workers are worse.
    const deadline = new Watchdog(clock, options.deadlineMs ?? DEADLINE_MS, signal);
    deadline.signal.addEventListener("abort", () => options.logger.warn("Aborting a pass", { controller: name, key }));
    let result: Result;
    try {
      const outcome = await withinPass(deadline.signal, () => options.reconcile(key, deadline.signal));
      queue.forget(key);
      if (outcome.kind === "wait") queue.addAfter(key, outcome.afterMs);
      if (outcome.hasSeenItsWrite === true) queue.sawWritten(key, SOON_MS);
      result = outcome.kind;
    } catch (error) {
      result = signal.aborted ? "aborted" : afterError(options, key, error, deadline.bit);
    } finally {
      deadline.release();
    }
    metrics.reconcileSeconds.observe({ controller: name, result }, (clock.monotonicMs() - startedMs) / 1000);
  });
}

function afterError(options: ControllerOptions, key: string, error: unknown, timedOut: boolean): Result {
  const { queue, logger, name } = options;
  // The object moved under the decision: decide anew. That is everyday life, not an error, and nobody is spared by waiting.
  if (isConflict(error)) {
    queue.retry(key, CONFLICT_RETRY_MAX_MS);
    return "conflict";
  }
  const retry = options.classify?.(error) ?? defaultRetry(error);
  const fields = { controller: name, key, error: stackOf(error), timedOut };
  if (retry.kind === "never") {
    queue.forget(key);
    logger.info("Stopped retrying until the object changes", fields);
    return "stalled";
  }
  const retryInMs = Math.round(retry.kind === "after" ? retry.ms : queue.retry(key));
  if (retry.kind === "after") queue.addAfter(key, retry.ms);
  if (retry.kind === "after" && retry.expected === true) return "aborted";
  logger.error("Reconciling failed", { ...fields, retryInMs });
  return timedOut ? "timeout" : "error";
}

/** Classifies what a controller does not classify itself. */
export function defaultRetry(error: unknown): Retry {
  const afterMs = error instanceof KubeError ? error.retryAfterMs : undefined;
  return afterMs === undefined ? { kind: "backoff" } : { kind: "after", ms: afterMs };
}
