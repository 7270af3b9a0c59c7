/**
 * Has a cloud take back the load balancers of a cluster that goes: nobody could tell afterwards whose they were, and they are
 * paid for as long as they stand. Argo CD cannot reach the cluster any more, so that nothing comes back but what a Gateway makes.
 */
import { GATEWAYS, SERVICES } from "../../../adapters/kubernetes/resource-types.ts";
import { listIfServed } from "../../../adapters/kubernetes/list-if-served.ts";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import type { ClusterDeletionObserved } from "../../machines/cluster/observe-types.ts";
import type { ProviderObservation, ReadyProvider } from "../../provisioners/port.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { byProviderAccess } from "./by-provider-access.ts";
import type { ClusterContext } from "./context.ts";

type Service = KubeObject & Readonly<{ spec?: Readonly<{ type?: string }> }>;

const CALL = { timeoutMs: 10_000 } as const;

/** Tells whether a cluster has load balancers still; undefined where the platform runs nobody who could take them back. */
export async function observeBalancers(
  context: ClusterContext,
  { spec }: ClusterObject,
  provider: ProviderObservation | undefined,
): Promise<ClusterDeletionObserved["balancers"]> {
  if (spec.cloudComponents !== "bundle" || provider?.kind !== "ready") return undefined;
  try {
    return await byProviderAccess(context, provider, async ({ client }) =>
      (await listBalanced(client)).length === 0 ? "none" : "present",
    );
  } catch (error) {
    if (error instanceof KubeError) return "unreachable";
    throw error;
  }
}

/** Deletes what has a load balancer; the Service goes once its cloud's controller has seen that gone. */
export function releaseBalancers(context: ClusterContext, provider: ReadyProvider): Promise<void> {
  return byProviderAccess(context, provider, async ({ client }) => {
    // Where requests come by Ingress there is no such kind.
    const gateways = (await listIfServed(client, GATEWAYS, CALL)) ?? [];
    for (const { metadata } of gateways) await remove(client, GATEWAYS, metadata);
    for (const { metadata } of await listBalanced(client)) await remove(client, SERVICES, metadata);
  });
}

async function remove(client: KubeClient, type: ResourceType, metadata: KubeObject["metadata"]): Promise<void> {
  const { namespace, name, deletionTimestamp } = metadata;
  if (deletionTimestamp === undefined) await client.delete(type, { namespace, name }, CALL);
}

async function listBalanced(client: KubeClient): Promise<readonly KubeObject[]> {
  const { items } = await client.list<Service>(SERVICES, CALL);
  return items.filter(({ spec }) => spec?.type === "LoadBalancer");
}
