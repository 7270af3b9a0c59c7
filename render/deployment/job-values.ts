import { comesEver, hasUpwardRanges } from "../../contract/cron-fields.ts";
import { isJob, JOB_DEFAULTS, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { WorkloadValues } from "../charts/workload-values.ts";
import { renderError } from "../render-error.ts";
import { assertTimeZone } from "./time-zone.ts";

const POLICIES = { forbid: "Forbid", allow: "Allow", replace: "Replace" } as const;

/** Derives what the runs of a job are like, and when they are due; undefined for what goes on. */
export function deriveJob(spec: DeploymentSpec): WorkloadValues["job"] {
  if (!isJob(spec)) return undefined;
  const { schedule, timeZone = JOB_DEFAULTS.timeZone, concurrencyPolicy = "forbid" } = spec;
  const timeoutSeconds = spec.runTimeoutSeconds ?? JOB_DEFAULTS.runTimeoutSeconds;
  const runs = { timeoutSeconds, retries: spec.retries ?? JOB_DEFAULTS.retries };
  if (schedule === undefined) return runs;
  assertSchedule(schedule);
  assertTimeZone(timeZone, "time_zone");
  const historyLimit = spec.historyLimit ?? JOB_DEFAULTS.historyLimit;
  return { ...runs, schedule, timeZone, concurrencyPolicy: POLICIES[concurrencyPolicy], historyLimit };
}

function assertSchedule(schedule: string): void {
  if (!hasUpwardRanges(schedule)) throw renderError("schedule", "has a range that runs downwards; write two of them");
  if (!comesEver(schedule)) throw renderError("schedule", "never comes: no such day is in one of its months");
}
