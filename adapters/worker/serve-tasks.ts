import { parentPort } from "node:worker_threads";
import { BerthError } from "../../contract/errors.ts";

/** Are the functions that a thread does for others, by name; each takes and gives what can be copied. */
type Tasks = Readonly<Record<string, (input: never) => unknown>>;
/** What is asked of a thread. */
export type TaskCall = Readonly<{ task: string; input: unknown }>;
/** What a thread says: that it has loaded, what a task came to, or why it came to nothing. */
export type TaskAnswer =
  | Readonly<{ kind: "ready" }>
  | Readonly<{ kind: "done"; output: unknown }>
  | Readonly<{ kind: "refused"; message: string; details: Readonly<Record<string, unknown>> }>
  | Readonly<{ kind: "failed"; message: string }>;

/** Serves tasks in the thread that calls it. */
export function serveTasks(tasks: Tasks): void {
  parentPort?.on("message", ({ task, input }: TaskCall) => parentPort?.postMessage(answer(tasks, task, input)));
  parentPort?.postMessage({ kind: "ready" } satisfies TaskAnswer);
}

function answer(tasks: Tasks, task: string, input: unknown): TaskAnswer {
  try {
    return { kind: "done", output: tasks[task]?.(input as never) };
  } catch (error) {
    if (error instanceof BerthError && error.code === "render_failed")
      return { kind: "refused", message: error.publicMessage, details: error.details };
    return { kind: "failed", message: error instanceof Error ? error.message : "unknown" };
  }
}
