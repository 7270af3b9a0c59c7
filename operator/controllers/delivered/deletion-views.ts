import { ARGO_FINALIZER } from "../../../render/delivery-names.ts";
import { isHeldUp, type ArgoApplication } from "../../delivery/argo-application.ts";
import type { DeploymentDeletionObserved, LeftView } from "../../machines/deployment/observe-types.ts";
import { parseTime } from "../../machines/status-time.ts";

/** Views the Application of an object that is being deleted. */
export function goingView(
  application: ArgoApplication | undefined,
  nowMs: number,
): DeploymentDeletionObserved["application"] {
  if (application === undefined) return { kind: "absent" };
  const { deletionTimestamp, finalizers = [] } = application.metadata;
  const cascades = finalizers.some((finalizer) => finalizer.startsWith(ARGO_FINALIZER));
  return {
    kind: "present",
    deleting: deletionTimestamp !== undefined,
    heldUp: isHeldUp(application),
    cascades,
    sinceMs: parseTime(deletionTimestamp) ?? nowMs,
    message: application.deletionError,
  };
}

/** Looks whether something that Argo CD does not delete is there still, unless it is too early to be asked. */
export async function observeLeft(mayAsk: boolean, isThere: () => Promise<boolean>): Promise<LeftView> {
  if (!mayAsk) return "unasked";
  try {
    return (await isThere()) ? "present" : "absent";
  } catch {
    return "unreachable";
  }
}
