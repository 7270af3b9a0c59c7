import type { listServerTypes } from "../../../contract/rest/providers.ts";
import type { Handler } from "../../http/context.ts";
import { assertRegion } from "../../providers/assert-region.ts";

/** Lists the machine types of a provider. */
export const handle: Handler<typeof listServerTypes> = async ({ services }, { path, query }) => {
  if (query.region !== undefined) await assertRegion(services.providers, path.provider, query.region);
  const types = await services.providers.serverTypes(path.provider, query.region);
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
