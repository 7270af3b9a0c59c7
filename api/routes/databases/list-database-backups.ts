import type { listDatabaseBackups } from "../../../contract/rest/database-backups.ts";
import { loadArchive } from "../../databases/load-archive.ts";
import type { Handler } from "../../http/context.ts";
import { hotList } from "../../resources/hot-read.ts";

/** Lists the backups of a database, newest first. */
export const handle: Handler<typeof listDatabaseBackups> = async (context, { path, query }) => {
  const { databaseId, organizationId } = await loadArchive(context, path.database_id);
  const filter = { kind: "DatabaseBackup", organizationId, databaseId, status: query.status } as const;
  return hotList(context, filter, query, "backups");
};
