import type { listDatabases } from "../../../contract/rest/databases.ts";
import type { Handler } from "../../http/context.ts";
import { hotList } from "../../resources/hot-read.ts";
import { toFilter } from "../../resources/list-filters.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Lists databases, newest first. */
export const handle: Handler<typeof listDatabases> = (context, { query }) => {
  return hotList(context, { kind: "DatabaseInstance", ...toFilter(query) }, query, "databases");
};
