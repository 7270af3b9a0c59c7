import { z } from "zod";
import { VIRTUAL_CLUSTERS_PER_NODE } from "../../contract/quotas.ts";
import { CLUSTER_ROUTINGS } from "../../contract/resources/cluster-routings.ts";
import { CLOUD_COMPONENTS } from "../../contract/resources/cluster.ts";
import { wholeNumber } from "../../contract/whole-number.ts";
import { words } from "../word-list.ts";

/** What new clusters are held to, and what they get where nobody says otherwise. */
export type ClusterConfig = Readonly<{
  freeProviders: readonly string[];
  virtualClustersPerNode: number;
  clusterRouting: (typeof CLUSTER_ROUTINGS)[number];
  cloudComponents: (typeof CLOUD_COMPONENTS)[number];
}>;

/** Lists the settings of new clusters. */
export const clusterSettings = {
  BERTH_FREE_PROVIDERS: z
    .string()
    .default("local")
    .transform(words)
    .meta({ description: "Providers that need no payment method, comma separated" }),
  BERTH_VIRTUAL_CLUSTERS_PER_NODE: wholeNumber(VIRTUAL_CLUSTERS_PER_NODE, 1, 999).meta({
    description:
      "Shared clusters that each ready node of a host cluster carries. The gateway's and the operator's are the same",
  }),
  BERTH_CLUSTER_ROUTING: z.enum(CLUSTER_ROUTINGS).default("gateway").meta({
    description:
      "How requests come to deployments of new clusters, and on new hosts, that may have a Gateway of their own, where nobody says otherwise; ingress is by ingress-nginx, which is retired",
  }),
  BERTH_CLOUD_COMPONENTS: z.enum(CLOUD_COMPONENTS).default("bundle").meta({
    description:
      "Who brings network, cloud controller and volumes of new hosts at Hetzner, and of new clusters there with a cloud credential of their own, where nobody says otherwise: the component bundle, or their people (own), for instance by a ClusterResourceSet",
  }),
};

/** Makes the part of the settings that new clusters are made by. */
export function toClusterConfig(given: z.infer<z.ZodObject<typeof clusterSettings>>): ClusterConfig {
  return {
    freeProviders: given.BERTH_FREE_PROVIDERS,
    virtualClustersPerNode: given.BERTH_VIRTUAL_CLUSTERS_PER_NODE,
    clusterRouting: given.BERTH_CLUSTER_ROUTING,
    cloudComponents: given.BERTH_CLOUD_COMPONENTS,
  };
}
