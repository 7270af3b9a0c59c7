import { startVictoria, type VictoriaStore } from "../victoria/start-victoria.ts";

/** Starts a store of metrics; at a free port unless told. */
export function startVictoriaMetrics(more: readonly string[] = [], port?: number): Promise<VictoriaStore> {
  const args = ["-search.latencyOffset=0s", ...more];
  const program = { name: "victoria-metrics", moduleDir: import.meta.dirname, args } as const;
  return startVictoria({ ...program, ...(port !== undefined && { port }) });
}
