import type { updateDatabaseAlertRules } from "../../../contract/rest/alerts.ts";
import { changeAlertRules } from "../../alerts/change-alert-rules.ts";
import type { Handler } from "../../http/context.ts";

/** Changes the alert rules of a database. */
export const handle: Handler<typeof updateDatabaseAlertRules> = (context, { path, body, headers }) =>
  changeAlertRules(context, { kind: "DatabaseInstance", id: path.database_id, ifMatch: headers["if-match"] }, body);
