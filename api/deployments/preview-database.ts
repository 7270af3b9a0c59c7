import { databaseResource, type DatabaseSpec } from "../../contract/resources/database-instance.ts";
import { DATABASE_DEFAULTS } from "../../contract/resources/database-engines.ts";
import { PREVIEW_DATABASE_SECRET } from "../../contract/identity.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { withoutVariable, type PreviewDatabase } from "../../contract/resources/preview-database.ts";
import type { DatabaseResponse } from "../../contract/rest/databases.ts";
import type { DeploymentPreviewRequest } from "../../contract/rest/deployment-previews.ts";
import { createDatabase } from "../../contract/rest/databases.ts";
import type { MonthlyCost } from "../../contract/rest/values.ts";
import { BerthError } from "../../contract/errors.ts";
import type { StoredResource } from "../../adapters/postgres/resources/resource-rows.ts";
import type { BackupDetail } from "../../render/projection/project-backup.ts";
import { assertEngine } from "../databases/assert-engine.ts";
import { restoredSpec } from "../databases/derive-restore.ts";
import { loadArchive, type Archive } from "../databases/load-archive.ts";
import { assertUser } from "../http/authenticate.ts";
import { authorizeUser } from "../http/authorize.ts";
import type { Context } from "../http/context.ts";
import { refusal } from "../http/refusal.ts";
import { absent } from "../resources/load-resource.ts";
import { monthlyCostOf } from "../resources/monthly-cost.ts";
import type { Owners } from "../resources/projection-port.ts";
import { assertRoom, quotaWarnings } from "../resources/quotas.ts";

/** The database that a preview is to get. */
export type WantedDatabase = Readonly<{ spec: PreviewDatabase; warning: string }>;
type Place = Readonly<{ source: StoredResource; cluster: StoredResource }>;

/**
 * Finds out which database a preview is to get; undefined for none. Whoever makes the image reads what is in it, so that
 * a copy needs what making a database needs: the role in its organization, which must be the preview's, and the scope.
 */
export async function wantedDatabaseOf(
  context: Context,
  { source, cluster }: Place,
  body: DeploymentPreviewRequest,
): Promise<WantedDatabase | undefined> {
  const { database: kind, database_id: id, database_variable: variable } = body;
  if ((kind ?? "none") === "none" || typeof id !== "string") return undefined;
  authorizeUser(createDatabase, assertUser(context.principal));
  const archive = await loadArchive(context, id);
  const { database } = archive;
  if (database === undefined || archive.organizationId !== source.organizationId) throw absent("DatabaseInstance");
  if (database.status === "deleting") throw new BerthError("being_deleted");
  const after = database.body as DatabaseResponse;
  assertEngine(cluster, after.engine);
  const common = { variable: variable ?? "DATABASE_URL" };
  return kind === "copy" ? copyOf(archive, after, common) : emptyLike(after, common);
}

type Common = Pick<PreviewDatabase, "variable">;

function emptyLike(database: DatabaseResponse, common: Common): WantedDatabase {
  const { engine, engineVersion, databaseName, extensions } = specOf(database, undefined);
  const spec = { ...common, engine, engineVersion, databaseName, extensions };
  return { spec, warning: `Its own database begins empty: ${DATABASE_DEFAULTS.storageSizeGb} GB, which go with it.` };
}

function copyOf({ databaseId, backups }: Archive, database: DatabaseResponse, common: Common): WantedDatabase {
  const newest = backups.find(({ status }) => status === "completed");
  if (newest === undefined)
    throw refusal(
      `There is nothing to copy yet: no backup of ${database.name} has completed. Make one first: POST /databases/${databaseId}/backups.`,
    );
  const { source: record } = (newest.detail ?? {}) as BackupDetail;
  const { engine, engineVersion, databaseName, extensions, storageSizeGb, maxConnections } = specOf(database, record);
  const restore = { sourceId: databaseId, backupId: newest.id };
  const spec = { ...common, engine, engineVersion, databaseName, extensions, storageSizeGb, maxConnections, restore };
  const { completed_at: at } = newest.body as Readonly<{ completed_at: string | null }>;
  const size = storageSizeGb ?? DATABASE_DEFAULTS.storageSizeGb;
  const warning = `Its own database is a copy of ${database.name} as its backup of ${at ?? "an unknown time"} has it: ${size} GB, which go with it. Make a backup first for what is newer.`;
  return { spec, warning };
}

function specOf(database: DatabaseResponse, record: BackupDetail["source"]): Omit<DatabaseSpec, "name" | "cluster"> {
  const spec = restoredSpec(database, record);
  if (spec === undefined) throw refusal("What the backup was made of is not known; ask the platform's operator.");
  return spec;
}

/** Adds the variable that gets the URL: in the place of what the source, or the request, has under its name. */
export function withDatabase(
  spec: Partial<DeploymentSpec>,
  wanted: WantedDatabase | undefined,
): Partial<DeploymentSpec> {
  if (wanted === undefined) return spec;
  const { variable } = wanted.spec;
  const others = (spec.environmentVariables ?? []).filter(({ name }) => name !== variable);
  return { ...spec, environmentVariables: [...others, { name: variable, secretRef: PREVIEW_DATABASE_SECRET }] };
}

/** What the operator will make of it, as far as amounts and prices go. */
function sizedSpec({ spec }: WantedDatabase): Omit<DatabaseSpec, "cluster"> {
  return { ...withoutVariable(spec), tier: "single", backupEnabled: false };
}

/** Refuses a preview whose database would be one too many. The operator makes it moments later: those that begin at once do not see each other's, and the last of them waits. What they ask for is counted with the previews (amounts.ts). */
export function assertDatabaseRoom(context: Context, organizationId: string): Promise<void> {
  return assertRoom(context, countedOf(organizationId));
}

function countedOf(ownerId: string) {
  return { quota: "databases", kind: "DatabaseInstance", ownerId } as const;
}

/** Says what is to be minded of a preview's database. */
export async function databaseWarnings(
  context: Context,
  organizationId: string,
  wanted: WantedDatabase | undefined,
): Promise<string[]> {
  return wanted === undefined ? [] : [wanted.warning, ...(await quotaWarnings(context, countedOf(organizationId)))];
}

/** Adds what a preview's database costs to what the preview does; null where one of them has no price. */
export async function withDatabaseCost(
  context: Context,
  { cost, owners, wanted }: Readonly<{ cost: MonthlyCost | null; owners: Owners; wanted: WantedDatabase | undefined }>,
): Promise<MonthlyCost | null> {
  if (wanted === undefined || cost === null) return cost;
  const more = await monthlyCostOf(context, { kind: databaseResource.kind, owners, spec: sizedSpec(wanted), body: {} });
  if (more === null) return null;
  const sum = (member: "before" | "after" | "change"): string =>
    (Number(cost[member]) + Number(more[member])).toFixed(2);
  return { ...cost, before: sum("before"), after: sum("after"), change: sum("change") };
}
