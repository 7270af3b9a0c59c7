import { BerthError } from "../../../contract/errors.ts";
import type { DatabaseBackupResponse, getDatabaseBackup } from "../../../contract/rest/database-backups.ts";
import type { Handler } from "../../http/context.ts";
import { hotRead } from "../../resources/hot-read.ts";
import { resourceAnswer } from "../../resources/resource-text.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Reads a backup. */
export const handle: Handler<typeof getDatabaseBackup> = async (context, { path }) => {
  const row = await hotRead(context, "DatabaseBackup", path.backup_id);
  const { database_instance_id: databaseId } = JSON.parse(row.body) as DatabaseBackupResponse;
  if (databaseId !== path.database_id) throw new BerthError("not_found");
  return resourceAnswer("DatabaseBackup", row);
};
