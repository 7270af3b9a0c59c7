import type { Logger } from "../../adapters/log/logger.ts";
import type { HetznerClient } from "../../adapters/providers/hetzner-client.ts";
import type { LocalCloudClient } from "../../adapters/providers/local-cloud-client.ts";
import { AKS } from "../../adapters/providers/price-lists/aks.ts";
import { DIGITALOCEAN } from "../../adapters/providers/price-lists/digitalocean.ts";
import { EKS } from "../../adapters/providers/price-lists/eks.ts";
import { GKE } from "../../adapters/providers/price-lists/gke.ts";
import { HETZNER } from "../../adapters/providers/price-lists/hetzner.ts";
import { OVH } from "../../adapters/providers/price-lists/ovh.ts";
import { SCALEWAY } from "../../adapters/providers/price-lists/scaleway.ts";
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

/** Lists every provider in the order it is shown; to add one, add a line. */
export function createProviderSources({ local, hetzner, log }: Clouds): readonly ProviderSource[] {
  return [
    ...(local === undefined ? [] : [createLocalProvider(local)]),
    hetzner === undefined ? createStaticProvider(HETZNER, NO_TOKEN) : createHetznerProvider({ ...hetzner, log }),
    ...[SCALEWAY, OVH, DIGITALOCEAN, GKE, EKS, AKS].map((list) => createStaticProvider(list)),
  ];
}
