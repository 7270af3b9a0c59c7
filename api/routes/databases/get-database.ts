import type { getDatabase } from "../../../contract/rest/databases.ts";
import type { Handler } from "../../http/context.ts";
import { hotRead } from "../../resources/hot-read.ts";
import { resourceAnswer } from "../../resources/resource-text.ts";

/** Says that authentication is part of the read itself. */
export const authenticatesItself = true;

/** Reads a database. */
export const handle: Handler<typeof getDatabase> = async (context, { path }) => {
  const row = await hotRead(context, "DatabaseInstance", path.database_id);
  return resourceAnswer("DatabaseInstance", row);
};
