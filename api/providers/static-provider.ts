import type { PriceList } from "../../adapters/providers/price-lists.ts";
import type { ProviderSource } from "./provider-catalog.ts";

/** Creates a provider that nobody asks: a dated table says what it offers; `reason` says why it is not available. */
export function createStaticProvider(list: PriceList, reason: string | null = null): ProviderSource {
  const { id, name, tiers } = list;
  return {
    about: { id, name, tiers, available: reason === null, reason, canCreateClusters: false },
    regions: () =>
      Promise.resolve(
        list.regions.map(([region, place, country, geographicRegion]) => ({
          id: region,
          name: place,
          country,
          geographicRegion,
          available: true,
          reason: null,
          serverTypes: null,
        })),
      ),
    serverTypes: () => Promise.resolve([]),
    storagePrice: (region) => {
      const [, , , , priceThere = list.perGbMonth] = list.regions.find(([one]) => one === region) ?? [];
      const perGbMonth = (priceThere / list.perEur).toFixed(4);
      return Promise.resolve({ perGbMonth, source: "static", fetchedAt: new Date(list.takenOn), isStale: false });
    },
  };
}
