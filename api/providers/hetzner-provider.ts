import type { Logger } from "../../adapters/log/logger.ts";
import type { HetznerClient } from "../../adapters/providers/hetzner-client.ts";
import type { HetznerLocation, HetznerServerType } from "../../adapters/providers/hetzner-protocol.ts";
import { CLUSTER_TIERS } from "../../contract/resources/cluster.ts";
import { keepAnswer, type Keeping } from "./keep-answer.ts";
import type { ProviderSource, Region, ServerType } from "./provider-catalog.ts";
import { roundDecimal } from "./round-decimal.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** So often at most is stock asked for; Hetzner gives a request a second, for all that the platform does there. */
const STOCK_FRESH_MS = 2_000;
/** A fault costs one request in this time, and whoever comes meanwhile does not wait for the next one. */
const FAULT_KEPT_MS = 5_000;
const SOLD_OUT = "No server type is in stock there";

type Options = Readonly<{
  cloud: HetznerClient;
  log: Logger;
  /** Whether the operator makes clusters there. */
  canCreateClusters?: boolean;
  nowMs?: () => number;
}>;

/** Creates the provider `hetzner`, as its own API tells it. */
export function createHetznerProvider({
  cloud,
  log,
  canCreateClusters = false,
  nowMs = Date.now,
}: Options): ProviderSource {
  const keeping = (what: string, keptMs: number): Keeping => ({
    provider: "Hetzner",
    keptMs,
    freshMs: STOCK_FRESH_MS,
    faultKeptMs: FAULT_KEPT_MS,
    nowMs,
    onHidden: ({ message }) =>
      void log.error("Hetzner does not answer, its last answer stands", { what, reason: message }),
  });
  const regions = keepAnswer(async () => (await cloud.locations()).map(toRegion), keeping("regions", HOUR_MS));
  const price = keepAnswer(() => cloud.volumePrice(), keeping("prices", HOUR_MS));
  const serverTypes = keepAnswer(
    async () => {
      // The prices of server types have no currency; the price list, which must be in EUR, has it.
      const [types] = await Promise.all([cloud.serverTypes(), price()]);
      return types.flatMap((type) => toServerType(type, nowMs()));
    },
    keeping("server types", MINUTE_MS),
  );
  return {
    about: {
      id: "hetzner",
      name: "Hetzner Cloud",
      tiers: CLUSTER_TIERS,
      available: true,
      reason: null,
      canCreateClusters,
    },
    regions: async () => (await regions()).value,
    async checkRegions() {
      const [there, types] = await Promise.all([regions(), serverTypes(true)]);
      return { regions: there.value.map((region) => withStock(region, types.value)), checkedAt: types.fetchedAt };
    },
    serverTypes: async () => (await serverTypes()).value,
    async storagePrice() {
      const { value, ...age } = await price();
      return { perGbMonth: roundDecimal(value, 4), source: "api", ...age };
    },
  };
}

function withStock(region: Region, types: readonly ServerType[]): Region {
  const inStock = types.filter(({ regions }) => regions?.get(region.id)?.available === true).map(({ id }) => id);
  if (inStock.length > 0) return { ...region, serverTypes: inStock };
  return { ...region, available: false, reason: SOLD_OUT, serverTypes: [] };
}

function toRegion({ name: id, city: name, country, network_zone: geographicRegion }: HetznerLocation): Region {
  return { id, name, country, geographicRegion, available: true, reason: null, serverTypes: null };
}

/** Makes a server type of what its locations have; one that was withdrawn everywhere is none. */
function toServerType({ name, cores, memory, prices, locations }: HetznerServerType, nowMs: number): ServerType[] {
  const priceAt = new Map(prices.map((one) => [one.location, roundDecimal(one.price_monthly.net, 2)]));
  const regions = new Map<string, { pricePerMonth: string; available: boolean }>();
  for (const { name: region, available, deprecation } of locations) {
    const pricePerMonth = priceAt.get(region);
    const isWithdrawn = deprecation != null && Date.parse(deprecation.unavailable_after) <= nowMs;
    if (pricePerMonth !== undefined && !isWithdrawn) regions.set(region, { pricePerMonth, available });
  }
  const offers = [...regions.values()];
  const [cheapest] = offers.toSorted((one, other) => Number(one.pricePerMonth) - Number(other.pricePerMonth));
  if (cheapest === undefined) return [];
  const available = offers.some((offer) => offer.available);
  return [
    {
      id: name,
      cpu: cores,
      memoryMb: Math.round(memory * 1024),
      pricePerMonth: cheapest.pricePerMonth,
      available,
      regions,
    },
  ];
}
