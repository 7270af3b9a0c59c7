import { condition, type Condition } from "../../contract/resources/conditions.ts";
import { toRest, type RestAnswer } from "../../contract/rest-case.ts";
import type { CustomResource } from "./custom-resource.ts";
import type { ShownStatus } from "./derive-status.ts";
import { deriveUpdatedAt, toRestTime } from "./rest-time.ts";

/** The members that say how a resource fares; every kind has them. */
type StatusMembers = Readonly<{
  status_reason: string | null;
  error_message: string | null;
  conditions: RestAnswer<Condition>[];
}>;

type Told = Readonly<{ statusReason?: string; errorMessage?: string; conditions?: readonly Condition[] }>;

/** Derives reason, message and conditions; a newer spec shows as Reconciling until the operator says that it cannot go on with it. */
export function deriveStatusMembers(object: CustomResource, shown: ShownStatus): StatusMembers {
  const { statusReason, errorMessage, conditions = [] } = (object.status ?? {}) as Told;
  const isHeldUp = conditions.some(
    ({ type, status, observedGeneration }) =>
      type === "Stalled" && status === "True" && observedGeneration === object.metadata.generation,
  );
  const told = shown.isReconciling && !isHeldUp ? withReconciling(object, conditions) : conditions;
  const isOfNewest = shown.isCurrent || isHeldUp;
  return {
    status_reason: (isOfNewest ? statusReason : undefined) ?? null,
    error_message: (isOfNewest ? errorMessage : undefined) ?? null,
    conditions: told.map((one) => toRest(condition, withRestTime(one)) as RestAnswer<Condition>),
  };
}

function withReconciling(object: CustomResource, conditions: readonly Condition[]): readonly Condition[] {
  const reconciling: Condition = {
    type: "Reconciling",
    status: "True",
    observedGeneration: object.metadata.generation,
    lastTransitionTime: deriveUpdatedAt(object),
    reason: "NewGeneration",
    message: "The change is recorded; the operator has not acted on it yet",
  };
  return [...conditions.filter((one) => one.type !== reconciling.type), reconciling];
}

function withRestTime(one: Condition): Condition {
  return { ...one, lastTransitionTime: toRestTime(one.lastTransitionTime) ?? toRestTime(0) };
}
