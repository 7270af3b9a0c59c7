import type { syncDeployment } from "../../../contract/rest/deployment-actions.ts";
import { actOnDeployment } from "../../deployments/act-on-deployment.ts";
import type { Handler } from "../../http/context.ts";

/** Delivers a deployment anew; a staged import is taken over. */
export const handle: Handler<typeof syncDeployment> = (context, request) =>
  actOnDeployment(context, request, {
    member: "syncRequestedAt",
    value: () => new Date().toISOString(),
    takesOver: true,
  });
