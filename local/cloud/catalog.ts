import type { LocalPrices, LocalRegion, LocalServerType } from "../../adapters/providers/local-cloud-protocol.ts";

/** Lists the regions of the simulated cloud. */
export const REGIONS: readonly LocalRegion[] = [
  { id: "local-1", name: "Local 1", country: "DE", geographic_region: "eu-central", available: true },
  { id: "local-2", name: "Local 2", country: "FI", geographic_region: "eu-north", available: true },
  { id: "local-3", name: "Local 3", country: "US", geographic_region: "us-east", available: true },
];

/** Lists the server types of the simulated cloud. */
export const SERVER_TYPES: readonly Omit<LocalServerType, "available">[] = [
  { id: "small", cpu: 2, memory_mb: 4096, price_per_month: "4.50" },
  { id: "medium", cpu: 4, memory_mb: 8192, price_per_month: "8.90" },
  { id: "large", cpu: 8, memory_mb: 16_384, price_per_month: "17.50" },
  { id: "xlarge", cpu: 16, memory_mb: 32_768, price_per_month: "34.00" },
];

/** Answers what a machine of a server type has; of a type that is offered no more, what the smallest has. */
export function sizeOf(serverType: string): Readonly<{ cpu: number; memoryMb: number }> {
  const type = SERVER_TYPES.find(({ id }) => id === serverType);
  return { cpu: type?.cpu ?? 2, memoryMb: type?.memory_mb ?? 4096 };
}

/** The price list of the simulated cloud. */
export const PRICES: LocalPrices = {
  currency: "EUR",
  server_types: SERVER_TYPES.map(({ id, price_per_month }) => ({ id, price_per_month })),
  storage_per_gb_month: "0.044",
  control_plane_per_month: "10.00",
};
