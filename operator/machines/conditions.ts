import type { Condition } from "../../contract/resources/conditions.ts";
import { boundedMessage } from "./decision.ts";

/** One condition as it should read now. */
export type WantedCondition = Readonly<{
  type: string;
  status: Condition["status"];
  reason: string;
  message: string;
  /** Of which generation it was seen; of the newest when unset. */
  generation?: number;
}>;

/** Derives the conditions to store: the time of the last transition is kept while the status stays the same. */
export function deriveConditions(
  previous: readonly Condition[],
  wanted: readonly WantedCondition[],
  generation: number,
  nowMs: number,
): Condition[] {
  return wanted.map((one) => {
    const before = previous.find((condition) => condition.type === one.type);
    const { type, status, reason, message, generation: seen = generation } = whileRetried(one, before);
    const lastTransitionTime = before?.status === status ? before.lastTransitionTime : new Date(nowMs).toISOString();
    return {
      type,
      status,
      observedGeneration: seen,
      lastTransitionTime,
      reason,
      message: boundedMessage(message),
    };
  });
}

const RETRIED = /^Retrying operation\b/;

/** While Argo CD tries again it does not say what the cluster has refused: what was told of it stays, and a mere try is no failure. */
function whileRetried(one: WantedCondition, before: Condition | undefined): WantedCondition {
  if (one.reason !== "SyncFailed" || !RETRIED.test(one.message)) return one;
  const wasTold = before?.reason === "SyncFailed" && !RETRIED.test(before.message);
  return wasTold ? { ...one, message: before.message } : { ...one, reason: "Syncing", message: "" };
}

/** Makes one condition. */
export function conditionOf(type: string, status: Condition["status"], reason: string, message = ""): WantedCondition {
  return { type, status, reason, message };
}

/** Finds what was told of a condition last, to be told again while nobody has looked. */
export function toldCondition(conditions: readonly Condition[] | undefined, type: string): WantedCondition | undefined {
  const told = conditions?.find((condition) => condition.type === type);
  return told && conditionOf(told.type, told.status, told.reason, told.message);
}

/** Tells whether a condition holds. */
export function isTrue(
  conditions: readonly Readonly<{ type?: string; status?: string }>[] | undefined,
  type: string,
): boolean {
  return conditions?.find((condition) => condition.type === type)?.status === "True";
}

const DELIVERY = ["Rendered", "Committed", "Synced", "Healthy"];

/**
 * Tells whether what is ready shows a trouble of its delivery that is over: a write of other news took it along as it passed, and
 * nothing else would take it back. Not before all of it is: one write tells it, and takes along nothing that passes.
 */
export function isMended(shown: readonly Condition[] = [], now: readonly Condition[] = []): boolean {
  if (!isTrue(now, "Ready")) return false;
  const isOver = now.every(({ type, status }) => !DELIVERY.includes(type) || status === "True");
  return isOver && shown.some(({ type, status }) => DELIVERY.includes(type) && status !== "True");
}

/** What is done sooner is told with what comes after it: a write for each step would be most of what a change costs. */
const TOLD_WITHIN_MS = 20_000;

/** Tells whether a step of a delivery is done that has long been shown as open: a slow start must not look like a sync that hangs. */
export function isShownLate(shown: readonly Condition[] = [], now: readonly Condition[] = [], nowMs: number): boolean {
  return shown.some(({ type, status, lastTransitionTime }) => {
    if (!DELIVERY.includes(type) || status === "True" || !isTrue(now, type)) return false;
    return nowMs - Date.parse(lastTransitionTime) >= TOLD_WITHIN_MS;
  });
}
