import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { BaseStatus, Condition } from "../../../contract/resources/conditions.ts";
import { deriveConditions } from "../../machines/conditions.ts";
import { deletionConditions, type DeletionDecision } from "../../machines/deletion-decision.ts";
import { formatTime } from "../../machines/status-time.ts";

type Deleted = KubeObject & Readonly<{ status?: Pick<BaseStatus, "phase" | "phaseSince" | "conditions"> }>;
type Shown = Readonly<{
  phase: string;
  phaseSince: string | undefined;
  statusReason: string;
  errorMessage: string | undefined;
  conditions: Condition[];
}>;

/** Derives what a status shows of the deletion that its object is in; a message says that something is in the way. */
export function deletionShown(
  { metadata, status }: Deleted,
  { reason, message }: Pick<DeletionDecision<unknown>, "reason" | "message">,
  nowMs: number,
): Shown {
  const wanted = deletionConditions(reason, message);
  return {
    phase: "deleting",
    phaseSince: status?.phase === "deleting" ? status.phaseSince : formatTime(nowMs),
    statusReason: reason,
    errorMessage: message === "" ? undefined : message,
    conditions: deriveConditions(status?.conditions ?? [], wanted, metadata.generation ?? 1, nowMs),
  };
}
