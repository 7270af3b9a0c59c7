import { DATABASE_DEFAULTS } from "../../contract/resources/database-engines.ts";
import { databaseRules, databaseSpec, UPGRADE_FAILED } from "../../contract/resources/database-instance.ts";
import type { DatabaseResponse, DatabaseUpdate } from "../../contract/rest/databases.ts";
import { RULES_OF_WHOLE_DATABASE } from "../../contract/rest/databases.ts";
import { brokenRules, rulesOf } from "../../contract/rest/rules.ts";
import { valueFault, type Fault } from "../http/validation-fault.ts";

/** What of a database decides about a change of it. */
type Stored = Pick<
  DatabaseResponse,
  | "engine"
  | "engine_version"
  | "storage_size_gb"
  | "max_connections"
  | "replication_source_id"
  | "promoted"
  | "status_reason"
>;

/** PostgreSQL's operator upgrades to these only. */
const OLDEST_TARGET = 16;
const WHOLE_RULES = rulesOf(databaseSpec, databaseRules).filter(({ name }) => RULES_OF_WHOLE_DATABASE.includes(name));

/** Lists what of a change the stored state forbids. */
export function judgeUpdate(stored: Stored, body: DatabaseUpdate): Fault[] {
  const merged = { ...body, engine: stored.engine };
  return [
    ...brokenRules(WHOLE_RULES, merged).map(({ path, message }) => valueFault(["body", ...path], message)),
    ...judgeStorage(stored, body),
    ...judgeVersion(stored, body),
    ...judgeReplica(stored, body),
  ];
}

/** Tells whether a database follows another one now. */
export function isFollowing(stored: Pick<Stored, "replication_source_id" | "promoted">): boolean {
  return stored.replication_source_id !== null && !stored.promoted;
}

function judgeStorage(stored: Stored, { storage_size_gb: asked }: DatabaseUpdate): Fault[] {
  if (asked === undefined || (asked ?? DATABASE_DEFAULTS.storageSizeGb) >= stored.storage_size_gb) return [];
  return [
    valueFault(
      ["body", "storage_size_gb"],
      `storage_size_gb can grow, never shrink; it has ${stored.storage_size_gb}`,
      asked,
    ),
  ];
}

function judgeVersion(stored: Stored, { engine_version: asked }: DatabaseUpdate): Fault[] {
  if (asked === undefined || asked === null || asked === stored.engine_version) return [];
  const refuse = (sentence: string): Fault[] => [valueFault(["body", "engine_version"], sentence, asked)];
  if (isFollowing(stored)) return refuse("a replica has the version of its source until it is promoted");
  // Which version its data has then knows the engine's operator, and refuses every other one.
  if (Number(asked) < Number(stored.engine_version))
    return stored.status_reason === UPGRADE_FAILED
      ? []
      : refuse(
          `engine_version can be raised, and lowered only after an upgrade that failed; it has ${stored.engine_version}`,
        );
  if (stored.engine === "postgresql" && Number(asked) < OLDEST_TARGET)
    return refuse(`PostgreSQL ${stored.engine_version} can be raised to ${OLDEST_TARGET} or newer`);
  return [];
}

/** What a replica has of its source comes to it with the source's data. */
function judgeReplica(stored: Stored, { extensions }: DatabaseUpdate): Fault[] {
  if (!isFollowing(stored) || (extensions ?? []).length === 0) return [];
  return [valueFault(["body", "extensions"], "a replica has the extensions of its source until it is promoted")];
}
