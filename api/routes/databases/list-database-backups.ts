import type { listDatabaseBackups } from "../../../contract/rest/database-backups.ts";
import { loadArchiveOwner } from "../../databases/load-archive.ts";
import type { Handler } from "../../http/context.ts";
import { hotList } from "../../resources/hot-read.ts";
import { toFilter } from "../../resources/list-filters.ts";

/** Lists the backups of a database, newest first. */
export const handle: Handler<typeof listDatabaseBackups> = async (context, { path, query }) => {
  const databaseId = path.database_id;
  const { organizationId } = await loadArchiveOwner(context, databaseId);
  const filter = { kind: "DatabaseBackup", organizationId, databaseId, ...toFilter(query) } as const;
  return hotList(context, filter, query, "backups");
};
