import { hasUpwardRanges } from "../../contract/cron-fields.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { renderError } from "../render-error.ts";
import { assertTimeZone } from "./time-zone.ts";

/** Refuses a schedule to sleep by that no clock can follow. */
export function assertSleep({ sleep }: Pick<DeploymentSpec, "sleep">): void {
  if (sleep === undefined) return;
  const { stopSchedule, startSchedule, timeZone } = sleep;
  for (const [member, line] of Object.entries({ stop_schedule: stopSchedule, start_schedule: startSchedule }))
    if (!hasUpwardRanges(line))
      throw renderError(`sleep.${member}`, "has a range that runs downwards; write two of them");
  if (stopSchedule === startSchedule)
    throw renderError("sleep.start_schedule", "is the same as stop_schedule; name another time");
  if (timeZone !== undefined) assertTimeZone(timeZone, "sleep.time_zone");
}
