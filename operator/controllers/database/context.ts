import type { KindContext, Parts } from "../parts.ts";
import { DATABASE_KEY, organizationSlug } from "../../../contract/identity.ts";
import { databaseFolder } from "../../../render/delivery-names.ts";
import { connectionFacts } from "../../../render/database/database-names.ts";
import { databaseName } from "../../../render/database/database-values.ts";
import type { SecretUse } from "../../delivery/tenant-secrets.ts";
import { databaseSignificance } from "../../machines/database/status.ts";
import { idOf } from "../../resources/adoption.ts";
import type { DatabaseObject } from "../../resources/objects.ts";
import { DatabaseRenderer } from "./renderer.ts";
import type { DeletionContext } from "../delivered/deletion.ts";
import { createScheduledLooks, type ScheduledLooks } from "./scheduled-looks.ts";
import { createEngineLooks, type EngineLooks } from "./engine-looks.ts";
import { databaseHandle, databaseKey } from "../../resources/handles.ts";

/** What only the database controller works with. */
type Equipment = Readonly<{ renderer: DatabaseRenderer; engines: EngineLooks; scheduled: ScheduledLooks }>;
/** What the database controller works with. */
export type DatabaseContext = KindContext<DatabaseObject, Equipment>;

/** Makes what only the database controller works with. */
export function equipDatabases({ clock, settings, onNews }: Parts): Equipment {
  return {
    renderer: new DatabaseRenderer(settings),
    engines: createEngineLooks(clock, onNews),
    scheduled: createScheduledLooks(clock, onNews),
  };
}

/** Returns the name of the database that applications use. */
export function databaseNameOf({ metadata, spec, status }: DatabaseObject): string {
  return status?.databaseName ?? databaseName({ metadata, spec, source: status?.source });
}

/** Says which credentials a database has, and where its servers find them. */
export function databaseUse(object: DatabaseObject, clusterHandle: string): SecretUse {
  const { metadata, spec } = object;
  const [handle, id] = [databaseHandle(object), idOf(object)];
  return {
    uid: metadata.uid ?? "",
    id,
    organization: organizationSlug(metadata.namespace ?? ""),
    handle,
    clusterHandle,
    namespace: handle,
    isOurs: true,
    names: [DATABASE_KEY],
    connection: connectionFacts({ engine: spec.engine, id, handle, database: databaseNameOf(object) }),
  };
}

/** Says how a database is deleted: with its volumes, as its backups are what outlives it. */
export function databaseDeletion(context: DatabaseContext): DeletionContext<DatabaseObject> {
  return {
    ...context,
    subject: {
      kind: "DatabaseInstance",
      key: databaseKey,
      handle: databaseHandle,
      folder: databaseFolder,
      use: databaseUse,
      isOurs: () => true,
      isUntouched: () => false,
      losesVolumes: () => true,
      significance: databaseSignificance,
      forget: (object) => {
        context.renderer.forget(object.metadata.uid ?? "");
        context.engines.forget(databaseHandle(object));
        context.scheduled.forget(databaseHandle(object));
      },
    },
  };
}
