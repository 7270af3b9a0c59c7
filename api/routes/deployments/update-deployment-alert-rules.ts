import type { updateDeploymentAlertRules } from "../../../contract/rest/alerts.ts";
import { changeAlertRules } from "../../alerts/change-alert-rules.ts";
import type { Handler } from "../../http/context.ts";

/** Changes the alert rules of a deployment. */
export const handle: Handler<typeof updateDeploymentAlertRules> = (context, { path, body, headers }) =>
  changeAlertRules(context, { kind: "Deployment", id: path.deployment_id, ifMatch: headers["if-match"] }, body);
