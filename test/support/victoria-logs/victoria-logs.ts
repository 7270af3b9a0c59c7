import { startVictoria, type VictoriaStore } from "../victoria/start-victoria.ts";

/** Starts a store of lines. */
export function startVictoriaLogs(): Promise<VictoriaStore> {
  return startVictoria({ name: "victoria-logs", moduleDir: import.meta.dirname });
}
