import type { RegionOverrides } from "../../adapters/postgres/region-overrides.ts";
import type { LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { BerthError } from "../../contract/errors.ts";
import { CLUSTER_TIERS } from "../../contract/resources/cluster.ts";
import type { ProviderCatalog, Region, ServerType } from "./provider-catalog.ts";

const KEPT_MS = 60_000;

/** Creates the catalog of the simulated cloud; without one no provider is known. */
export function createLocalProviderCatalog(
  cloud: LocalCloudClient | undefined,
  overrides: RegionOverrides,
): ProviderCatalog {
  const known = cloud === undefined ? [] : [{ id: "local", name: "Local", tiers: CLUSTER_TIERS }];
  const regions = keep(async () => (await assertCloud(cloud).regions()).map(toRegion));
  const serverTypes = keep(async () => (await assertCloud(cloud).serverTypes()).map(toServerType));
  const assertKnown = (provider: string): void => {
    if (!known.some(({ id }) => id === provider)) throw new BerthError("not_found");
  };
  return {
    list: () => known,
    async regions(provider, isFresh) {
      assertKnown(provider);
      const disabled = await overrides.disabledRegions(provider);
      return (await regions(isFresh)).map((region) => {
        const reason = disabled.get(region.id);
        return reason === undefined ? region : { ...region, available: false, reason };
      });
    },
    serverTypes(provider, isFresh) {
      assertKnown(provider);
      return serverTypes(isFresh);
    },
  };
}

function assertCloud(cloud: LocalCloudClient | undefined): LocalCloudClient {
  if (cloud === undefined) throw new BerthError("not_found");
  return cloud;
}

/** Keeps an answer for a minute; should the provider fail then, the old one is better than none. */
function keep<T>(read: () => Promise<T>): (isFresh?: boolean) => Promise<T> {
  let kept: { value: T; atMs: number } | undefined;
  return async (isFresh = false) => {
    if (kept !== undefined && !isFresh && performance.now() - kept.atMs < KEPT_MS) return kept.value;
    try {
      kept = { value: await read(), atMs: performance.now() };
      return kept.value;
    } catch (cause) {
      if (kept !== undefined && !isFresh) return kept.value;
      throw new BerthError("provider_failed", {
        cause,
        publicMessage: "The provider local did not answer; repeat later.",
      });
    }
  };
}

type CloudRegion = Awaited<ReturnType<LocalCloudClient["regions"]>>[number];
type CloudServerType = Awaited<ReturnType<LocalCloudClient["serverTypes"]>>[number];

function toRegion(region: CloudRegion): Region {
  const { id, name, country, geographic_region: geographicRegion, available } = region;
  return {
    id,
    name,
    country,
    geographicRegion,
    available,
    reason: available ? null : "The provider has no room there",
  };
}

function toServerType(type: CloudServerType): ServerType {
  const { id, cpu, memory_mb: memoryMb, price_per_month: pricePerMonth, available } = type;
  return { id, cpu, memoryMb, pricePerMonth, available };
}
