/*
 * From a custom resource to its row in Postgres, as a pure function, used by the gateway on what the API server
 * answered and by the mirror on what it watched, so that both write the same row for a version:
 * 1. ids and owners: labels, else the fallbacks that the context holds (docs/adr/0023);
 * 2. the status, by generation (docs/adr/0024, derive-status.ts);
 * 3. the body: what REST answers, finished, but for what only a read can know (DEPLOYMENT_READ_MEMBERS, observed_at).
 */
import { CLUSTER_TIERS } from "../../contract/resources/cluster.ts";
import { BACKUP_TYPES } from "../../contract/resources/database-backup.ts";
import { DATABASE_ENGINES } from "../../contract/resources/database-engines.ts";
import { DATABASE_TIERS } from "../../contract/resources/database-instance.ts";
import { APP_TYPES } from "../../contract/resources/deployment-spec.ts";
import type { CustomResource, ProjectedKind, ProjectionContext } from "./custom-resource.ts";
import { projectBackup } from "./project-backup.ts";
import { projectCluster } from "./project-cluster.ts";
import { projectDatabase } from "./project-database.ts";
import { projectDeployment } from "./project-deployment.ts";
import { projectUpgrade } from "./project-upgrade.ts";
import { COLUMNS, withShownColumns, type ProjectedRow, type ResourceRow } from "./resource-row.ts";

/** Changes whenever a projection changes: the operator then projects every object anew, versions notwithstanding. A column more does it by itself. */
export const PROJECTION_VERSION = `7.${Object.keys(COLUMNS).length}`;

const PROJECTIONS: Readonly<Record<ProjectedKind, (object: never, context: ProjectionContext) => ProjectedRow>> = {
  Cluster: projectCluster,
  Deployment: projectDeployment,
  DatabaseInstance: projectDatabase,
  UpgradeRequest: projectUpgrade,
  DatabaseBackup: projectBackup,
};

/** Projects an object of any kind. */
export function projectResource(kind: ProjectedKind, object: CustomResource, context: ProjectionContext): ResourceRow {
  return withShownColumns(PROJECTIONS[kind](object as never, context));
}

/** Names the reason under which an object shows that cannot be projected or stored. */
export const UNPROJECTABLE = "Unprojectable";

/**
 * Projects an object that cannot be projected or stored as it is: its required members alone, in status error.
 * Throws when not even those are there; such an object has no row.
 */
export function projectUnprojectable(
  kind: ProjectedKind,
  object: CustomResource,
  context: ProjectionContext,
): ResourceRow {
  const { uid, resourceVersion, generation, creationTimestamp, deletionTimestamp, labels, name, namespace } =
    object.metadata;
  const metadata = { uid, resourceVersion, generation, creationTimestamp, deletionTimestamp, labels, name, namespace };
  const known = object.status as { clusterId?: string; databaseId?: string; handle?: string } | undefined;
  const status = {
    observedGeneration: generation ?? 0,
    phase: kind === "UpgradeRequest" || kind === "DatabaseBackup" ? "failed" : "error",
    statusReason: UNPROJECTABLE,
    errorMessage: "Its content cannot be stored for reading; change it with kubectl, or delete it",
    clusterId: known?.clusterId,
    databaseId: known?.databaseId,
  };
  const spec = requiredMembers(kind, object.spec as Readonly<Record<string, unknown>>);
  const row = projectResource(kind, { metadata, spec, status }, { ...context, renderValues: () => null });
  return { ...row, requestId: null, revision: null };
}

const oneOf = (values: readonly string[]): RegExp => new RegExp(`^(${values.join("|")})$`);
const NAME = /^[a-z0-9-]{1,40}$/;
const PLACE = /^[a-z0-9._-]{1,64}$/;
const REQUIRED: Readonly<Record<ProjectedKind, Readonly<Record<string, RegExp>>>> = {
  Cluster: { provider: PLACE, region: PLACE, tier: oneOf(CLUSTER_TIERS) },
  Deployment: { name: NAME, appType: oneOf(APP_TYPES) },
  DatabaseInstance: { name: NAME, engine: oneOf(DATABASE_ENGINES), tier: oneOf(DATABASE_TIERS) },
  UpgradeRequest: { toVersion: /^[v0-9.]{1,16}$/ },
  DatabaseBackup: { backupType: oneOf(BACKUP_TYPES) },
};
const OPTIONAL: ReadonlySet<string> = new Set(["name", "backupType"]);

function requiredMembers(kind: ProjectedKind, spec: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [member, shape] of Object.entries(REQUIRED[kind])) {
    const value = spec[member];
    if (typeof value === "string" && shape.test(value)) kept[member] = value;
    else if (!OPTIONAL.has(member) && !(kind === "DatabaseInstance" && member === "tier"))
      throw new TypeError(`A ${kind} without ${member} cannot be shown`);
  }
  return kept;
}
