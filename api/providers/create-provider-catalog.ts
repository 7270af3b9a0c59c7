import type { RegionOverrides } from "../../adapters/postgres/resources/region-overrides.ts";
import { BerthError } from "../../contract/errors.ts";
import type { ProviderCatalog, ProviderSource, Region, ServerType } from "./provider-catalog.ts";

/** Creates the catalog of some providers; what the platform disabled is laid over what each of them says. */
export function createProviderCatalog(sources: readonly ProviderSource[], overrides: RegionOverrides): ProviderCatalog {
  const byId = new Map(sources.map((source) => [source.about.id, source]));
  const find = (provider: string): ProviderSource => {
    const source = byId.get(provider);
    if (source === undefined) throw new BerthError("not_found");
    return source;
  };
  const withoutDisabled = async (provider: string, regions: readonly Region[]): Promise<readonly Region[]> => {
    const disabled = await overrides.disabledRegions(provider);
    return regions.map((region) => {
      const reason = disabled.get(region.id);
      return reason === undefined ? region : closed(region, reason);
    });
  };
  return {
    list: () => sources.map(({ about }) => about),
    regions: async (provider) => withoutDisabled(provider, await find(provider).regions()),
    async checkRegions(provider) {
      const source = find(provider);
      const { regions, checkedAt } = (await source.checkRegions?.()) ?? {
        regions: await source.regions(),
        checkedAt: null,
      };
      return { regions: await withoutDisabled(provider, regions), checkedAt };
    },
    async serverTypes(provider, region) {
      const types = await find(provider).serverTypes();
      return region === undefined ? types : types.flatMap((type) => offeredIn(type, region));
    },
    storagePrice: async (provider, region) => find(provider).storagePrice(region),
  };
}

function closed(region: Region, reason: string): Region {
  return { ...region, available: false, reason, serverTypes: region.serverTypes && [] };
}

function offeredIn(type: ServerType, region: string): ServerType[] {
  if (type.regions === null) return [type];
  const offer = type.regions.get(region);
  return offer === undefined ? [] : [{ ...type, ...offer }];
}
