import { BerthError } from "../../contract/errors.ts";
import type { ProviderCatalog, Region } from "./provider-catalog.ts";

/** Finds a region of a provider; one that there is not is a 404. */
export async function assertRegion(providers: ProviderCatalog, provider: string, id: string): Promise<Region> {
  const region = (await providers.regions(provider)).find((one) => one.id === id);
  if (region === undefined) throw new BerthError("not_found");
  return region;
}
