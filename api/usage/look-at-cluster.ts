import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { translateTenantFault } from "../clusters/tenant-reader.ts";
import { isOwnName, type TenantPlace } from "../deployments/tenant-place.ts";
import { assertUser } from "../http/authenticate.ts";
import type { Context } from "../http/context.ts";
import type { PodFacts } from "./pod-facts.ts";
import type { ClusterUsage } from "./read-cluster-usage.ts";

/** Answers what a cluster takes, as of a few seconds ago at most. */
export async function lookAtCluster({ services, principal }: Context, cluster: StoredResource): Promise<ClusterUsage> {
  const { userId } = assertUser(principal);
  const open = () => services.tenantReader.open(cluster);
  try {
    return await services.usageLooks.look({ clusterId: cluster.id, userId, open });
  } catch (error) {
    throw translateTenantFault(error);
  }
}

/** Picks the pods of a deployment. */
export function podsAt(usage: ClusterUsage, place: TenantPlace): readonly PodFacts[] {
  const { namespace, podSelector } = place;
  const wanted = (podSelector ?? "").split(",").filter((pair) => pair !== "");
  return (usage.pods.get(namespace) ?? []).filter(({ name, labels }) =>
    podSelector === undefined
      ? isOwnName(place, name)
      : wanted.every((pair) => {
          const at = pair.indexOf("=");
          return labels[pair.slice(0, at)] === pair.slice(at + 1);
        }),
  );
}
