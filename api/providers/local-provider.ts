import type { LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { CLUSTER_TIERS } from "../../contract/resources/cluster.ts";
import { keepAnswer } from "./keep-answer.ts";
import type { ProviderSource, Region, ServerType } from "./provider-catalog.ts";
import { roundDecimal } from "./round-decimal.ts";

const OFFER = { provider: "local", keptMs: 60_000 };
const PRICES = { provider: "local", keptMs: 3_600_000 };

/** Creates the provider `local`: the simulated cloud, whose stock is the same in every region. */
export function createLocalProvider(cloud: LocalCloudClient): ProviderSource {
  const regions = keepAnswer(async () => (await cloud.regions()).map(toRegion), OFFER);
  const serverTypes = keepAnswer(async () => (await cloud.serverTypes()).map(toServerType), OFFER);
  const storagePrice = keepAnswer(async () => (await cloud.prices()).storage_per_gb_month, PRICES);
  return {
    about: { id: "local", name: "Local", tiers: CLUSTER_TIERS, available: true, reason: null, canCreateClusters: true },
    regions: async () => (await regions()).value,
    async checkRegions() {
      const [there, types] = await Promise.all([regions(true), serverTypes(true)]);
      const inStock = types.value.filter(({ available }) => available).map(({ id }) => id);
      return {
        regions: there.value.map((region) => ({ ...region, serverTypes: region.available ? inStock : [] })),
        checkedAt: types.fetchedAt,
      };
    },
    serverTypes: async () => (await serverTypes()).value,
    async storagePrice() {
      const { value, ...age } = await storagePrice();
      return { perGbMonth: roundDecimal(value, 4), source: "api", ...age };
    },
  };
}

type CloudRegion = Awaited<ReturnType<LocalCloudClient["regions"]>>[number];
type CloudServerType = Awaited<ReturnType<LocalCloudClient["serverTypes"]>>[number];

function toRegion(region: CloudRegion): Region {
  const { id, name, country, geographic_region: geographicRegion, available } = region;
  const reason = available ? null : "The provider has no room there";
  return { id, name, country, geographicRegion, available, reason, serverTypes: null };
}

function toServerType(type: CloudServerType): ServerType {
  const { id, cpu, memory_mb: memoryMb, price_per_month: pricePerMonth, available } = type;
  return { id, cpu, memoryMb, pricePerMonth: roundDecimal(pricePerMonth, 2), available, regions: null };
}
