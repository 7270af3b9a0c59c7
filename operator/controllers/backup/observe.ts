import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { DATABASE_DEFAULTS } from "../../../contract/resources/database-engines.ts";
import { DATABASE_TRAITS } from "../../../contract/resources/database-instance.ts";
import type { DatabaseSourceRecord } from "../../../contract/resources/database-source.ts";
import { traitsOf } from "../../../contract/resources/phase-traits.ts";
import { backupPath } from "../../../render/delivery-names.ts";
import { formatResource } from "../../../render/resource-file.ts";
import type { FileChange } from "../../git/write-request.ts";
import type { BackedDatabase, BackupDeletionObserved, BackupObserved } from "../../machines/backup/observe-types.ts";
import { mayHoldData } from "../../machines/database/status.ts";
import { parseTime } from "../../machines/status-time.ts";
import { idOf, renderedMetadata, requestIdOf } from "../../resources/adoption.ts";
import { backupSubject, type BackupContext } from "./context.ts";
import { backupKey, databaseHandle, backupHandle } from "../../resources/handles.ts";
import type { BackupSubject } from "./engine.ts";
import {
  clusterKeyOf,
  databaseKeyOf,
  type BackupObject,
  type ClusterObject,
  type DatabaseObject,
} from "../../resources/objects.ts";
import { describeSource } from "../database/source.ts";
import { contentOf } from "../delivered/content.ts";
import { recordedDelivery, type Content } from "../shared/git-desk.ts";
import type { BackupFacts } from "../../machines/backup/status.ts";

/** One look at a backup, with what its effects will need. */
type BackupLook = Readonly<{
  observed: BackupObserved;
  facts: BackupFacts;
  files: readonly FileChange[];
  content: Content;
  /** Undefined while nothing can be asked of the engine. */
  subject: BackupSubject | undefined;
  client: KubeClient | undefined;
}>;

/** Looks at everything that decides about a live backup; reads memory only, and has the engine asked. */
export function observeBackup(context: BackupContext, object: BackupObject): BackupLook {
  const { spec, status, metadata } = object;
  const database = findDatabase(context, object);
  const cluster = database && context.caches.clusters.get(clusterKeyOf(database));
  const files = renderFiles(object, database, cluster);
  const content = contentOf(files);
  const source = database === undefined ? undefined : describeSource(database);
  const { subject, client } = tenantOf(context, object, { source, cluster });
  const isAsked = status?.phase === "running" && subject !== undefined;
  const observed: BackupObserved = {
    generation: metadata.generation ?? 1,
    createdAtMs: parseTime(metadata.creationTimestamp) ?? context.clock.nowMs(),
    trigger: spec.trigger ?? "manual",
    mirrored: spec.engineBackup !== undefined,
    incremental: spec.backupType === "incremental",
    database: databaseView(context, database, source),
    engine: isAsked ? context.looks.look(client, subject) : { kind: "unasked" },
    archiveDays: context.settings.archiveDays,
    contentHash: content.contentHash,
    git: context.desk.view(backupKey(object), content, recordedDelivery(object)),
  };
  return { observed, facts: deriveFacts(object, files), files, content, subject, client };
}

function deriveFacts(object: BackupObject, files: readonly FileChange[]): BackupFacts {
  return {
    handle: backupHandle(object),
    gitPath: files[0]?.path ?? object.status?.git?.path,
    requestId: requestIdOf(object),
  };
}

/** Finds the database that is meant; one of the same name that came later is another. */
function findDatabase({ caches }: BackupContext, object: BackupObject): DatabaseObject | undefined {
  const named = caches.databases.get(databaseKeyOf(object));
  const meant = object.status?.databaseId;
  return named !== undefined && (meant === undefined || idOf(named) === meant) ? named : undefined;
}

function databaseView(
  { settings }: BackupContext,
  database: DatabaseObject | undefined,
  source: DatabaseSourceRecord | undefined,
): BackedDatabase {
  if (database === undefined || source === undefined) return { kind: "absent" };
  const { spec, status, metadata } = database;
  const deleting = metadata.deletionTimestamp !== undefined;
  return {
    kind: "present",
    source,
    engine: spec.engine,
    deleting,
    ready: deleting
      ? mayHoldData(status)
      : status?.readyAt !== undefined && traitsOf(DATABASE_TRAITS, status.phase).live,
    archives: settings.archive !== undefined,
    retentionDays: spec.backupRetentionDays ?? DATABASE_DEFAULTS.backupRetentionDays,
    archiveFromMs: parseTime(status?.restorableFrom),
  };
}

type Found = Readonly<{ source: DatabaseSourceRecord | undefined; cluster: ClusterObject | undefined }>;

function tenantOf(
  context: BackupContext,
  object: BackupObject,
  { source, cluster }: Found,
): Pick<BackupLook, "subject" | "client"> {
  const handle = cluster?.status?.handle;
  return {
    subject: source && backupSubject(context, object, source),
    client: handle === undefined ? undefined : context.tenants.client(handle),
  };
}

/** One look at a backup that is deleted. */
export type BackupDeletionLook = Pick<BackupLook, "subject" | "client"> &
  Readonly<{ observed: BackupDeletionObserved; path: string | undefined }>;

/** Looks at what is left of a backup. */
export function observeBackupDeletion(context: BackupContext, object: BackupObject): BackupDeletionLook {
  const database = findDatabase(context, object);
  const cluster = database && context.caches.clusters.get(clusterKeyOf(database));
  const tenant = tenantOf(context, object, { source: database && madeFrom(object), cluster });
  const [file] = renderFiles(object, database, cluster);
  const path = object.status?.git?.path ?? file?.path;
  const files = path === undefined ? undefined : context.desk.removal(backupKey(object));
  const { subject, client } = tenant;
  // With its cluster or database the object went.
  const gone = subject === undefined || cluster === undefined;
  const engine = gone ? ({ kind: "gone" } as const) : context.looks.look(client, subject);
  return { observed: { files, engine }, path, ...tenant };
}

/** Before a backup began nothing was made; what MOCO's schedule made is no object. */
function madeFrom({ status, spec }: BackupObject): DatabaseSourceRecord | undefined {
  if (status?.phase === undefined || status.phase === "pending") return undefined;
  return status.source?.engine === "mysql" && spec.engineBackup !== undefined ? undefined : status.source;
}

/** Git holds a backup once its database and cluster are known. */
function renderFiles(
  object: BackupObject,
  database: DatabaseObject | undefined,
  cluster: ClusterObject | undefined,
): FileChange[] {
  const clusterHandle = cluster?.status?.handle;
  if (database === undefined || clusterHandle === undefined) return [];
  const path = backupPath(clusterHandle, databaseHandle(database), object.metadata.name);
  return [{ path, content: formatResource("DatabaseBackup", renderedMetadata(object), object.spec) }];
}
