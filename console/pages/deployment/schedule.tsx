import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Moment } from "../../parts/moment.tsx";
import { When } from "../../parts/when.tsx";
import { now } from "../../store/now.ts";
import { nextCronTime } from "../../view/next-cron-time.ts";
import { saySchedule } from "../../view/say-schedule.ts";

type Given = Readonly<{ deployment: Pick<Output<"getDeployment">, "app_type" | "schedule" | "time_zone" | "status"> }>;

/** Where nobody says otherwise. */
const ZONE = "Etc/UTC";

/** Says when a cron job runs, in words and with its next time; of a job that it waits to be asked; of others nothing. */
export function Schedule({ deployment }: Given): VNode | null {
  const { app_type: type, schedule, time_zone: zone, status } = deployment;
  if (type === "job") return <>It runs when it is asked to.</>;
  if (type !== "cron_job" || schedule === null) return null;
  const words = saySchedule(schedule);
  const next = status === "stopped" ? undefined : nextCronTime(schedule, zone ?? ZONE, now.value);
  return (
    <>
      <span title={schedule}>
        {words.charAt(0).toUpperCase() + words.slice(1)} ({zone ?? "UTC"})
      </span>
      {status === "stopped" && "; it is stopped, and no run begins"}
      {next !== undefined && (
        <>
          ; next <When at={new Date(next).toISOString()} />, <Moment at={next} />
        </>
      )}
      .
    </>
  );
}
