/**
 * Shows the backups that the engines make by their schedules as DatabaseBackups, once each:
 *
 * 1. the engine's own objects are listed in the database's namespace, when its archive changed and every ten minutes;
 * 2. for one without a DatabaseBackup, the engine is asked whether it is still there, and one is made whose name hangs on it;
 * 3. a pass makes a few at most; the next goes on.
 */
import { createHash } from "node:crypto";
import { unlessTaken } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { DATABASE_BACKUPS, POSTGRESQL_BACKUPS } from "../../../adapters/kubernetes/resource-types.ts";
import {
  ANNOTATIONS,
  API_GROUP,
  API_VERSION,
  FIELD_MANAGERS,
  FINALIZER,
  idSuffix,
} from "../../../contract/identity.ts";
import { DATABASE_DEFAULTS } from "../../../contract/resources/database-engines.ts";
import { mysqlBackupTime } from "../../machines/backup/read-backup.ts";
import { isOpenBackup, retentionMs } from "../../machines/backup/state.ts";
import { idOf, ownerLabels } from "../../resources/adoption.ts";
import type { BackupObject, DatabaseObject } from "../../resources/objects.ts";
import { keyOf } from "../../runtime/object-store.ts";
import type { DatabaseContext } from "./context.ts";
import { databaseHandle } from "../../resources/handles.ts";

const CALL = { timeoutMs: 10_000 } as const;
const MADE_PER_PASS = 20;
const NAME_MAX = 52;

/** Makes what is missing of a database's scheduled backups. */
export async function mirrorScheduled(
  context: DatabaseContext,
  object: DatabaseObject,
  clusterHandle: string,
): Promise<void> {
  if (object.status?.readyAt === undefined || context.settings.archive === undefined) return;
  const client = context.tenants.client(clusterHandle);
  const { engine } = object.spec;
  const stamp = object.status.lastBackupAt ?? "";
  const view = context.scheduled.look(client, { handle: databaseHandle(object), stamp, id: idOf(object), engine });
  if (view.kind !== "listed" || client === undefined) return;
  const known = context.caches.backups.byIndex("database", keyOf(object));
  const nowMs = context.clock.nowMs();
  const names = view.names.filter((name) => !isExpired(object, name, nowMs));
  const wanted = missing(object, names, known).slice(-MADE_PER_PASS);
  for (const name of wanted) if (await isThere(client, object, name)) await make(context, object, name);
  await rememberShown(context, object, [...wanted, ...engineIds(known)]);
}

/** What was shown once is not shown anew when people delete it: the names are times, so that the newest says it all. */
async function rememberShown(context: DatabaseContext, object: DatabaseObject, ids: readonly string[]): Promise<void> {
  if (object.spec.engine !== "mysql") return;
  const newest = [...ids].sort().at(-1) ?? "";
  const current = context.caches.databases.get(keyOf(object));
  if (current === undefined || newest <= shownOf(current)) return;
  await context.status.metadata(current, { annotations: { [ANNOTATIONS.shownBackup]: newest } });
}

function shownOf({ metadata }: DatabaseObject): string {
  return metadata.annotations?.[ANNOTATIONS.shownBackup] ?? "";
}

function engineIds(known: readonly BackupObject[]): string[] {
  return known.flatMap(({ status }) => status?.engineBackupId ?? []);
}

/** MOCO tells of its last backup for ever, also when its days are over and nothing stands for it any more. */
function isExpired({ spec }: DatabaseObject, name: string, nowMs: number): boolean {
  const atMs = spec.engine === "mysql" ? mysqlBackupTime(name) : undefined;
  const days = spec.backupRetentionDays ?? DATABASE_DEFAULTS.backupRetentionDays;
  return atMs !== undefined && atMs + retentionMs(days) <= nowMs;
}

/** With MOCO one that was asked for looks like one of the schedule: it is waited for, and known by its name. */
function missing(object: DatabaseObject, names: readonly string[], known: readonly BackupObject[]): readonly string[] {
  const made = new Set(known.map(({ metadata }) => metadata.name));
  const unmade = names.filter((name) => !made.has(mirrorName(object, name)));
  if (object.spec.engine === "postgresql") return unmade;
  if (known.some(({ status }) => isOpenBackup(status?.phase))) return [];
  const ids = new Set(engineIds(known));
  return unmade.filter((name) => !ids.has(name) && name > shownOf(object));
}

/** What was listed a while ago may have been deleted since, together with what stood for it. */
async function isThere(client: KubeClient, object: DatabaseObject, name: string): Promise<boolean> {
  if (object.spec.engine === "mysql") return true;
  return (await client.get(POSTGRESQL_BACKUPS, { namespace: databaseHandle(object), name }, CALL)) !== undefined;
}

function mirrorName(object: DatabaseObject, name: string): string {
  const print = createHash("sha256").update(name).digest("hex").slice(0, 10);
  const short = name.length <= NAME_MAX ? name : `scheduled-${print}`;
  return `${object.spec.engine === "mysql" ? "scheduled-" : ""}${short}-${idSuffix(idOf(object))}`;
}

async function make({ client, logger }: DatabaseContext, object: DatabaseObject, engineBackup: string): Promise<void> {
  const { namespace = "", name: database } = object.metadata;
  const name = mirrorName(object, engineBackup);
  const body = backupBody(object, { name, namespace }, { database, trigger: "scheduled", engineBackup });
  const made = await client
    .create(DATABASE_BACKUPS, body, { fieldManager: FIELD_MANAGERS.operator })
    .catch(unlessTaken);
  if (made) logger.info("A scheduled backup is shown", { database: databaseHandle(object), backup: name });
}

/** Makes a DatabaseBackup as the operator does; it belongs to whom its database belongs to. */
export function backupBody(
  database: DatabaseObject,
  names: Readonly<{ name: string; namespace: string }>,
  spec: BackupObject["spec"],
): KubeObject {
  return {
    apiVersion: `${API_GROUP}/${API_VERSION}`,
    kind: "DatabaseBackup",
    metadata: {
      ...names,
      labels: ownerLabels(database),
      annotations: { [ANNOTATIONS.requestId]: "" },
      finalizers: [FINALIZER],
    },
    spec,
  };
}
