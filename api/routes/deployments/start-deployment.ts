import type { startDeployment } from "../../../contract/rest/deployment-actions.ts";
import { actOnDeployment, refuseHelm, refuseJob, refuseStaged } from "../../deployments/act-on-deployment.ts";
import type { Handler } from "../../http/context.ts";

/** Starts a stopped deployment. */
export const handle: Handler<typeof startDeployment> = (context, request) =>
  actOnDeployment(context, request, {
    member: "stopped",
    value: () => false,
    refusal: (target) => refuseStaged(target) ?? refuseHelm(target) ?? refuseJob(target),
  });
