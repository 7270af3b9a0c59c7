import type pg from "pg";
import { processUsage } from "./process-usage.ts";

/** What Postgres has done so far for a database: CPU time of each connection that is open, by its process, and transactions. */
export type PostgresUsage = Readonly<{ cpuMs: ReadonlyMap<number, number>; transactions: number }>;

/** Reads it; connections called `bench` are left out. */
export async function postgresUsage(database: Pick<pg.Client, "query">): Promise<PostgresUsage> {
  const { rows: servers } = await database.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name <> 'bench'",
  );
  const cpuMs = await Promise.all(
    servers.map(async ({ pid }) => [pid, (await processUsage(pid).catch(() => ({ cpuMs: 0 }))).cpuMs] as const),
  );
  const { rows } = await database.query<{ count: string }>(
    "SELECT xact_commit AS count FROM pg_stat_database WHERE datname = current_database()",
  );
  return { cpuMs: new Map(cpuMs), transactions: Number(rows[0]!.count) };
}

/** Adds up what the connections took that are still there. */
export function postgresCpuMs(before: PostgresUsage, after: PostgresUsage): number {
  return [...after.cpuMs].reduce((sum, [pid, cpuMs]) => sum + cpuMs - (before.cpuMs.get(pid) ?? 0), 0);
}
