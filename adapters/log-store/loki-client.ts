/*
 * Reads lines of a Loki:
 * 1. It answers at most 5,000 lines and 30 days at a time, so what is asked for is read in pieces, the newest first.
 * 2. A piece may end within a nanosecond: the next one begins there, and brings its lines again.
 */
import { Agent, request } from "undici";
import { z } from "zod";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";
import {
  authorizationOf,
  LOG_ANSWER_BYTES_MAX,
  LOG_CONNECT_MS,
  LOG_TIMEOUT_MS,
  LogStoreFault,
  toLogStoreFault,
  type KeptLine,
  type LogStore,
  type LogStoreAddress,
} from "./log-store-client.ts";
import { LOKI_LABELS, lokiQuery } from "./loki-query.ts";

/** Loki's own defaults: max_entries_limit_per_query, and max_query_length, which is an hour longer. */
const LINES_AT_ONCE = 5_000;
const LENGTH = 30n * 86_400_000_000_000n;
const NANOSECONDS = 1_000_000n;
const SECOND = 1_000_000_000n;
const FRACTION_DIGITS = 9;

const stamp = z.string().regex(/^[0-9]{1,19}$/);
const answer = z.object({
  status: z.literal("success"),
  data: z.object({
    resultType: z.literal("streams"),
    result: z.array(
      z.object({
        stream: z.object({
          [LOKI_LABELS.pod]: z.string().default(""),
          [LOKI_LABELS.container]: z.string().default(""),
        }),
        values: z.array(z.tuple([stamp, z.string()]).rest(z.unknown())),
      }),
    ),
  }),
});

type Row = Readonly<{ ns: bigint; pod: string; container: string; text: string }>;
/** From when to when, without its end, in nanoseconds since 1970. */
type Piece = Readonly<{ from: bigint; to: bigint; lines: number }>;
type ReadPiece = (piece: Piece) => Promise<Readonly<{ rows: readonly Row[]; bytes: number }>>;

/** Creates the client of a Loki. */
export function createLoki({ url, token, clusterField, tenant }: LogStoreAddress): LogStore {
  const base = `${withoutEndSlashes(url)}/loki/api/v1/query_range`;
  const dispatcher = new Agent({ connect: { timeout: LOG_CONNECT_MS }, maxResponseSize: LOG_ANSWER_BYTES_MAX });
  const headers = {
    ...authorizationOf(token),
    ...(tenant !== undefined && { "x-scope-orgid": tenant }),
  };
  return {
    async read({ scope, choice, range }, signal) {
      const query = lokiQuery(scope, choice, clusterField);
      const within = AbortSignal.any([signal, AbortSignal.timeout(LOG_TIMEOUT_MS)]);
      const readPiece: ReadPiece = async ({ from, to, lines }) => {
        const piece = { start: String(from), end: String(to), limit: String(lines), direction: "backward" };
        const asked = new URLSearchParams({ query, ...piece });
        const response = await request(`${base}?${asked.toString()}`, { headers, dispatcher, signal: within });
        const text = await response.body.text();
        if (response.statusCode !== 200) throw new LogStoreFault("silent", `answered ${response.statusCode}`);
        return { rows: rowsOf(answer.parse(JSON.parse(text))), bytes: text.length };
      };
      try {
        const { fromMs, toMs, linesMax } = range;
        const rows = await readPieces(readPiece, { from: nanoseconds(fromMs), to: nanoseconds(toMs), lines: linesMax });
        return rows.map(lineOf);
      } catch (error) {
        throw toLogStoreFault(error);
      }
    },
  };
}

/** Reads the newest lines that are wanted, oldest first. */
async function readPieces(read: ReadPiece, wanted: Piece): Promise<readonly Row[]> {
  let [rows, to, bytes]: [readonly Row[], bigint, number] = [[], wanted.to, 0];
  while (to > wanted.from && rows.length < wanted.lines) {
    const from = to - LENGTH > wanted.from ? to - LENGTH : wanted.from;
    const piece = { from, to, lines: Math.min(LINES_AT_ONCE, wanted.lines - rows.length) };
    const told = await read(piece);
    bytes += told.bytes;
    if (bytes > LOG_ANSWER_BYTES_MAX) throw new LogStoreFault("too much", "answered more than is taken");
    const inside = told.rows.filter(({ ns }) => ns >= from && ns < to);
    if (rows.length + inside.length >= wanted.lines) return [...inside, ...rows].slice(-wanted.lines);
    const { kept, next } = cutPiece(inside, piece);
    [rows, to] = [[...kept, ...rows], next];
  }
  return rows;
}

/** Of the oldest nanosecond of a full piece there may be more: it is read again, unless there is nothing else in the piece. */
function cutPiece(rows: readonly Row[], { from, to, lines }: Piece): Readonly<{ kept: readonly Row[]; next: bigint }> {
  const [oldest] = rows;
  if (oldest === undefined || rows.length < lines) return { kept: rows, next: from };
  if (oldest.ns + 1n >= to) return { kept: rows, next: oldest.ns };
  return { kept: rows.filter(({ ns }) => ns > oldest.ns), next: oldest.ns + 1n };
}

/** Oldest first; those of one nanosecond as they were told. */
function rowsOf({ data }: z.output<typeof answer>): Row[] {
  const rows = data.result.flatMap(({ stream: { pod, container }, values }) =>
    values.map(([ns, text]) => ({ ns: BigInt(ns), pod, container, text })).reverse(),
  );
  return rows.toSorted((one, other) => Number(one.ns - other.ns));
}

function lineOf({ ns, pod, container, text }: Row): KeptLine {
  const seconds = new Date(Number(ns / NANOSECONDS)).toISOString().slice(0, "2026-01-01T00:00:00".length);
  const fraction = String(ns % SECOND).padStart(FRACTION_DIGITS, "0");
  return { at: `${seconds}.${fraction}Z`, pod, container, text };
}

function nanoseconds(ms: number): bigint {
  return BigInt(Math.floor(ms)) * NANOSECONDS;
}
