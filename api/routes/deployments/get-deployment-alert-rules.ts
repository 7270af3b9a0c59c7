import type { getDeploymentAlertRules } from "../../../contract/rest/alerts.ts";
import { readAlertRules } from "../../alerts/change-alert-rules.ts";
import type { Handler } from "../../http/context.ts";

/** Reads the alert rules of a deployment. */
export const handle: Handler<typeof getDeploymentAlertRules> = (context, { path }) =>
  readAlertRules(context, "Deployment", path.deployment_id);
