import { isAutoscaled } from "../../../contract/asked.ts";
import { isStaged } from "../../../contract/resources/staged-import.ts";
import { tenantNamespace, workloadName } from "../../../render/delivery-names.ts";
import type { ApplicationView } from "../../machines/deployment/state.ts";
import { deploymentHandle } from "../../resources/handles.ts";
import type { DeploymentObject } from "../../resources/objects.ts";
import { findCluster } from "../delivered/target.ts";
import type { DeploymentContext } from "./context.ts";
import type { ScaledSubject } from "./ready-pod-looks.ts";

/**
 * Counts the ready pods of what is autoscaled; undefined where the number is the spec's own, or was never counted. Argo CD, by
 * whose word all others are known to be ready, leaves this number to the autoscaler.
 */
export function countReadyPods(
  context: DeploymentContext,
  object: DeploymentObject,
  application: ApplicationView,
): number | undefined {
  if (!isScaled(object, application)) {
    context.readyPods.forget(deploymentHandle(object));
    return undefined;
  }
  const client = context.tenants.client(findCluster(context, object)?.status?.handle ?? "");
  const view = client && context.readyPods.look(client, subjectOf(object));
  return view?.kind === "counted" ? view.ready : undefined;
}

/** What is stopped has no autoscaler, and of a staged import there is nothing of ours. */
function isScaled({ spec }: DeploymentObject, application: ApplicationView): boolean {
  return isAutoscaled(spec) && spec.stopped !== true && !isStaged(spec) && application.kind === "present";
}

function subjectOf(object: DeploymentObject): ScaledSubject {
  const { spec, metadata } = object;
  const handle = deploymentHandle(object);
  return {
    handle,
    namespace: tenantNamespace({ handle, spec }),
    name: spec.adoption === undefined ? handle : workloadName(spec, metadata.name),
    isStateful: spec.adoption?.kind === "StatefulSet",
  };
}
