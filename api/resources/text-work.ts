import { BoundedWorker, TooCostlyError } from "../../adapters/worker/bounded-worker.ts";
import type { Fault } from "../http/validation-fault.ts";
import { refusedValue } from "../http/refused-value.ts";

/** Does work with much text of a user where no other request waits for it, of each organization in turn. */
export type TextWork = Readonly<{
  run: <Output>(
    task: "assertRendered" | "renderValues" | "planDeployment" | "planDeletion",
    input: unknown,
    namespace: string,
  ) => Promise<Output>;
  close: () => Promise<void>;
}>;

// Somebody waits for the answer.
const BUDGET = { cpuMs: 1_500, heapMb: 192 };

/** Creates the thread of a gateway. */
export function createTextWork(): TextWork {
  const worker = new BoundedWorker(new URL("../text-tasks.ts", import.meta.url), BUDGET);
  return { run: (task, input, namespace) => worker.run(task, input, namespace), close: () => worker.close() };
}

/** Makes a 422 of what took too long; all else stays what it is. */
export function refuseTooCostly(loc: Fault["loc"], error: unknown): unknown {
  if (!(error instanceof TooCostlyError)) return error;
  return refusedValue(
    loc,
    "custom_values_yaml, config or the manifest takes too long to render: make it shorter or simpler",
  );
}
