/*
 * Backups of one cluster's databases. Each round:
 * 1. A ScheduledBackup whose time has come makes a Backup.
 * 2. A Backup that is at no end is taken: one after the other for each server; one that an earlier run left is begun anew.
 * 3. After one that succeeded, what the retention policy no longer asks for goes, and the ObjectStore says from when on
 *    one can go back.
 */
import type { ArchiveFolder, BackupInfo } from "./archive-folder.ts";
import { deriveKeepSince } from "./archive-folder.ts";
import { deriveBackupId, takeBaseBackup } from "./base-backup.ts";
import { BARMAN_PLUGIN, type ArchiveRef } from "./instance-plan.ts";
import { nextCronTime } from "./next-cron-time.ts";
import { objectStorePath, type ObjectStores } from "./object-stores.ts";
import type { PostgresInstance } from "./postgres-instance.ts";
import type { TenantApi, TenantObject } from "./tenant-api.ts";

type Method = Readonly<{
  method?: string;
  pluginConfiguration?: Readonly<{ name?: string }>;
  cluster: Readonly<{ name: string }>;
}>;
type Backup = TenantObject & Readonly<{ spec: Method; status?: Readonly<{ phase?: string }> }>;
type ScheduledBackup = TenantObject &
  Readonly<{
    spec: Method &
      Readonly<{ schedule: string; suspend?: boolean; immediate?: boolean; backupOwnerReference?: string }>;
    status?: Readonly<{ lastCheckTime?: string }>;
  }>;

/** Finds the instance of a Cluster by namespace and name. */
export type FindInstance = (namespace: string, name: string) => Promise<PostgresInstance | undefined>;

const GROUP = "/apis/postgresql.cnpg.io/v1";
const ENDED = new Set(["completed", "failed", "invalid backup definition"]);

/** Takes the backups of one cluster's databases. */
export class BackupDesk {
  readonly #api: TenantApi;
  readonly #find: FindInstance;
  readonly #report: (error: unknown) => void;
  /** Uids of backups under way, and of the servers that they are taken of. */
  readonly #taken = new Set<string>();
  readonly #under = new Map<string, Promise<void>>();

  constructor(api: TenantApi, find: FindInstance, report: (error: unknown) => void) {
    this.#api = api;
    this.#find = find;
    this.#report = report;
  }

