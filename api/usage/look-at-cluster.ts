import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { translateTenantFault } from "../clusters/tenant-reader.ts";
import { isOwnPod, type TenantPlace } from "../deployments/tenant-place.ts";
import { BerthError } from "../../contract/errors.ts";
import { assertUser } from "../http/authenticate.ts";
import type { Context } from "../http/context.ts";
import type { PodFacts } from "./pod-facts.ts";
import type { ClusterUsage, WorkloadUsage } from "./read-cluster-usage.ts";
import type { LookWish } from "./usage-looks.ts";

/** Answers what a cluster takes, as of a few seconds ago at most. */
export function lookAtCluster(context: Context, cluster: StoredResource): Promise<ClusterUsage> {
  return translated(() => context.services.usageLooks.look(wishOf(context, cluster)));
}

/** Answers what a namespace of a cluster takes, and perhaps others, as of a few seconds ago at most. */
export function lookAtNamespace(context: Context, cluster: StoredResource, namespace: string): Promise<WorkloadUsage> {
  return translated(() => context.services.usageLooks.lookAtNamespace({ ...wishOf(context, cluster), namespace }));
}

function wishOf({ services, principal }: Context, cluster: StoredResource): LookWish {
  const { userId } = assertUser(principal);
  return { clusterId: cluster.id, userId, open: () => services.tenantReader.open(cluster) };
}

async function translated<T>(look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof KubeError && error.reason === "ResponseTooLarge") throw tooLarge(error);
    throw translateTenantFault(error);
  }
}

function tooLarge(cause: KubeError): BerthError {
  const publicMessage =
    "The cluster has more pods than the platform reads at once (some 20,000 of usual size): kubectl top tells what they take.";
  return new BerthError("cluster_unreachable", { publicMessage, cause });
}

/** Picks the pods of a deployment. */
export function podsAt(
  usage: WorkloadUsage,
  place: Pick<TenantPlace, "namespace" | "podSelector" | "podPrefix">,
): readonly PodFacts[] {
  const { namespace, podSelector } = place;
  const terms = podSelector.split(",");
  return (usage.pods.get(namespace) ?? []).filter(
    ({ name, labels }) => isOwnPod(place, name) && terms.every((term) => hasLabel(labels, term)),
  );
}

/** Reads the three forms of which the selectors of places are made: `!key`, `key` and `key=value`. */
function hasLabel(labels: Readonly<Record<string, string>>, term: string): boolean {
  if (term.startsWith("!")) return !Object.hasOwn(labels, term.slice(1));
  const at = term.indexOf("=");
  if (at === -1) return Object.hasOwn(labels, term);
  return labels[term.slice(0, at)] === term.slice(at + 1);
}
