import { isJob } from "../../../contract/resources/deployment-spec.ts";
import type { restartDeployment } from "../../../contract/rest/deployment-actions.ts";
import { actOnDeployment, refuseHelm, refuseStaged } from "../../deployments/act-on-deployment.ts";
import type { Target } from "../../deployments/change-deployment.ts";
import type { Handler } from "../../http/context.ts";

/** Restarts the pods of a deployment, one after the other. */
export const handle: Handler<typeof restartDeployment> = (context, request) =>
  actOnDeployment(context, request, {
    member: "restartedAt",
    value: () => new Date().toISOString(),
    refusal: (target) => refuseStaged(target) ?? refuseStopped(target) ?? refuseHelm(target) ?? refuseRuns(target),
  });

function refuseRuns({ row }: Target): string | undefined {
  return isJob({ appType: String(row.body["app_type"]) })
    ? "Nothing of a job goes on, so that there is nothing to restart; start a run of it."
    : undefined;
}

function refuseStopped({ row }: Target): string | undefined {
  return row.status === "stopped" ? "It is stopped, so that there is nothing to restart; start it." : undefined;
}
