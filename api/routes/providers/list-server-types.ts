import { BerthError } from "../../../contract/errors.ts";
import type { listServerTypes } from "../../../contract/rest/providers.ts";
import type { Handler } from "../../http/context.ts";

/** Lists the machine types of a provider. */
export const handle: Handler<typeof listServerTypes> = async ({ services }, { path, query }) => {
  const types = await services.providers.serverTypes(path.provider);
  if (query.region !== undefined) {
    const regions = await services.providers.regions(path.provider);
    if (!regions.some(({ id }) => id === query.region)) throw new BerthError("not_found");
  }
  return {
    body: {
      server_types: types.map(({ id, cpu, memoryMb, pricePerMonth, available }) => ({
        id,
        cpu,
        memory_mb: memoryMb,
        price_per_month: pricePerMonth,
        available,
      })),
    },
  };
};
