import { isStaged } from "../../../contract/resources/staged-import.ts";
import { sleepAt, type SleepView } from "../../../contract/sleep.ts";
import type { DeploymentObject } from "../../resources/objects.ts";

/** Says of a deployment what the clock makes of its sleep schedule: pods or none, as if somebody had said so. */
export function asOf(
  object: DeploymentObject,
  nowMs: number,
): Readonly<{ object: DeploymentObject; sleep: SleepView | undefined }> {
  const sleep = isStaged(object.spec) ? undefined : sleepAt(object.spec, nowMs);
  if (sleep === undefined) return { object, sleep };
  return { object: { ...object, spec: { ...object.spec, stopped: sleep.isDown } }, sleep };
}
