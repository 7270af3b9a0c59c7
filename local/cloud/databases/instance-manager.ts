/*
 * The status port of CloudNativePG's instance manager, as far as it is asked: GET /pg/status says how far a server's WAL is.
 * API servers pass nothing on to loopback, so that it listens at an address of this machine; it answers this machine only.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { networkInterfaces } from "node:os";
import { withServerSession } from "../../../adapters/postgres/server-session.ts";
import type { PostgresServer } from "./postgres-server.ts";

const SQL = `SELECT pg_is_in_recovery() AS follows,
  CASE WHEN NOT pg_is_in_recovery() THEN pg_current_wal_lsn()::text END AS current,
  coalesce(pg_last_wal_receive_lsn()::text, '') AS received,
  coalesce(pg_last_wal_replay_lsn()::text, '') AS replayed,
  (SELECT timeline_id FROM pg_control_checkpoint()) AS timeline,
  (SELECT system_identifier::text FROM pg_control_system()) AS system,
  (SELECT to_char(last_archived_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') FROM pg_stat_archiver) AS archived`;

/** Answers at the status port of one server. */
export class InstanceManager {
  readonly #server: PostgresServer;
  readonly port: number;
  #listening: Readonly<{ http: Server; address: string }> | undefined;

  constructor(server: PostgresServer, port: number) {
    this.#server = server;
    this.port = port;
  }

  /** Listens, also after this machine got another address; answers it, undefined where API servers pass nothing on to any. */
  async listen(): Promise<string | undefined> {
    const address = machineAddress();
    if (this.#listening?.address === address) return address;
    this.close();
    if (address === undefined) return undefined;
    const http = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    const listens = await new Promise<boolean>((resolve) => {
      http.on("error", () => resolve(false));
      http.listen({ host: address, port: this.port }, () => resolve(true));
    });
    if (!listens) return undefined;
    // The cloud ends when its clusters have.
    http.unref();
    this.#listening = { http, address };
    return address;
  }

  close(): void {
    this.#listening?.http.close();
    this.#listening?.http.closeAllConnections();
    this.#listening = undefined;
  }

  async #answer({ socket, url }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (socket.remoteAddress !== socket.localAddress) return void socket.destroy();
    if (url !== "/pg/status") return void response.writeHead(404).end();
    try {
      const status = await readStatus(this.#server);
      response.writeHead(200, { "content-type": "application/json", connection: "close" }).end(JSON.stringify(status));
    } catch (error) {
      response.writeHead(500, { connection: "close" }).end((error as Error).message);
    }
  }
}

/** Has the members of CloudNativePG's PostgresqlStatus that say how far the WAL is. */
async function readStatus(server: PostgresServer): Promise<object> {
  const [row = {}] = await withServerSession(server.login(), (ask) => ask(SQL));
  const common = { systemID: row["system"], timeLineID: Number(row["timeline"]), isPrimary: row["follows"] === false };
  const archived = { lastArchivedWALTime: row["archived"] ?? "-infinity" };
  if (row["follows"] === false) return { ...common, ...archived, currentLsn: row["current"] };
  return { ...common, ...archived, receivedLsn: row["received"], replayLsn: row["replayed"] };
}

/** Finds an address of this machine that API servers pass requests on to. */
function machineAddress(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return addresses.find(
    ({ family, internal, address }) => family === "IPv4" && !internal && !/^169\.254\./.test(address),
  )?.address;
}
