import type { listRegions } from "../../../contract/rest/providers.ts";
import type { Handler } from "../../http/context.ts";
import { regionBody } from "../../providers/region-body.ts";

/** Lists the regions of a provider; with check_availability also what is in stock there now. */
export const handle: Handler<typeof listRegions> = async ({ services }, { path, query }) => {
  const isFresh = query.check_availability === true;
  const regions = await services.providers.regions(path.provider, isFresh);
  const types = isFresh ? await services.providers.serverTypes(path.provider, true) : [];
  const inStock = types.filter(({ available }) => available).map(({ id }) => id);
  return {
    body: {
      provider: path.provider,
      regions: regions.map((region) => regionBody(region, isFresh ? inStock : null)),
      checked_at: isFresh ? new Date().toISOString() : null,
    },
  };
};
