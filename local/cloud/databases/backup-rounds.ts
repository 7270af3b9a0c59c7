/*
 * Backups of one cluster's databases. Each round:
 * 1. A ScheduledBackup whose time has come makes a Backup.
 * 2. A Backup that is at no end is taken: one after the other for each server; one that an earlier run left is begun anew.
 * 3. After each the ObjectStore says from when on one can go back. What is expired is catalog-upkeep.ts's.
 */
import type { BackupInfo } from "./archive-folder.ts";
import { deriveBackupId, takeBaseBackup } from "./base-backup.ts";
import { toTime, writeRecoveryWindow } from "./catalog-upkeep.ts";
import { BARMAN_PLUGIN, type ArchiveRef } from "./instance-plan.ts";
import { nextCronTime } from "./next-cron-time.ts";
import type { ObjectStores } from "./object-stores.ts";
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
type FindInstance = (namespace: string, name: string) => Promise<PostgresInstance | undefined>;

const GROUP = "/apis/postgresql.cnpg.io/v1";
const ENDED = new Set(["completed", "failed", "invalid backup definition"]);

/** Takes the backups of one cluster's databases. */
export class BackupRounds {
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
      apiVersion,
      kind: "Backup",
      metadata: {
        name: `${name}-${deriveBackupId(dueMs).replace("T", "")}`,
        namespace,
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
    await this.#write(backup, {
      phase: "started",
      method: "plugin",
      reconciliationStartedAt: toTime(Date.now()),
      instanceID: { podName: `${backup.spec.cluster.name}-1` },
    });
    try {
      const archive = stores.archive(namespace, ref);
      const info = await takeBaseBackup(instance.server, archive, deriveBackupId(Date.now()));
      instance.lastBackup = { succeeded: true, message: "Backup was successful" };
      await writeRecoveryWindow(this.#api, { namespace, ref, archive });
      await this.#write(backup, describe(info, instance.uid));
    } catch (error) {
      const { message } = error as Error;
      const failedAt = toTime(Date.now());
      instance.lastBackup = { succeeded: false, message };
      await this.#write(backup, { phase: "failed", error: message, reconciliationTerminatedAt: failedAt });
      await writeRecoveryWindow(this.#api, { namespace, ref, archive: stores.archive(namespace, ref), failedAt });
    }
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

/** Answers what the plugin 0.14 says of a backup, and no more: how large it is, it does not say. */
function describe(info: BackupInfo, clusterUid: string): object {
  const { backupId, beginWal, endWal, beginLsn, endLsn, beginTime, endTime } = info;
  return {
    phase: "completed",
    reconciliationTerminatedAt: toTime(Date.now()),
    online: true,
    backupId,
    backupName: `backup-${backupId.replace("T", "")}`,
    beginWal,
    endWal,
    beginLSN: beginLsn,
    endLSN: endLsn,
    startedAt: toTime(Date.parse(beginTime)),
    stoppedAt: toTime(Date.parse(endTime)),
    pluginMetadata: {
      version: "0.14.0",
      name: BARMAN_PLUGIN,
      displayName: "BarmanCloudInstance",
      clusterUID: clusterUid,
      pluginName: BARMAN_PLUGIN,
      // The first eight digits of a segment are its timeline.
      timeline: String(Number.parseInt(endWal.slice(0, 8), 16)),
    },
  };
}
