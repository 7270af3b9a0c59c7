import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import type { Logger } from "../../../adapters/log/logger.ts";
import { engineResourceName } from "../../../render/database/database-names.ts";
import type { DatabaseSourceRecord } from "../../../contract/resources/database-source.ts";
import type { TenantClients } from "../../delivery/tenant-clients.ts";
import type { Clock } from "../../runtime/clock.ts";
import { idOf } from "../../resources/adoption.ts";
import type { BackupLooks, BackupSubject } from "./engine.ts";
import type { Caches } from "../../resources/caches.ts";
import type { BackupObject } from "../../resources/objects.ts";
import type { EventRecorder } from "../shared/event-recorder.ts";
import type { GitDesk } from "../shared/git-desk.ts";
import type { DeliverySettings } from "../shared/delivery-settings.ts";
import type { StatusWriter } from "../../resources/status-writer.ts";
import { backupHandle } from "../../resources/handles.ts";

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
