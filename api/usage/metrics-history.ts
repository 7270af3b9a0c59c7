import { createHistoryClient, HistoryFault } from "../../adapters/history/history-client.ts";
import type {
  HistoryAddress,
  HistoryClient,
  HistoryPoint,
  HistoryRange,
  RouteRates,
} from "../../adapters/history/history-client.ts";
import type { HistoryScope } from "../../adapters/history/history-queries.ts";
import { HISTORY_SERIES, type HistorySeries } from "../../contract/rest/metrics-history.ts";
import { SharedLooks } from "./shared-looks.ts";

/** What was kept of each metric; undefined where there is no store, or it does not answer. */
export type History =
  | Readonly<{ kind: "kept"; points: ReadonlyMap<HistorySeries, readonly HistoryPoint[]> }>
  | Readonly<{ kind: "none" }>
  | Readonly<{ kind: "silent" }>;

const LIMITS = { freshMs: 10_000, failedMs: 1_000, perUser: 8 };

/** Reads what things took over time; equal questions within ten seconds are one. */
export class MetricsHistory {
  readonly #client: HistoryClient | undefined;
  readonly #looks = new SharedLooks<History>(LIMITS);

  constructor(address: HistoryAddress | undefined) {
    this.#client = address && createHistoryClient(address);
  }

  /** Reads every metric of a scope; never rejects because of the store. */
  read(userId: string, scope: HistoryScope, range: HistoryRange): Promise<History> {
    const client = this.#client;
    if (client === undefined) return Promise.resolve({ kind: "none" });
    const key = JSON.stringify([scope, range]);
    return this.#looks.look({ key, userId, read: () => readAll(client, scope, range) });
  }

  /** Reads what every namespace of a cluster was asked of late; undefined where nothing is known of any. */
  async readRoutes(cluster: string): Promise<ReadonlyMap<string, RouteRates> | undefined> {
    try {
      const rates = await this.#client?.readRoutes(cluster);
      // Nobody may scrape what carries the requests there: that is not that there are none.
      return rates === undefined || rates.size === 0 ? undefined : rates;
    } catch (error) {
      if (error instanceof HistoryFault) return undefined;
      throw error;
    }
  }
}

async function readAll(client: HistoryClient, scope: HistoryScope, range: HistoryRange): Promise<History> {
  try {
    const all = await Promise.all(
      HISTORY_SERIES.map(async (metric) => [metric, await client.read(metric, scope, range)] as const),
    );
    return { kind: "kept", points: new Map(all) };
  } catch (error) {
    if (error instanceof HistoryFault) return { kind: "silent" };
    throw error;
  }
}
