import { startVictoria, type VictoriaStore } from "../victoria/start-victoria.ts";

/** Starts a store of metrics. */
export function startVictoriaMetrics(more: readonly string[] = []): Promise<VictoriaStore> {
  const args = ["-search.latencyOffset=0s", ...more];
  return startVictoria({ name: "victoria-metrics", moduleDir: import.meta.dirname, args });
}
