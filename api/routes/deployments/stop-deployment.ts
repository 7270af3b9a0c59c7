import type { stopDeployment } from "../../../contract/rest/deployment-actions.ts";
import { actOnDeployment, refuseHelm, refuseJob, refuseStaged } from "../../deployments/act-on-deployment.ts";
import type { Handler } from "../../http/context.ts";

const NO_PODS = "Its pods go away; it does not answer until it is started.";
const NO_MORE_RUNS = "No run begins by its schedule until it is started; those under way go on.";

/** Stops a deployment: its pods go, all else stays. */
export const handle: Handler<typeof stopDeployment> = (context, request) =>
  actOnDeployment(context, request, {
    member: "stopped",
    value: () => true,
    refusal: (target) => refuseStaged(target) ?? refuseHelm(target) ?? refuseJob(target),
    warnings: ({ row }) => [row.body["app_type"] === "cron_job" ? NO_MORE_RUNS : NO_PODS],
  });
