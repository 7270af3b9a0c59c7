/**
 * Reads, makes and deletes the engines' own objects of backups on the tenant clusters: CloudNativePG's Backup; with MOCO
 * a Job from the CronJob that it keeps for a cluster with a BackupPolicy.
 */
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { unlessTaken } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { CRON_JOBS, JOBS, MYSQL_CLUSTERS, POSTGRESQL_BACKUPS } from "../../../adapters/kubernetes/resource-types.ts";
import { FIELD_MANAGERS, LABELS } from "../../../contract/identity.ts";
import type { DatabaseEngine } from "../../../contract/resources/database-engines.ts";
import { BARMAN_PLUGIN, archiveBucket, archivePath } from "../../../render/database/database-names.ts";
import type { EngineBackup, EngineBackupView } from "../../machines/backup/observe-types.ts";
import {
  readMysqlJob,
  readMysqlMirrored,
  readPostgresqlBackup,
  type MysqlPlace,
} from "../../machines/backup/read-backup.ts";
import type { Clock } from "../../runtime/clock.ts";
import { CALL, Looks } from "../shared/looks.ts";

/** An engine's object of a backup. */
export type BackupSubject = Readonly<{
  /** Of the backup. */
  handle: string;
  id: string;
  engine: DatabaseEngine;
  namespace: string;
  /** The namespace of the organization, under which its archives lie. */
  organization: string;
  databaseId: string;
  /** The engine's resource of the database. */
  cluster: string;
  name: string;
  mirrored: boolean;
  destination: string;
}>;
/** Asks the engines how backups are. */
export type BackupLooks = Looks<BackupSubject, EngineBackupView>;

type Json = Readonly<Record<string, unknown>>;
const FRESH_MS = 2_000;

/** Creates the looks at backups, each at most every two seconds. */
export function createBackupLooks(clock: Clock, onNews: (handle: string) => void): BackupLooks {
  return new Looks({ clock, freshMs: FRESH_MS, ask, onNews });
}

async function ask(client: KubeClient, subject: BackupSubject): Promise<EngineBackupView> {
  const found = await (subject.engine === "postgresql" ? askPostgresql : askMysql)(client, subject);
  return found === undefined ? { kind: "absent" } : { kind: "present", ...found };
}

async function askPostgresql(client: KubeClient, subject: BackupSubject): Promise<EngineBackup | undefined> {
  const { namespace, name, organization, databaseId, destination } = subject;
  const found = await client.get(POSTGRESQL_BACKUPS, { namespace, name }, CALL);
  const place = { path: archivePath(destination, organization, databaseId), serverName: databaseId };
  return found && readPostgresqlBackup(statusOf(found), place);
}

async function askMysql(client: KubeClient, subject: BackupSubject): Promise<EngineBackup | undefined> {
  const { namespace, name, cluster: clusterName, mirrored, destination } = subject;
  const cluster = statusOf(await client.get(MYSQL_CLUSTERS, { namespace, name: clusterName }, CALL));
  const place: MysqlPlace = { bucket: archiveBucket(destination), namespace, name: clusterName };
  if (mirrored) return readMysqlMirrored(name, cluster, place);
  const job = await client.get(JOBS, { namespace, name }, CALL);
  return job && readMysqlJob(statusOf(job), cluster, place);
}

function statusOf(object: KubeObject | undefined): Json | undefined {
  return object?.["status"] as Json | undefined;
}

/** Makes the engine's object, once: its name is the backup's own. */
export async function startBackup(client: KubeClient, subject: BackupSubject): Promise<void> {
  const { engine, namespace, name, id } = subject;
  const labels = { "app.kubernetes.io/managed-by": "berth", [LABELS.id]: id };
  const metadata = { namespace, name, labels };
  const options = { fieldManager: FIELD_MANAGERS.operator, ...CALL };
  if (engine === "mysql") await startMysql(client, subject, metadata);
  else await client.create(POSTGRESQL_BACKUPS, postgresqlBackup(subject, metadata), options).catch(unlessTaken);
}

/** Makes the Backup that CloudNativePG is given. */
export function postgresqlBackup(
  { cluster }: Pick<BackupSubject, "cluster">,
  metadata: KubeObject["metadata"],
): KubeObject {
  return {
    apiVersion: "postgresql.cnpg.io/v1",
    kind: "Backup",
    metadata,
    spec: { cluster: { name: cluster }, method: "plugin", pluginConfiguration: { name: BARMAN_PLUGIN } },
  };
}

/** MOCO makes the CronJob a moment after the cluster; until then there is nothing to make a Job of. */
async function startMysql(client: KubeClient, subject: BackupSubject, metadata: KubeObject["metadata"]): Promise<void> {
  const { namespace, cluster } = subject;
  const found = await client.get(CRON_JOBS, { namespace, name: `moco-backup-${cluster}` }, CALL);
  const template = (found?.["spec"] as { jobTemplate?: { spec?: unknown } } | undefined)?.jobTemplate?.spec;
  if (template === undefined) return;
  const job = { apiVersion: "batch/v1", kind: "Job", metadata, spec: template };
  await client.create(JOBS, job, { fieldManager: FIELD_MANAGERS.operator, ...CALL }).catch(unlessTaken);
}

/** Deletes the engine's object; what lies in the archive stays. */
export async function deleteBackup(client: KubeClient, { engine, namespace, name }: BackupSubject): Promise<void> {
  const type = engine === "postgresql" ? POSTGRESQL_BACKUPS : JOBS;
  await client.delete(type, { namespace, name }, { ...CALL, propagation: "Background" });
}
