import type { ClusterMembers } from "../../adapters/postgres/resources/resource-reads.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import { CLUSTER_ROUTINGS } from "../../contract/resources/cluster-routings.ts";
import { deriveHandle, organizationSlug } from "../../contract/identity.ts";
import type { ClusterRouting } from "../../render/bundle/component.ts";
import type { ClusterContext } from "../../render/projection/custom-resource.ts";
import type { Owners } from "./projection-port.ts";

/** Derives what a deployment's projection takes from the row of its cluster. */
export function clusterContext(row: StoredResource): ClusterContext {
  const { body } = row;
  const text = (member: string): string => (typeof body[member] === "string" ? body[member] : "");
  const { kubernetes_version: version, routing, names_under: namesUnder, certifies_each_name: eachName } = body;
  return {
    id: row.id,
    userId: text("user_id"),
    handle: deriveHandle("Cluster", row.objectName, row.id),
    provider: text("provider"),
    region: text("region"),
    tier: text("tier"),
    ...(isRouting(routing) ? { routing } : {}),
    ...(namesUnder === "cluster" ? { namesUnder } : {}),
    ...(eachName === true ? { certifiesEachName: true } : {}),
    ...(typeof version === "string" ? { kubernetesVersion: version } : {}),
  };
}

function isRouting(word: unknown): word is ClusterRouting {
  return CLUSTER_ROUTINGS.some((one) => one === word);
}

/** Derives the organization that a resource lies in; the slug never changes (docs/adr/0023). */
export function organizationOf({ organizationId, namespace }: Pick<StoredResource, "organizationId" | "namespace">): {
  organizationId: string;
  slug: string;
} {
  return { organizationId, slug: organizationSlug(namespace) };
}

/** Derives whose a deployment is from its row and the row of its cluster. */
export function ownersOf(row: StoredResource, cluster: StoredResource | undefined): Owners {
  return { organizationId: row.organizationId, userId: String(row.body["user_id"]), ...onCluster(cluster) };
}

/** Derives what a deployment takes from the row of its cluster. */
export function onCluster(cluster: StoredResource | undefined): Pick<Owners, "cluster" | "clusterMembers"> {
  return cluster === undefined ? {} : { cluster: clusterContext(cluster), clusterMembers: clusterMembers(cluster) };
}

function clusterMembers({ body, status }: StoredResource): ClusterMembers {
  const textOrNull = (member: string): string | null => (typeof body[member] === "string" ? body[member] : null);
  return { provider: textOrNull("provider"), region: textOrNull("region"), status, error: textOrNull("error_message") };
}
