import { DATABASE_DEFAULTS, defaultVersion } from "../../contract/resources/database-engines.ts";
import type { DatabaseSourceRecord } from "../../contract/resources/database-source.ts";
import { databaseName } from "../../render/database-values.ts";
import { idOf } from "./adoption.ts";
import type { DatabaseObject } from "./caches.ts";
import { databaseHandle } from "./database-context.ts";

/** Describes what must be known of a database to use its archive, also once it is gone. */
export function describeSource(object: DatabaseObject): DatabaseSourceRecord {
  const { spec, status } = object;
  const { engine, maxConnections } = spec;
  return {
    ...{ id: idOf(object), handle: databaseHandle(object), engine },
    engineVersion: spec.engineVersion ?? status?.engineVersion ?? defaultVersion(engine),
    databaseName: databaseName(object),
    storageSizeGb: spec.storageSizeGb ?? DATABASE_DEFAULTS.storageSizeGb,
    ...(maxConnections === undefined ? {} : { maxConnections }),
  };
}
