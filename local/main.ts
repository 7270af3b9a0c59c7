/*
 * `make run`: starts the embedded stack, says how to reach it, and stays until Ctrl-C or SIGTERM stops everything.
 */
import { loadLocalConfig } from "./config.ts";
import { connectionPath } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { shellSettingsPath } from "./shell-settings.ts";
import { startStack } from "./stack.ts";
import type { Stack } from "./stack.ts";

const begun = performance.now();

function report(line: string): void {
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`[${String(seconds).padStart(4)} s] ${line}`);
}

function describe(connection: Connection, homeDir: string): string {
  return [
    "",
    "Berth is running.",
    `  Console      ${connection.url}/   (sign in as ${connection.admin.email}, password ${connection.admin.password})`,
    `  Interface    ${connection.url}/api/v1   (documentation: ${connection.url}/docs)`,
    `  Metrics      ${connection.metrics_url}`,
    `  Service      token ${connection.service_token}`,
    `  Kubernetes   export KUBECONFIG=${connection.kubeconfig}`,
    `  Git          ${connection.git.url}   user berth, password ${connection.git.token}, branch ${connection.git.branch}`,
    `  Postgres     ${connection.postgres_url}`,
    `  Argo CD      namespace ${connection.argocd_namespace}`,
    `  Registry     ${connection.registry.address}   (certificate authority: ${connection.registry.ca_file})`,
    `The same for programs: ${connectionPath(homeDir)}, for a shell: . ${shellSettingsPath(homeDir)}`,
    "Ctrl-C stops everything; the data stays, make clean removes it.",
    "",
  ].join("\n");
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
  console.log(describe(stack.connection, config.homeDir));
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
