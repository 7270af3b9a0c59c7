import { ARGO_FINALIZER } from "../../../render/delivery-names.ts";
import { isHeldUp, type ArgoApplication } from "../../delivery/argo-application.ts";
import { observeSchedule } from "../../delivery/left-schedule.ts";
import type { DeploymentDeletionObserved, LeftView } from "../../machines/deployment/observe-types.ts";
import { parseTime } from "../../machines/status-time.ts";
import type { DeliveryContext } from "./target.ts";

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

/** Looks whether the Schedule of its backups is on its cluster still, unless it is too early to be asked. */
export async function scheduleView(
  { tenants }: Pick<DeliveryContext, "tenants">,
  {
    clusterHandle = "",
    handle,
    mayAsk,
  }: Readonly<{ clusterHandle: string | undefined; handle: string; mayAsk: boolean }>,
): Promise<LeftView> {
  return mayAsk ? observeSchedule(tenants.client(clusterHandle), handle) : "unasked";
}
