import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import type { BundleReport } from "../../contract/resources/cluster-status.ts";
import type { BundleComponentResponse, ClusterBundleResponse } from "../../contract/rest/cluster-bundle.ts";
import type { ClusterDetail, ClusterBody } from "../../render/projection/project-cluster.ts";
import { wantedComponents, type WantedComponent } from "../../render/bundle/wanted-components.ts";

/** Shows a cluster's bundle: what its channel wants beside what was reported of it. */
export function showBundle({ id, body, detail }: StoredResource): ClusterBundleResponse {
  const cluster = body as unknown as ClusterBody;
  const reports = new Map(((detail as ClusterDetail | null)?.bundle ?? []).map((one) => [one.component, one]));
  const condition = cluster.conditions.find(({ type }) => type === "BundleApplied");
  const components = wantedComponents(describeCluster(cluster)).map((wanted) =>
    showComponent(wanted, reports.get(wanted.definition.component)),
  );
  return {
    cluster_id: id,
    version: cluster.component_bundle_version,
    applied: components.every(({ applied, skipped }) => applied || skipped),
    status_reason: condition?.reason ?? null,
    message: condition === undefined || condition.message === "" ? null : condition.message,
    components,
  };
}

/** Describes a cluster as the bundle sees it. */
export function describeCluster(cluster: ClusterBody): Parameters<typeof wantedComponents>[0] {
  const { provider, tier, routing, is_imported: isImported, is_autopilot: isAutopilot } = cluster;
  const { cloud_components: cloudComponents, component_bundle_version: componentBundleVersion } = cluster;
  const { own_components: ownComponents } = cluster;
  const chosen = {
    routing,
    componentBundleVersion,
    ...(cloudComponents === null ? {} : { cloudComponents }),
    ...(ownComponents === null ? {} : { ownComponents }),
  };
  return { provider, tier, ...chosen, ...(isImported ? { imported: { isAutopilot } } : {}) };
}

function showComponent(
  { definition, version, skipped }: WantedComponent,
  report: BundleReport | undefined,
): BundleComponentResponse {
  const { component, purpose, chart, namespace } = definition;
  const about = { component, purpose, chart, namespace };
  if (skipped !== undefined) return { ...about, ...NOTHING, wanted_version: null, skipped: true, reason: skipped };
  return { ...about, ...NOTHING, wanted_version: version, ...foundMembers(version, report) };
}

const NOTHING = {
  found_version: null,
  sync: null,
  health: null,
  applied: false,
  skipped: false,
  reason: null,
  message: null,
} as const;

function foundMembers(
  wanted: string,
  report: BundleReport | undefined,
): Pick<BundleComponentResponse, "found_version" | "sync" | "health" | "applied" | "message"> {
  const { version = null, sync = null, health = null, message = null } = report ?? {};
  const applied = version === wanted && sync === "Synced" && health === "Healthy";
  return { found_version: version, sync, health, applied, message };
}
