import type { getStoragePricing } from "../../../contract/rest/providers.ts";
import type { Handler } from "../../http/context.ts";
import { assertRegion } from "../../providers/assert-region.ts";

/** Answers what block storage costs at a provider, at most an hour old. */
export const handle: Handler<typeof getStoragePricing> = async ({ services }, { path, query }) => {
  if (query.region !== undefined) await assertRegion(services.providers, path.provider, query.region);
  const price = await services.providers.storagePrice(path.provider, query.region);
  return {
    body: {
      provider: path.provider,
      currency: "EUR",
      price_per_gb_month: price.perGbMonth,
      source: price.source,
      fetched_at: price.fetchedAt.toISOString(),
      stale: price.isStale,
    },
  };
};
