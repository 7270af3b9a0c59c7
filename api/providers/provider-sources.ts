import type { Logger } from "../../adapters/log/logger.ts";
import type { HetznerClient } from "../../adapters/providers/hetzner-client.ts";
import type { LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { PRICE_LISTS } from "../../adapters/providers/price-lists.ts";
import { createHetznerProvider } from "./hetzner-provider.ts";
import { createLocalProvider } from "./local-provider.ts";
import type { ProviderSource } from "./provider-catalog.ts";
import { createStaticProvider } from "./static-provider.ts";

const NO_TOKEN = "This platform has no Hetzner token; what is listed is from a dated table";

type Clouds = Readonly<{
  local: LocalCloudClient | undefined;
  hetzner: Readonly<{ cloud: HetznerClient; canCreateClusters: boolean }> | undefined;
  log: Logger;
}>;

/** Lists every provider in the order it is shown; one with a price list needs no line here. */
export function createProviderSources({ local, hetzner, log }: Clouds): readonly ProviderSource[] {
  const listed = PRICE_LISTS.map((list) => {
    if (list.id !== "hetzner") return createStaticProvider(list);
    return hetzner === undefined ? createStaticProvider(list, NO_TOKEN) : createHetznerProvider({ ...hetzner, log });
  });
  return local === undefined ? listed : [createLocalProvider(local), ...listed];
}
