import type { listProviders } from "../../../contract/rest/providers.ts";
import type { Handler } from "../../http/context.ts";

/** Lists the providers that the platform knows. */
export const handle: Handler<typeof listProviders> = ({ services }) => ({
  body: {
    providers: services.providers
      .list()
      .map(({ canCreateClusters, ...provider }) => ({ ...provider, can_create_clusters: canCreateClusters })),
  },
});
