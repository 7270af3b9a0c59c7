import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import { deriveHandle } from "../../contract/identity.ts";
import { engineResourceName } from "../../render/database/database-names.ts";
import type { DatabaseSourceRecord } from "../../contract/resources/database-source.ts";
import type { TenantClients } from "../delivery/tenant-clients.ts";
import type { Clock } from "../runtime/clock.ts";
import { idOf } from "./adoption.ts";
import type { BackupLooks, BackupSubject } from "./backup-engine.ts";
import type { BackupObject, Caches } from "./caches.ts";
import type { EventRecorder } from "./events.ts";
import type { GitDesk } from "./git-desk.ts";
import type { DeliverySettings } from "./settings.ts";
import type { StatusWriter } from "./status-writer.ts";

/** Holds what the backup controller works with. */
export type BackupContext = Readonly<{
  client: KubeClient;
  caches: Caches;
  desk: GitDesk;
  tenants: TenantClients;
  status: StatusWriter<BackupObject>;
  looks: BackupLooks;
  events: EventRecorder;
  clock: Clock;
  logger: Logger;
  settings: DeliverySettings;
}>;

/** Names a backup at the Git desk and in commit trailers. */
export function backupKey({ metadata }: BackupObject): string {
  return `DatabaseBackup/${metadata.namespace ?? ""}/${metadata.name}`;
}

/** Returns the handle of a backup: as written once, else as it will be. */
export function backupHandle(object: BackupObject): string {
  return object.status?.handle ?? deriveHandle("DatabaseBackup", object.metadata.name, idOf(object));
}

/** Names the engine's object that a backup stands for, and where it lies. */
export function backupSubject(
  { settings }: Pick<BackupContext, "settings">,
  object: BackupObject,
  source: DatabaseSourceRecord,
): BackupSubject {
  const { engine, id } = source;
  const { engineBackup } = object.spec;
  return {
    handle: backupHandle(object),
    id: idOf(object),
    engine,
    namespace: source.handle,
    databaseId: id,
    organization: object.metadata.namespace ?? "",
    cluster: engineResourceName({ engine, id }),
    name: engineBackup ?? backupHandle(object),
    mirrored: engineBackup !== undefined,
    destination: settings.archive?.destination ?? "",
  };
}
