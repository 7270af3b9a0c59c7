import { setTimeout as delay } from "node:timers/promises";
import { listCreationTimes } from "../../../adapters/postgres/resources/creation-times.ts";
import { listHostedPlaces, type HostedPlace } from "../../../adapters/postgres/resources/platform-clusters.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { getEstimatedTimes } from "../../../contract/rest/clusters.ts";
import { estimateTimes, type Offer } from "../../clusters/estimate-times.ts";
import type { Handler } from "../../http/context.ts";
import type { Provider, ProviderCatalog, Region } from "../../providers/provider-catalog.ts";

/** A provider that takes longer must not hold up what is known of the others. */
const PATIENCE_MS = 1_000;

/** Estimates how long clusters take to create, by what was measured here. */
export const handle: Handler<typeof getEstimatedTimes> = async ({ services }, { query }) => {
  const { providers } = services;
  const wanted = providers.list().filter(({ id }) => query.provider === undefined || id === query.provider);
  const read = query.provider === undefined ? regionsInTime : regionsOf;
  const found = await Promise.all(wanted.map((provider) => read(providers, provider)));
  const known = found.map(({ provider, regions }) => ({
    provider,
    regions: regions.filter((one) => (query.geographic_region ?? one.geographicRegion) === one.geographicRegion),
  }));
  const offers = known.flatMap(({ provider, regions }) => offersOf(provider, regions, query.tier));
  return {
    body: {
      estimates: estimateTimes(offers, await listCreationTimes(services.pool)),
      shared_host_available:
        query.tier === undefined || query.tier === "shared"
          ? hasRoom(known, await listHostedPlaces(services.pool), services.config.virtualClustersPerNode)
          : null,
    },
  };
};

type Known = Readonly<{ provider: Provider; regions: readonly Region[] }>;

async function regionsOf(providers: ProviderCatalog, provider: Provider): Promise<Known> {
  return { provider, regions: await providers.regions(provider.id) };
}

async function regionsInTime(providers: ProviderCatalog, provider: Provider): Promise<Known> {
  const timer = new AbortController();
  const nothing = { provider, regions: [] };
  try {
    const late = delay(PATIENCE_MS, nothing, { signal: timer.signal });
    return await Promise.race([regionsOf(providers, provider), late]);
  } catch (error) {
    if (error instanceof BerthError && ["provider_failed", "unavailable"].includes(error.code)) return nothing;
    throw error;
  } finally {
    timer.abort();
  }
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

/** The local provider carries shared clusters itself; elsewhere hosts of ours do, as long as they have room. */
function hasRoom(known: readonly Known[], hosted: readonly HostedPlace[], perNode: number): boolean {
  const isKnown = ({ provider, region }: HostedPlace): boolean =>
    known.some((one) => one.provider.id === provider && one.regions.some(({ id }) => id === region));
  if (hosted.some((place) => isKnown(place) && place.nodes * perNode > place.carried)) return true;
  return known.some(
    ({ provider, regions }) =>
      provider.id === "local" && provider.canCreateClusters && regions.some((one) => one.available),
  );
}
