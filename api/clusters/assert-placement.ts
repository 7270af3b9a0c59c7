import { refusedValue } from "../http/refused-value.ts";
import type { ProviderCatalog } from "../providers/provider-catalog.ts";

/** Refuses a server type that the provider does not have in a region. */
export async function assertServerType(
  providers: ProviderCatalog,
  { provider, region, serverType }: Readonly<{ provider: string; region: string; serverType: string }>,
): Promise<void> {
  const types = await providers.serverTypes(provider, region);
  if (!types.some(({ id }) => id === serverType))
    throw refusedValue(["body", "server_type"], "the provider has no such server type there");
}

/** Refuses a region that the provider does not have, or not now. */
export async function assertRegion(
  providers: ProviderCatalog,
  { provider, region }: Readonly<{ provider: string; region: string }>,
): Promise<void> {
  const found = (await providers.regions(provider)).find(({ id }) => id === region);
  if (found === undefined) throw refusedValue(["body", "region"], "the provider has no such region");
  if (!found.available) throw refusedValue(["body", "region"], "this region is not available now");
}

/** Refuses locations that nodes of one cluster at Hetzner cannot be spread over. */
export async function assertLocations(providers: ProviderCatalog, locations: readonly string[]): Promise<void> {
  const regions = await providers.regions("hetzner");
  const possible = regions.filter(({ geographicRegion }) => geographicRegion === "eu-central").map(({ id }) => id);
  locations.forEach((location, index) => {
    if (possible.includes(location)) return;
    throw refusedValue(["body", "region_locations", index], `possible: ${possible.join(", ")}`);
  });
}
