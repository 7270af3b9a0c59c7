import type { KindContext, Parts } from "../parts.ts";
import { engineResourceName } from "../../../render/database/database-names.ts";
import type { DatabaseSourceRecord } from "../../../contract/resources/database-source.ts";
import { idOf } from "../../resources/adoption.ts";
import { createBackupLooks, type BackupLooks, type BackupSubject } from "./engine.ts";
import type { BackupObject } from "../../resources/objects.ts";
import { backupHandle } from "../../resources/handles.ts";

/** What only the backup controller works with. */
type Equipment = Readonly<{ looks: BackupLooks }>;
/** What the backup controller works with. */
export type BackupContext = KindContext<BackupObject, Equipment>;

/** Makes what only the backup controller works with. */
export function equipBackups({ clock, onNews }: Parts): Equipment {
  return { looks: createBackupLooks(clock, onNews) };
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
