import { askedByCluster } from "../../contract/asked.ts";
import { hasOrderedServers, type ClusterSpec } from "../../contract/resources/cluster.ts";
import type { BundleReport, ClusterStatus } from "../../contract/resources/cluster-status.ts";
import type { ClusterResponse } from "../../contract/rest/clusters.ts";
import { certifiesEachName, clusterRouting } from "../bundle/component.ts";
import type { CustomResource, ProjectionContext } from "./custom-resource.ts";
import { deriveShownStatus } from "./derive-status.ts";
import { askedColumns, deriveBaseRow, type BaseRow, type ProjectedRow } from "./resource-row.ts";
import { orNull, restTimeOrNull } from "./rest-time.ts";
import { deriveStatusMembers } from "./shown-conditions.ts";

/** The stored body of a cluster; `observed_at` is computed on read. */
export type ClusterBody = Omit<ClusterResponse, "observed_at" | "plan">;
/** What is stored beside the body: what `GET …/bundle` shows. */
export type ClusterDetail = Readonly<{ bundle: readonly BundleReport[] }>;
type ClusterObject = CustomResource<ClusterSpec, ClusterStatus>;

/** Projects a Cluster. */
export function projectCluster(cluster: ClusterObject, context: ProjectionContext): ProjectedRow {
  const base = deriveBaseRow("Cluster", cluster, context);
  const shown = deriveShownStatus("Cluster", cluster);
  const body: ClusterBody = {
    id: base.id,
    organization_id: base.organizationId,
    user_id: base.userId,
    name: base.displayName,
    status: shown.status as ClusterBody["status"],
    ...deriveStatusMembers(cluster, shown),
    ...specMembers(cluster),
    ...observedMembers(cluster),
    created_at: base.createdAt,
    updated_at: base.updatedAt,
  };
  return {
    ...base,
    ...columns(cluster.spec, base),
    ...askedColumns(askedByCluster(cluster.spec)),
    status: shown.status,
    settled: shown.settled,
    body,
    detail: detailOf(cluster),
  };
}

function detailOf({ status }: ClusterObject): ClusterDetail | null {
  return status?.bundle === undefined ? null : { bundle: status.bundle };
}

function columns(spec: ClusterSpec, base: BaseRow): Pick<ProjectedRow, "clusterId" | "hidden" | "displayName"> {
  const hidden = spec.role === "host" || spec.role === "management";
  return { clusterId: null, hidden, displayName: base.objectName };
}

type SpecMembers =
  | "provider"
  | "region"
  | "tier"
  | "autoscaling_enabled"
  | "min_nodes"
  | "max_nodes"
  | "component_bundle_version"
  | "routing"
  | "certifies_each_name"
  | "names_under"
  | "cloud_components"
  | "own_components"
  | "multi_region"
  | "region_locations"
  | "cloud_credential_id"
  | "is_byoc"
  | "is_imported"
  | "is_management"
  | "is_autopilot";

function specMembers({ spec, status }: ClusterObject): Pick<ClusterBody, SpecMembers> {
  return {
    provider: spec.provider,
    region: spec.region,
    tier: spec.tier,
    autoscaling_enabled: spec.autoscalingEnabled ?? false,
    min_nodes: orNull(spec.minNodes),
    max_nodes: orNull(spec.maxNodes),
    component_bundle_version: spec.componentBundleVersion ?? "latest",
    routing: clusterRouting({ spec, status }),
    certifies_each_name: certifiesEachName({ spec, status }) ?? false,
    names_under: spec.namesUnder ?? "platform",
    cloud_components: hasOrderedServers(spec) ? (spec.cloudComponents ?? "own") : null,
    own_components: orNull(spec.ownComponents),
    multi_region: spec.multiRegion ?? false,
    region_locations: orNull(spec.regionLocations),
    cloud_credential_id: orNull(spec.cloudCredentialId),
    is_byoc: spec.cloudCredentialId !== undefined,
    is_imported: spec.imported !== undefined,
    is_management: spec.role === "management",
    is_autopilot: spec.imported?.isAutopilot ?? false,
  };
}

type ObservedMembers =
  | "node_count"
  | "server_type"
  | "kubernetes_version"
  | "upgrade_available"
  | "endpoint"
  | "gateway_address"
  | "ready_at";

/** What was asked for comes first, but for the version: an upgrade shows only once it is there. */
function observedMembers({ spec, status = {} }: ClusterObject): Pick<ClusterBody, ObservedMembers> {
  return {
    node_count: orNull(spec.nodeCount ?? status.nodeCount),
    server_type: orNull(spec.serverType ?? status.serverType),
    kubernetes_version: orNull(status.kubernetesVersion ?? spec.kubernetesVersion),
    upgrade_available: status.upgradeAvailable ?? false,
    endpoint: orNull(status.endpoint),
    gateway_address: orNull(status.gatewayAddress),
    ready_at: restTimeOrNull(status.readyAt),
  };
}
