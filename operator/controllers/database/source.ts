import { DATABASE_DEFAULTS, defaultVersion } from "../../../contract/resources/database-engines.ts";
import type { DatabaseSourceRecord } from "../../../contract/resources/database-source.ts";
import { idOf } from "../../resources/adoption.ts";
import type { DatabaseObject } from "../../resources/objects.ts";
import { databaseNameOf } from "./context.ts";
import { databaseHandle } from "../../resources/handles.ts";

/** Describes what must be known of a database to use its archive, also once it is gone. */
export function describeSource(object: DatabaseObject): DatabaseSourceRecord {
  const { spec, status } = object;
  const { engine, maxConnections: connections = status?.source?.maxConnections } = spec;
  return {
    id: idOf(object),
    handle: databaseHandle(object),
    engine,
    engineVersion: spec.engineVersion ?? status?.engineVersion ?? defaultVersion(engine),
    databaseName: databaseNameOf(object),
    storageSizeGb: sizeOf(object),
    ...(connections === undefined ? {} : { maxConnections: connections }),
  };
}

function sizeOf({ spec, status }: DatabaseObject): number {
  return spec.storageSizeGb ?? Math.max(DATABASE_DEFAULTS.storageSizeGb, status?.source?.storageSizeGb ?? 0);
}
