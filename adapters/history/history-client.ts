import { Agent, request } from "undici";
import { z } from "zod";
import type { SecretText } from "../../contract/secret-text.ts";
import { historyQuery, routesQuery, type HistoryMetric, type HistoryScope } from "./history-queries.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** Where metrics are kept (Prometheus' HTTP interface), and by which label it tells clusters apart. */
export type HistoryAddress = Readonly<{ url: string; token: SecretText | undefined; clusterLabel: string }>;

/** From when to when, in which steps; in seconds since 1970. */
export type HistoryRange = Readonly<{ fromSeconds: number; toSeconds: number; stepSeconds: number }>;

/** A value and its time, in seconds since 1970. */
export type HistoryPoint = readonly [seconds: number, value: number];

/** What a namespace was asked and answered within the last minutes. */
export type RouteRates = Readonly<{
  requestsPerSecond: number;
  errorsPerSecond: number;
  /** Undefined where nothing was asked. */
  latencyP95Seconds: number | undefined;
}>;

/** Reads metrics over time. */
export interface HistoryClient {
  /** Reads what every namespace of a cluster was asked of late, by one query. Rejects with HistoryFault. */
  readRoutes(cluster: string): Promise<ReadonlyMap<string, RouteRates>>;
  /** Reads one metric; no points where none is kept. Rejects with HistoryFault. */
  read(metric: HistoryMetric, scope: HistoryScope, range: HistoryRange): Promise<readonly HistoryPoint[]>;
}

/** Says that the store did not answer as it should; what it said is not passed on. */
export class HistoryFault extends Error {}

const TIMEOUT_MS = 10_000;
/** Of every namespace three values of some hundred bytes each: enough for 10,000 of them. */
const ANSWER_BYTES_MAX = 4 * 1_048_576;
const value = z.tuple([z.number(), z.string().max(40)]);
const overTime = z.object({
  status: z.literal("success"),
  data: z.object({
    resultType: z.literal("matrix"),
    result: z.array(z.object({ values: z.array(value) })).max(1),
  }),
});
const now = z.object({
  status: z.literal("success"),
  data: z.object({
    resultType: z.literal("vector"),
    result: z.array(z.object({ metric: z.object({ tenant: z.string().optional(), told: z.string() }), value })),
  }),
});

/** Creates the client of a store that speaks Prometheus' HTTP interface: VictoriaMetrics, Prometheus, Thanos, Mimir. */
export function createHistoryClient({ url, token, clusterLabel }: HistoryAddress): HistoryClient {
  const base = `${withoutEndSlashes(url)}/api/v1`;
  const dispatcher = new Agent({ connect: { timeout: TIMEOUT_MS }, maxResponseSize: ANSWER_BYTES_MAX });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token.reveal()}` };
  const ask = async <T>(schema: z.ZodType<T>, path: string, asked: Readonly<Record<string, string>>): Promise<T> => {
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const parameters = new URLSearchParams({ ...asked, timeout: `${TIMEOUT_MS / 1_000}s` });
      const response = await request(`${base}/${path}?${parameters.toString()}`, { headers, dispatcher, signal });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw new HistoryFault(`answered ${response.statusCode}`);
      return schema.parse(JSON.parse(text));
    } catch (error) {
      if (error instanceof HistoryFault) throw error;
      throw new HistoryFault("did not answer as it should", { cause: error });
    }
  };
  return {
    async read(metric, scope, { fromSeconds, toSeconds, stepSeconds }) {
      const query = historyQuery(metric, scope, { clusterLabel, stepSeconds });
      const range = { start: String(fromSeconds), end: String(toSeconds), step: String(stepSeconds) };
      const { data } = await ask(overTime, "query_range", { query, ...range });
      return (data.result[0]?.values ?? []).map(([at, text]) => [at, Number(text)] as const).filter(isFinitePoint);
    },
    async readRoutes(cluster) {
      const { data } = await ask(now, "query", { query: routesQuery(cluster, clusterLabel) });
      return toRates(data.result);
    },
  };
}

type Told = z.output<typeof now>["data"]["result"];

/** Of what was not asked there is no latency (NaN), and of what never failed no errors. */
function toRates(told: Told): ReadonlyMap<string, RouteRates> {
  const rates = new Map<string, Partial<Record<string, number>>>();
  for (const { metric, value: point } of told) {
    const found = Number(point[1]);
    if (metric.tenant === undefined || !Number.isFinite(found)) continue;
    rates.set(metric.tenant, { ...rates.get(metric.tenant), [metric.told]: found });
  }
  return new Map(
    [...rates].map(([tenant, { requests = 0, errors = 0, latency }]) => [
      tenant,
      { requestsPerSecond: requests, errorsPerSecond: errors, latencyP95Seconds: latency },
    ]),
  );
}

function isFinitePoint([at, value]: HistoryPoint): boolean {
  return Number.isFinite(at) && Number.isFinite(value);
}
