import type { getDatabaseAlertRules } from "../../../contract/rest/alerts.ts";
import { readAlertRules } from "../../alerts/change-alert-rules.ts";
import type { Handler } from "../../http/context.ts";

/** Reads the alert rules of a database. */
export const handle: Handler<typeof getDatabaseAlertRules> = (context, { path }) =>
  readAlertRules(context, "DatabaseInstance", path.database_id);
