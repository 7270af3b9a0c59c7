import {
  countPlatformClusters,
  listPlatformClusters as readPage,
} from "../../../adapters/postgres/resources/platform-clusters.ts";
import type { listPlatformClusters } from "../../../contract/rest/admin-clusters.ts";
import type { Handler } from "../../http/context.ts";
import { decodeCursor, limitOf, toPage } from "../../http/cursor.ts";
import { filtersOf } from "../../resources/list-filters.ts";
import { textOf } from "../../resources/resource-text.ts";

const NO_FILTER = { q: "", status: null, provider: null } as const;
const toFilter = filtersOf<typeof NO_FILTER>();

/** Lists the platform's own clusters, newest first. */
export const handle: Handler<typeof listPlatformClusters> = async ({ services }, { query }) => {
  const filter = { ...NO_FILTER, ...toFilter(query) };
  const limit = limitOf(query);
  const rows = await readPage(services.pool, filter, { limit: limit + 1, after: decodeCursor(query.cursor) });
  const { items, ...page } = toPage(rows, limit);
  const total = query.count === true ? { total: await countPlatformClusters(services.pool, filter) } : {};
  const clusters = items.map((row) => JSON.parse(textOf("Cluster", row)) as Record<string, unknown>);
  return { body: { clusters, ...page, ...total } };
};
