import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { LABELS } from "../../contract/identity.ts";
import { deriveClusterContext } from "../../render/projection/cluster-context.ts";
import type {
  ClusterContext,
  CustomResource,
  ProjectedKind,
  ProjectionContext,
  RenderValues,
} from "../../render/projection/custom-resource.ts";
import { recordId } from "../../render/projection/resource-row.ts";
import type { PendingChange } from "./pending-changes.ts";

/** Looks up what a projection needs beside its object, from memory. */
export type MirrorLookups = Readonly<{
  /** The organization of a namespace, from its label; undefined while it is not known. */
  organizationOf: (namespace: string) => string | undefined;
  findObject: (kind: ProjectedKind, namespace: string, name: string) => KubeObject | undefined;
  renderValues: RenderValues;
}>;

const NIL_UUID = "00000000-0000-0000-0000-000000000000";

/** Finds the organization of an object; a deletion may outlive its namespace, so its own label counts then. */
export function organizationOf(change: PendingChange, lookups: MirrorLookups): string | undefined {
  const { namespace = "", labels } = change.object.metadata;
  const found = lookups.organizationOf(namespace);
  return found ?? (change.isDeleted ? (labels?.[LABELS.organizationId] ?? NIL_UUID) : undefined);
}

/** Derives the context of a projection; undefined while something that the object names is not there (it waits). */
export function deriveContext(
  change: PendingChange,
  lookups: MirrorLookups,
  owners: ReadonlyMap<string, string>,
): ProjectionContext | undefined {
  const { kind, object, isDeleted } = change;
  const organizationId = organizationOf(change, lookups);
  if (organizationId === undefined) return undefined;
  const base = { organizationId, ownerId: owners.get(organizationId) ?? NIL_UUID, renderValues: lookups.renderValues };
  if (isDeleted || kind === "Cluster") return base;
  const source = kind === "DatabaseBackup" ? findDatabase(object, lookups) : object;
  const cluster = source === undefined ? undefined : findCluster(source, lookups, base);
  const context = { ...base, cluster, databaseId: source === undefined ? undefined : recordId(asResource(source)) };
  return isPlaced(change, context) ? context : undefined;
}

function isPlaced(change: PendingChange, context: ProjectionContext): boolean {
  const status = change.object["status"] as { clusterId?: string; databaseId?: string } | undefined;
  if (change.kind === "DatabaseBackup") return (context.databaseId ?? status?.databaseId) !== undefined;
  return (context.cluster?.id ?? status?.clusterId) !== undefined;
}

function findDatabase(backup: KubeObject, lookups: MirrorLookups): KubeObject | undefined {
  const { database } = (backup["spec"] ?? {}) as { database?: unknown };
  if (typeof database !== "string") return undefined;
  return lookups.findObject("DatabaseInstance", backup.metadata.namespace ?? "", database);
}

function findCluster(
  object: KubeObject,
  lookups: MirrorLookups,
  owners: Readonly<{ organizationId: string; ownerId: string }>,
): ClusterContext | undefined {
  const { cluster } = (object["spec"] ?? {}) as { cluster?: unknown };
  if (typeof cluster !== "string") return undefined;
  const found = lookups.findObject("Cluster", object.metadata.namespace ?? "", cluster);
  return found === undefined ? undefined : deriveClusterContext(asResource(found), owners);
}

/** Views an object of the API server as a custom resource. */
export function asResource(object: KubeObject): CustomResource {
  return object as unknown as CustomResource;
}
