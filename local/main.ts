/*
 * `make run`: starts the embedded stack, says how to reach it, and stays until Ctrl-C or SIGTERM stops everything.
 */
import { loadLocalConfig } from "./config.ts";
import { greeting } from "./greeting.ts";
import { startStack } from "./stack.ts";
import type { Stack } from "./stack.ts";

const begun = performance.now();

function report(line: string): void {
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`[${String(seconds).padStart(4)} s] ${line}`);
}

async function run(): Promise<void> {
  const config = loadLocalConfig();
  const asked = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => asked.abort(new Error("Stopped before it was ready")));
  let stack: Stack;
  try {
    stack = await startStack({ homeDir: config.homeDir, report, signal: asked.signal });
  } catch (error) {
    if (!asked.signal.aborted) throw error;
    report("stopped");
    return;
  }
  console.log(greeting(stack.connection, config.homeDir));
  // A timer keeps the process alive until it is asked to end, whatever its children do.
  const alive = setInterval(() => undefined, 2 ** 30);
  await new Promise<void>((resolve) => {
    if (asked.signal.aborted) resolve();
    else asked.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  clearInterval(alive);
  report("stopping");
  await stack.stop();
  report("stopped");
}

run().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
