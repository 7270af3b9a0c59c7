import { Agent, request } from "undici";
import { z } from "zod";
import type { SecretText } from "../../contract/secret-text.ts";
import { historyQuery, type HistoryMetric, type HistoryScope } from "./history-queries.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** Where metrics are kept (Prometheus' HTTP interface), and by which label it tells clusters apart. */
export type HistoryAddress = Readonly<{ url: string; token: SecretText | undefined; clusterLabel: string }>;

/** From when to when, in which steps; in seconds since 1970. */
export type HistoryRange = Readonly<{ fromSeconds: number; toSeconds: number; stepSeconds: number }>;

/** A value and its time, in seconds since 1970. */
export type HistoryPoint = readonly [seconds: number, value: number];

/** Reads metrics over time. */
export interface HistoryClient {
  /** Reads one metric; no points where none is kept. Rejects with HistoryFault. */
  read(metric: HistoryMetric, scope: HistoryScope, range: HistoryRange): Promise<readonly HistoryPoint[]>;
}

/** Says that the store did not answer as it should; what it said is not passed on. */
export class HistoryFault extends Error {}

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 1_048_576;
const answer = z.object({
  status: z.literal("success"),
  data: z.object({
    resultType: z.literal("matrix"),
    result: z.array(z.object({ values: z.array(z.tuple([z.number(), z.string().max(40)])) })).max(1),
  }),
});

/** Creates the client of a store that speaks Prometheus' HTTP interface: VictoriaMetrics, Prometheus, Thanos, Mimir. */
export function createHistoryClient({ url, token, clusterLabel }: HistoryAddress): HistoryClient {
  const base = `${withoutEndSlashes(url)}/api/v1/query_range`;
  const dispatcher = new Agent({ connect: { timeout: TIMEOUT_MS }, maxResponseSize: ANSWER_BYTES_MAX });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
  return {
    async read(metric, scope, { fromSeconds, toSeconds, stepSeconds }) {
      const query = historyQuery(metric, scope, { clusterLabel, stepSeconds });
      const range = { start: String(fromSeconds), end: String(toSeconds), step: String(stepSeconds) };
      const asked = new URLSearchParams({ query, ...range, timeout: `${TIMEOUT_MS / 1_000}s` });
      try {
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const response = await request(`${base}?${asked.toString()}`, { headers, dispatcher, signal });
        const text = await response.body.text();
        if (response.statusCode !== 200) throw new HistoryFault(`answered ${response.statusCode}`);
        const { data } = answer.parse(JSON.parse(text));
        return (data.result[0]?.values ?? []).map(([at, value]) => [at, Number(value)] as const).filter(isFinitePoint);
      } catch (error) {
        if (error instanceof HistoryFault) throw error;
        throw new HistoryFault("did not answer as it should", { cause: error });
      }
    },
  };
}

function isFinitePoint([at, value]: HistoryPoint): boolean {
  return Number.isFinite(at) && Number.isFinite(value);
}
