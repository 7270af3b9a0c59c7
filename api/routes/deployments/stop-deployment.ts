import type { stopDeployment } from "../../../contract/rest/deployment-actions.ts";
import { actOnDeployment, refuseHelm, refuseStaged } from "../../deployments/act-on-deployment.ts";
import type { Handler } from "../../http/context.ts";

/** Stops a deployment: its pods go, all else stays. */
export const handle: Handler<typeof stopDeployment> = (context, request) =>
  actOnDeployment(context, request, {
    member: "stopped",
    value: () => true,
    refusal: (target) => refuseStaged(target) ?? refuseHelm(target),
    warnings: ["Its pods go away; it does not answer until it is started."],
  });
