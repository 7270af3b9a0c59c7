import { ARGO_FINALIZER } from "../../../render/delivery-names.ts";
import { isHeldUp, type ArgoApplication } from "../../delivery/argo-application.ts";
import { observeSchedule } from "../../delivery/left-schedule.ts";
import type { DeploymentDeletionObserved, LeftView } from "../../machines/deployment/observe-types.ts";
import { parseTime } from "../../machines/status-time.ts";
import type { DeliveredObject, DeliveryContext } from "./target.ts";

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

/** Looks whether the Schedule of its backups is on its cluster still, where it asked for any, and unless it is too early to be asked. */
export async function lookAtSchedule<T extends DeliveredObject>(
  {
    tenants,
    subject,
  }: Pick<DeliveryContext, "tenants"> &
    Readonly<{ subject: Readonly<{ hasSchedule?: (object: T) => boolean; handle: (object: T) => string }> }>,
  object: T,
  { clusterHandle = "", mayAsk }: Readonly<{ clusterHandle: string | undefined; mayAsk: boolean }>,
): Promise<LeftView | undefined> {
  if (subject.hasSchedule?.(object) !== true) return undefined;
  return mayAsk ? observeSchedule(tenants.client(clusterHandle), subject.handle(object)) : "unasked";
}