  /** Takes one round. */
  async round(stores: ObjectStores, nowMs: number): Promise<void> {
    const scheduled = (await this.#api.list<ScheduledBackup>(`${GROUP}/scheduledbackups`)) ?? [];
    for (const one of scheduled) await this.#schedule(one, nowMs).catch(this.#report);
    const backups = (await this.#api.list<Backup>(`${GROUP}/backups`)) ?? [];
    for (const backup of backups) {
      if (ENDED.has(backup.status?.phase ?? "") || this.#under.has(backup.metadata.uid)) continue;
      await this.#begin(backup, stores);
    }
  }

  /** Resolves when no backup is under way. */
  async rest(): Promise<void> {
    await Promise.all(this.#under.values());
  }

  async #schedule(object: ScheduledBackup, nowMs: number): Promise<void> {
    const { metadata, spec, status } = object;
    const instance = await this.#find(metadata.namespace, spec.cluster.name);
    if (spec.suspend === true || instance?.takesWrites !== true) return;
    const { checkedMs, dueMs } = deriveDue(spec, status?.lastCheckTime, nowMs);
    const due = dueMs !== undefined && dueMs <= nowMs;
    if (due) await this.#createBackup(object, dueMs, checkedMs === undefined);
    if (!due && checkedMs !== undefined) return;
    const path = `${GROUP}/namespaces/${metadata.namespace}/scheduledbackups/${metadata.name}`;
    await this.#api.writeStatus(path, {
      lastCheckTime: toTime(nowMs),
      ...(due ? { lastScheduleTime: toTime(dueMs) } : {}),
      ...describeNext(spec.schedule, nowMs),
    });
  }

  #createBackup({ metadata, spec }: ScheduledBackup, dueMs: number, immediate: boolean): Promise<void> {
    const { namespace, name, uid } = metadata;
    const apiVersion = "postgresql.cnpg.io/v1";
    const owner = { apiVersion, kind: "ScheduledBackup", name, uid, controller: true, blockOwnerDeletion: true };
    const { cluster, method, pluginConfiguration } = spec;
    return this.#api.create(`${GROUP}/namespaces/${namespace}/backups`, {
      ...{ apiVersion, kind: "Backup" },
      metadata: {
        ...{ name: `${name}-${deriveBackupId(dueMs).replace("T", "")}`, namespace },
        labels: {
          "cnpg.io/cluster": cluster.name,
          "cnpg.io/scheduled-backup": name,
          "cnpg.io/immediateBackup": String(immediate),
        },
        ...(spec.backupOwnerReference === "self" ? { ownerReferences: [owner] } : {}),
      },
      spec: { cluster, method, pluginConfiguration },
    });
  }

  async #begin(backup: Backup, stores: ObjectStores): Promise<void> {
    const { namespace, uid } = backup.metadata;
    const instance = await this.#find(namespace, backup.spec.cluster.name);
    const fault = findFault(backup, instance);
    if (fault !== undefined) return this.#write(backup, { phase: "failed", error: fault });
    if (instance?.takesWrites !== true || instance.archive === undefined || this.#taken.has(instance.uid)) {
      if (backup.status?.phase === undefined) await this.#write(backup, { phase: "pending" });
      return;
    }
    this.#taken.add(instance.uid);
    const taking = this.#take(backup, { instance, ref: instance.archive, stores })
      .catch(this.#report)
      .finally(() => {
        this.#under.delete(uid);
        this.#taken.delete(instance.uid);
      });
    this.#under.set(uid, taking);
  }

  async #take(backup: Backup, { instance, ref, stores }: Taking): Promise<void> {
    const { namespace } = backup.metadata;
    const backupId = deriveBackupId(Date.now());
    const startedAt = toTime(Date.now());
    const base = {
      method: "plugin",
      startedAt,
      serverName: ref.serverName,
      instanceID: { podName: `${backup.spec.cluster.name}-1` },
    };
    const destinationPath = stores.find(namespace, ref.objectStore)?.spec.configuration.destinationPath ?? "";
    await this.#write(backup, {
      ...base,
      phase: "running",
      destinationPath,
      backupId,
      backupName: `backup-${backupId}`,
    });
    try {
      const archive = stores.archive(namespace, ref);
      const info = await takeBaseBackup(instance.server, archive, backupId);
      await this.#expire(archive, stores.find(namespace, ref.objectStore)?.spec.retentionPolicy);
      instance.lastBackup = { succeeded: true, message: "Backup was successful" };
      await this.#writeWindow(namespace, ref, { archive, failedAt: undefined });
      await this.#write(backup, { phase: "completed", ...describe(info) });
    } catch (error) {
      const { message } = error as Error;
      instance.lastBackup = { succeeded: false, message };
      await this.#write(backup, { phase: "failed", error: message, stoppedAt: toTime(Date.now()) });
      await this.#writeWindow(namespace, ref, {
        archive: stores.archive(namespace, ref),
        failedAt: toTime(Date.now()),
      });
    }
  }

  async #expire(archive: ArchiveFolder, policy: string | undefined): Promise<void> {
    const sinceMs = policy === undefined ? undefined : deriveKeepSince(policy, Date.now());
    if (sinceMs !== undefined) await archive.expire(sinceMs);
  }

  async #writeWindow(
    namespace: string,
    { objectStore, serverName }: ArchiveRef,
    { archive, failedAt }: Readonly<{ archive: ArchiveFolder; failedAt: string | undefined }>,
  ): Promise<void> {
    const backups = await archive.list();
    const [first, last] = [backups[0], backups.at(-1)];
    const window = {
      ...(first === undefined ? {} : { firstRecoverabilityPoint: toTime(Date.parse(first.endTime) + 999) }),
      ...(last === undefined ? {} : { lastSuccessfulBackupTime: toTime(Date.parse(last.endTime)) }),
      ...(failedAt === undefined ? {} : { lastFailedBackupTime: failedAt }),
    };
    await this.#api.writeStatus(objectStorePath(namespace, objectStore), {
      serverRecoveryWindow: { [serverName]: window },
    });
  }

  #write({ metadata: { namespace, name } }: Backup, status: object): Promise<void> {
    return this.#api.writeStatus(`${GROUP}/namespaces/${namespace}/backups/${name}`, status);
  }
}

/** Before it was first looked at, only an immediate one is due. */
function deriveDue(
  { schedule, immediate }: ScheduledBackup["spec"],
  lastCheckTime: string | undefined,
  nowMs: number,
): Readonly<{ checkedMs: number | undefined; dueMs: number | undefined }> {
  if (lastCheckTime === undefined) return { checkedMs: undefined, dueMs: immediate === true ? nowMs : undefined };
  const checkedMs = Date.parse(lastCheckTime);
  return { checkedMs, dueMs: nextCronTime(schedule, checkedMs) };
}

function describeNext(schedule: string, nowMs: number): object {
  const nextMs = nextCronTime(schedule, nowMs);
  return nextMs === undefined ? {} : { nextScheduleTime: toTime(nextMs) };
}

type Taking = Readonly<{ instance: PostgresInstance; ref: ArchiveRef; stores: ObjectStores }>;

function findFault({ spec }: Backup, instance: PostgresInstance | undefined): string | undefined {
  if (spec.method !== "plugin" || spec.pluginConfiguration?.name !== BARMAN_PLUGIN)
    return `Only the method plugin with ${BARMAN_PLUGIN} is played here`;
  if (instance?.takesWrites === true && instance.archive === undefined) return "requested plugin is not available";
  return undefined;
}

function describe({ beginWal, endWal, beginLsn, endLsn, beginTime, endTime, sizeBytes }: BackupInfo): object {
  return {
    ...{ beginWal, endWal, beginLSN: beginLsn, endLSN: endLsn, online: true },
    ...{ startedAt: toTime(Date.parse(beginTime)), stoppedAt: toTime(Date.parse(endTime)) },
    pluginMetadata: { sizeBytes: String(sizeBytes) },
  };
}

function toTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}
