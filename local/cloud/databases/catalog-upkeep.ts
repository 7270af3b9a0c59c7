/*
 * The upkeep of archives, as the barman-cloud plugin's sidecar does it beside each server that archives: at its start and
 * every so often, whether backups are made or not:
 * 1. What the retention policy no longer asks for is removed.
 * 2. Backup objects of this server whose data is no longer in the archive are deleted.
 * 3. The ObjectStore says from when on one can go back.
 */
import { deriveKeepSince, type ArchiveFolder } from "./archive-folder.ts";
import { BARMAN_PLUGIN, type ArchiveRef, type PostgresCluster } from "./instance-plan.ts";
import { objectStorePath, type ObjectStore, type ObjectStores } from "./object-stores.ts";
import type { PostgresInstance } from "./postgres-instance.ts";
import type { TenantApi, TenantObject } from "./tenant-api.ts";

type Backup = TenantObject &
  Readonly<{
    spec: Readonly<{ cluster: Readonly<{ name: string }> }>;
    status?: Readonly<{ phase?: string; backupId?: string; pluginMetadata?: Readonly<Record<string, string>> }>;
  }>;

/** A server that archives, with the Cluster that asks for it. */
export type ArchivingInstance = Readonly<{ cluster: PostgresCluster; instance: PostgresInstance }>;

/** What the plugin's kind itself defaults to. */
const INTERVAL_S = 1_800;
const BACKUPS = "/apis/postgresql.cnpg.io/v1";

/** Keeps the archives of one cluster's databases. */
export class CatalogUpkeep {
  readonly #api: TenantApi;
  /** By the uid of the Cluster. */
  readonly #doneAtMs = new Map<string, number>();

  constructor(api: TenantApi) {
    this.#api = api;
  }

  /** Takes one round over the archives whose time has come. */
  async round(instances: readonly ArchivingInstance[], stores: ObjectStores, nowMs: number): Promise<void> {
    for (const { cluster, instance } of instances) {
      const { uid, namespace } = cluster.metadata;
      const ref = instance.takesWrites ? instance.archive : undefined;
      const store = ref && stores.find(namespace, ref.objectStore);
      if (ref === undefined || store === undefined || nowMs < this.#nextAtMs(uid, store)) continue;
      this.#doneAtMs.set(uid, nowMs);
      await this.#maintain({ cluster, ref, archive: stores.archive(namespace, ref), store, nowMs });
    }
    const uids = new Set(instances.map(({ cluster }) => cluster.metadata.uid));
    for (const uid of this.#doneAtMs.keys()) if (!uids.has(uid)) this.#doneAtMs.delete(uid);
  }

  #nextAtMs(uid: string, { spec }: ObjectStore): number {
    const { retentionPolicyIntervalSeconds: seconds = INTERVAL_S } = spec.instanceSidecarConfiguration ?? {};
    return (this.#doneAtMs.get(uid) ?? Number.NEGATIVE_INFINITY) + seconds * 1_000;
  }

  async #maintain({ cluster, ref, archive, store, nowMs }: Task): Promise<void> {
    const { namespace } = cluster.metadata;
    const sinceMs = deriveKeepSince(store.spec.retentionPolicy ?? "", nowMs);
    if (sinceMs !== undefined) await archive.expire(sinceMs);
    const ids = new Set((await archive.list()).map(({ backupId }) => backupId));
    const folder = `${BACKUPS}/namespaces/${namespace}/backups`;
    const made = ((await this.#api.list<Backup>(folder)) ?? []).filter((backup) => isMadeBy(cluster, backup));
    for (const { metadata, status } of made)
      if (!ids.has(status?.backupId ?? "")) await this.#api.remove(`${folder}/${metadata.name}`);
    await writeRecoveryWindow(this.#api, { namespace, ref, archive });
  }
}

type Task = Readonly<{
  cluster: PostgresCluster;
  ref: ArchiveRef;
  archive: ArchiveFolder;
  store: ObjectStore;
  nowMs: number;
}>;

/** Of what another server of that name made nobody here knows whether it is still there. */
function isMadeBy({ metadata }: PostgresCluster, { spec, status = {} }: Backup): boolean {
  const { clusterUID, pluginName } = status.pluginMetadata ?? {};
  if (spec.cluster.name !== metadata.name || status.phase !== "completed") return false;
  return clusterUID === metadata.uid && pluginName === BARMAN_PLUGIN;
}

type Window = Readonly<{ namespace: string; ref: ArchiveRef; archive: ArchiveFolder; failedAt?: string }>;

/** Says in an ObjectStore's status from when on one can go back. */
export async function writeRecoveryWindow(
  api: TenantApi,
  { namespace, ref, archive, failedAt }: Window,
): Promise<void> {
  const backups = await archive.list();
  const [first, last] = [backups[0], backups.at(-1)];
  const window = {
    ...(first === undefined ? {} : { firstRecoverabilityPoint: toTime(Date.parse(first.endTime) + 999) }),
    ...(last === undefined ? {} : { lastSuccessfulBackupTime: toTime(Date.parse(last.endTime)) }),
    ...(failedAt === undefined ? {} : { lastFailedBackupTime: failedAt }),
  };
  await api.writeStatus(objectStorePath(namespace, ref.objectStore), {
    serverRecoveryWindow: { [ref.serverName]: window },
  });
}

/** Writes a time as Kubernetes does. */
export function toTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}
