import { isStaged } from "../../contract/resources/staged-import.ts";
import { deploymentFolder } from "../../render/delivery-names.ts";
import { significance } from "../machines/deployment/status.ts";
import type { DeploymentObject } from "./caches.ts";
import type { DeletionContext } from "./delivered-deletion.ts";
import { deploymentHandle, deploymentKey, secretUse, type DeploymentContext } from "./deployment-context.ts";

/** Says how a deployment is deleted. */
export function deletionContext(context: DeploymentContext): DeletionContext<DeploymentObject> {
  return {
    ...context,
    subject: {
      kind: "Deployment",
      key: deploymentKey,
      handle: deploymentHandle,
      folder: deploymentFolder,
      use: (object, clusterHandle) => secretUse(context, object, clusterHandle),
      isOurs: ({ spec }) => spec.adoption === undefined,
      isUntouched: ({ spec }) => isStaged(spec),
      losesVolumes: false,
      significance,
      forget: ({ metadata }) => {
        context.renderer.forget(metadata.uid ?? "");
        context.reviews.forget(metadata.uid ?? "");
      },
    },
  };
}
