import { Agent, request } from "undici";
import { z } from "zod";
import type { SecretText } from "../../contract/secret-text.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";
import { LINE_FIELDS, linesQuery, type LinesChoice, type LinesRange, type LinesScope } from "./log-store-query.ts";

/** Lists the stores whose interface is spoken. */
export const LOG_STORE_KINDS = ["victoria-logs", "loki"] as const;

/** Where lines are kept, and by which field of a line it tells clusters apart. */
export type LogStoreAddress = Readonly<{
  kind: (typeof LOG_STORE_KINDS)[number];
  url: string;
  token: SecretText | undefined;
  clusterField: string;
  /** Whose lines they are, of a Loki that has several tenants. */
  tenant?: string | undefined;
}>;

/** A line that was kept. */
export type KeptLine = Readonly<{ at: string; pod: string; container: string; text: string }>;

/** Which lines are read. */
export type LinesWish = Readonly<{ scope: LinesScope; choice: LinesChoice; range: LinesRange }>;

/** Reads lines that were kept. */
export interface LogStore {
  /** Reads the newest lines that fit, oldest first. Rejects with LogStoreFault. */
  read(wish: LinesWish, signal: AbortSignal): Promise<readonly KeptLine[]>;
}

/** Says that the store did not answer as it should, or too much; what it said is not passed on. */
export class LogStoreFault extends Error {
  readonly kind: "silent" | "too much";

  constructor(kind: "silent" | "too much", message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

export const LOG_CONNECT_MS = 5_000;
export const LOG_TIMEOUT_MS = 30_000;
export const LOG_ANSWER_BYTES_MAX = 8 * 1_048_576;
const TOO_MUCH = "UND_ERR_RES_EXCEEDED_MAX_SIZE";
const NANOSECONDS = 1_000_000n;
const row = z.object({
  _time: z.string().max(40),
  _msg: z.string().default(""),
  [LINE_FIELDS.pod]: z.string().default(""),
  [LINE_FIELDS.container]: z.string().default(""),
});

/** Creates the client of a store that speaks VictoriaLogs' query interface. */
export function createVictoriaLogs({ url, token, clusterField }: Omit<LogStoreAddress, "kind">): LogStore {
  const path = `${withoutEndSlashes(url)}/select/logsql/query`;
  const dispatcher = new Agent({ connect: { timeout: LOG_CONNECT_MS }, maxResponseSize: LOG_ANSWER_BYTES_MAX });
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    ...authorizationOf(token),
  };
  return {
    async read({ scope, choice, range }, signal) {
      const { fromMs, toMs, linesMax } = range;
      const asked = new URLSearchParams(linesQuery(scope, choice, clusterField).map(([name, value]) => [name, value]));
      asked.set("start", nanoseconds(fromMs));
      asked.set("end", nanoseconds(toMs));
      asked.set("limit", String(linesMax));
      asked.set("timeout", `${LOG_TIMEOUT_MS / 1_000}s`);
      try {
        const within = AbortSignal.any([signal, AbortSignal.timeout(LOG_TIMEOUT_MS)]);
        const body = asked.toString();
        const response = await request(path, { method: "POST", headers, body, dispatcher, signal: within });
        const text = await response.body.text();
        if (response.statusCode !== 200) throw new LogStoreFault("silent", `answered ${response.statusCode}`);
        return linesOf(text, linesMax);
      } catch (error) {
        throw toLogStoreFault(error);
      }
    },
  };
}

/** Writes the header by which a store knows the gateway. */
export function authorizationOf(token: SecretText | undefined): Readonly<{ authorization?: string }> {
  return token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
}

function linesOf(text: string, linesMax: number): KeptLine[] {
  const rows = text.split("\n").filter((line) => line !== "");
  const lines = rows.map((one) => lineOf(row.parse(JSON.parse(one))));
  return lines.toSorted((one, other) => compare(sortable(one.at), sortable(other.at))).slice(-linesMax);
}

function lineOf(given: z.output<typeof row>): KeptLine {
  return {
    at: given._time,
    pod: given[LINE_FIELDS.pod],
    container: given[LINE_FIELDS.container],
    text: given._msg,
  };
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Makes times of different precision comparable as texts; the store writes all of them in UTC. */
function sortable(at: string): string {
  const [whole = "", fraction = ""] = at.replace(/Z$/, "").split(".");
  return `${whole}.${fraction.padEnd(9, "0")}`;
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.floor(ms)) * NANOSECONDS);
}

/** Makes of whatever went wrong what a store's reader rejects with. */
export function toLogStoreFault(error: unknown): LogStoreFault {
  if (error instanceof LogStoreFault) return error;
  const isTooMuch = (error as { code?: unknown } | undefined)?.code === TOO_MUCH;
  if (isTooMuch) return new LogStoreFault("too much", "answered more than is taken", { cause: error });
  return new LogStoreFault("silent", "did not answer as it should", { cause: error });
}
