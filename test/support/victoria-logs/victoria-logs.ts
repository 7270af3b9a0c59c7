import { startVictoria, type VictoriaStore } from "../victoria/start-victoria.ts";

/** Starts a store of lines; at a free port unless told. */
export function startVictoriaLogs(port?: number): Promise<VictoriaStore> {
  return startVictoria({ name: "victoria-logs", moduleDir: import.meta.dirname, ...(port !== undefined && { port }) });
}
