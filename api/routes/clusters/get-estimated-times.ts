import { listCreationTimes } from "../../../adapters/postgres/creation-times.ts";
import type { getEstimatedTimes } from "../../../contract/rest/clusters.ts";
import { estimateTimes, type Offer } from "../../clusters/estimate-times.ts";
import type { Handler } from "../../http/context.ts";
import type { Provider, ProviderCatalog, Region } from "../../providers/provider-catalog.ts";

/** Estimates how long clusters take to create, by what was measured here. */
export const handle: Handler<typeof getEstimatedTimes> = async ({ services }, { query }) => {
  const wanted = services.providers.list().filter(({ id }) => query.provider === undefined || id === query.provider);
  const known = await Promise.all(wanted.map((provider) => regionsOf(services.providers, provider, query)));
  const offers = known.flatMap(({ provider, regions }) => offersOf(provider, regions, query.tier));
  return {
    body: {
      estimates: estimateTimes(offers, await listCreationTimes(services.pool)),
      shared_host_available: query.tier === undefined || query.tier === "shared" ? hasRoom(known) : null,
    },
  };
};

type Known = Readonly<{ provider: Provider; regions: readonly Region[] }>;

async function regionsOf(
  providers: ProviderCatalog,
  provider: Provider,
  { geographic_region: wanted }: Readonly<{ geographic_region?: string | undefined }>,
): Promise<Known> {
  const regions = await providers.regions(provider.id);
  return { provider, regions: regions.filter((one) => wanted === undefined || one.geographicRegion === wanted) };
}

function offersOf({ id, tiers }: Provider, regions: readonly Region[], wanted: string | undefined): Offer[] {
  const geographic = Map.groupBy(regions, (one) => one.geographicRegion);
  return tiers
    .filter((tier) => wanted === undefined || tier === wanted)
    .flatMap((tier) =>
      [...geographic].map(([geographicRegion, within]) => ({
        provider: id,
        tier,
        geographicRegion,
        regions: within.map((region) => region.id),
      })),
    );
}

/** A provider that carries shared clusters has a host where it has an open region. */
function hasRoom(known: readonly Known[]): boolean {
  return known.some(
    ({ provider, regions }) => provider.tiers.includes("shared") && regions.some((one) => one.available),
  );
}
