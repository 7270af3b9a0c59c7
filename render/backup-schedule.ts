import type { DeploymentSpec } from "../contract/resources/deployment-spec.ts";
import { renderError } from "./render-error.ts";
import { hashText } from "./text-hash.ts";
import type { WorkloadValues } from "./workload-values.ts";

const HOURS_PER_DAY = 24;

/** Derives the schedule of a deployment's backups, at a minute of its own so that they do not all start at midnight. */
export function deriveBackups(spec: DeploymentSpec, handle: string, tier: string): WorkloadValues["backups"] {
  if (spec.backups?.enabled !== true) return undefined;
  if (tier === "shared") throw renderError("backups", "need a dedicated cluster");
  const spread = hashText(handle);
  const [minute, hour, day] = [spread % 60, Math.floor(spread / 60) % HOURS_PER_DAY, Math.floor(spread / 1440) % 7];
  const crons = {
    hourly: `${minute} * * * *`,
    daily: `${minute} ${hour} * * *`,
    weekly: `${minute} ${hour} * * ${day}`,
  };
  return { cron: crons[spec.backups.schedule], retentionHours: spec.backups.retentionDays * HOURS_PER_DAY };
}
