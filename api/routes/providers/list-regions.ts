import type { listRegions } from "../../../contract/rest/providers.ts";
import type { Handler } from "../../http/context.ts";
import { regionBody } from "../../providers/region-body.ts";

/** Lists the regions of a provider; with check_availability also what is in stock there now. */
export const handle: Handler<typeof listRegions> = async ({ services: { providers } }, { path, query }) => {
  const { regions, checkedAt } =
    query.check_availability === true
      ? await providers.checkRegions(path.provider)
      : { regions: await providers.regions(path.provider), checkedAt: null };
  return {
    body: {
      provider: path.provider,
      regions: regions.map(regionBody),
      checked_at: checkedAt?.toISOString() ?? null,
    },
  };
};
