import type { DeploymentSpec } from "../contract/resources/deployment-spec.ts";
import { renderError } from "./render-error.ts";
import { hashText } from "./text/text-hash.ts";
import type { WorkloadValues } from "./charts/workload-values.ts";

const HOURS_PER_DAY = 24;

/** Derives the schedule of a deployment's backups, at a minute of its own so that they do not all start at midnight. */
export function deriveBackups(spec: DeploymentSpec, handle: string, tier: string): WorkloadValues["backups"] {
  if (spec.backups?.enabled !== true) return undefined;
  if (tier === "shared") throw renderError("backups", "need a dedicated cluster");
  return {
    cron: spreadCron(spec.backups.schedule, handle),
    retentionHours: spec.backups.retentionDays * HOURS_PER_DAY,
  };
}

/** Derives the cron line of a named schedule, at a minute that hangs on the handle; a line stays as it is. */
export function spreadCron(schedule: string, handle: string): string {
  const spread = hashText(handle);
  const [minute, hour, day] = [spread % 60, Math.floor(spread / 60) % HOURS_PER_DAY, Math.floor(spread / 1440) % 7];
  if (schedule === "hourly") return `${minute} * * * *`;
  if (schedule === "daily") return `${minute} ${hour} * * *`;
  return schedule === "weekly" ? `${minute} ${hour} * * ${day}` : schedule;
}
