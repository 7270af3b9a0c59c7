import type { RegionOverrides } from "../../adapters/postgres/region-overrides.ts";
import type { LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { BerthError } from "../../contract/errors.ts";
import { CLUSTER_TIERS } from "../../contract/resources/cluster.ts";
import { keepAnswer } from "./keep-answer.ts";
import type { ProviderCatalog, Region, ServerType } from "./provider-catalog.ts";

const OFFER = { provider: "local", keptMs: 60_000 };
const PRICES = { provider: "local", keptMs: 3_600_000 };

/** Creates the catalog of the simulated cloud; without one no provider is known. */
export function createLocalProviderCatalog(
  cloud: LocalCloudClient | undefined,
  overrides: RegionOverrides,
): ProviderCatalog {
  const known = cloud === undefined ? [] : [{ id: "local", name: "Local", tiers: CLUSTER_TIERS }];
  const regions = keepAnswer(async () => (await assertCloud(cloud).regions()).map(toRegion), OFFER);
  const serverTypes = keepAnswer(async () => (await assertCloud(cloud).serverTypes()).map(toServerType), OFFER);
  const storagePrice = keepAnswer(async () => (await assertCloud(cloud).prices()).storage_per_gb_month, PRICES);
  const assertKnown = (provider: string): void => {
    if (!known.some(({ id }) => id === provider)) throw new BerthError("not_found");
  };
  return {
    list: () => known,
    async regions(provider, isFresh) {
      assertKnown(provider);
      const disabled = await overrides.disabledRegions(provider);
      return (await regions(isFresh)).value.map((region) => {
        const reason = disabled.get(region.id);
        return reason === undefined ? region : { ...region, available: false, reason };
      });
    },
    async serverTypes(provider, isFresh) {
      assertKnown(provider);
      return (await serverTypes(isFresh)).value;
    },
    async storagePrice(provider) {
      assertKnown(provider);
      const { value, ...age } = await storagePrice();
      return { perGbMonth: Number(value).toFixed(4), source: "api", ...age };
    },
  };
}

function assertCloud(cloud: LocalCloudClient | undefined): LocalCloudClient {
  if (cloud === undefined) throw new BerthError("not_found");
  return cloud;
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
