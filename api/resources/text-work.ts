import { BoundedWorker, TooCostlyError } from "../../adapters/worker/bounded-worker.ts";
import { BerthError } from "../../contract/errors.ts";
import { TakenPlaces } from "../http/taken-places.ts";
import type { Fault } from "../http/validation-fault.ts";
import { refusedValue } from "../http/refused-value.ts";

type Task = "assertRendered" | "renderValues" | "planDeployment" | "planDeletion";
type Run = <Output>(task: Task, input: unknown, namespace: string) => Promise<Output>;

/** Does work with much text of a user where no other request waits for it, of each organization in turn. */
export type TextWork = Readonly<{
  /** Refuses whose organization has too much of it waiting. */
  run: Run;
  /** Does what follows a write that stands: it waits, however much does. */
  runOfWritten: Run;
  close: () => Promise<void>;
}>;

// Somebody waits for the answer.
const BUDGET = { cpuMs: 1_500, heapMb: 192 };
/** Each holds the text of its request, and the last has its answer when all before it have theirs. */
const PER_ORGANIZATION_MAX = 32;
const RETRY_AFTER_SECONDS = 5;

/** Creates the thread of a gateway. */
export function createTextWork(): TextWork {
  const worker = new BoundedWorker(new URL("../text-tasks.ts", import.meta.url), BUDGET);
  const places = new TakenPlaces();
  const within =
    (max: number): Run =>
    async (task, input, namespace) => {
      const leave = places.take(namespace, max);
      if (leave === undefined) throw tooMany();
      return worker.run<never>(task, input, namespace).finally(leave);
    };
  return { run: within(PER_ORGANIZATION_MAX), runOfWritten: within(Infinity), close: () => worker.close() };
}

function tooMany(): BerthError {
  return new BerthError("rate_limited", {
    publicMessage: `${PER_ORGANIZATION_MAX} requests of this organization wait to be rendered; repeat shortly.`,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Makes a 422 of what took too long; all else stays what it is. */
export function refuseTooCostly(loc: Fault["loc"], error: unknown): unknown {
  if (!(error instanceof TooCostlyError)) return error;
  return refusedValue(
    loc,
    "custom_values_yaml, config or the manifest takes too long to render: make it shorter or simpler",
  );
}
