import { withServerSession } from "../../../adapters/postgres/server-session.ts";
import type { InstanceFacts } from "./cluster-status.ts";
import type { PostgresServer } from "./postgres-server.ts";

const AGAIN_MS = 10_000;

/** Asks a server now and then whether its WAL reaches the archive. */
export class ArchiveWatch {
  readonly #server: PostgresServer;
  #seen: InstanceFacts["archiving"];
  #atMs = Number.NEGATIVE_INFINITY;

  constructor(server: PostgresServer) {
    this.#server = server;
  }

  async look(): Promise<InstanceFacts["archiving"]> {
    if (performance.now() - this.#atMs < AGAIN_MS) return this.#seen;
    const [row = {}] = await withServerSession(this.#server.login(), (ask) =>
      ask(
        "SELECT last_failed_wal, coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS failing FROM pg_stat_archiver",
      ),
    );
    this.#atMs = performance.now();
    this.#seen =
      row["failing"] === true
        ? { working: false, message: `Archiving ${String(row["last_failed_wal"])} failed` }
        : { working: true, message: "Continuous archiving is working" };
    return this.#seen;
  }
}
