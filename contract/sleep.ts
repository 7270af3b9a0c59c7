import { cronValues } from "./cron-fields.ts";

/** When a deployment stops and starts by itself. */
export type SleepSchedule = Readonly<{ stopSchedule: string; startSchedule: string; timeZone?: string | undefined }>;
type Switched = Readonly<{
  sleep?: SleepSchedule | undefined;
  stopped?: boolean | undefined;
  switchedAt?: string | undefined;
}>;

/** How a deployment that sleeps stands to its schedule at a time. */
export type SleepView = Readonly<{
  isDown: boolean;
  /** Whether that is by the schedule, not by hand. */
  isBySchedule: boolean;
  /** When it wakes, or, while it is up, sleeps. */
  turnsMs: number;
  /** When the schedule says something next. */
  dueMs: number;
}>;

/** What a status keeps of it. */
type SleepSeen = Readonly<{
  sleepsAt?: string | undefined;
  wakesAt?: string | undefined;
  switchedAt?: string | undefined;
}>;

/** Where nobody says otherwise. */
const SLEEP_TIME_ZONE = "Etc/UTC";
/** A weekday comes within a week; a day more for zones and changes of the clock. */
const DAYS_AROUND = 8;

/**
 * Says whether a deployment is to be down at a time: what was said last counts, by the schedule or by hand. Undefined where
 * it has no schedule, or one in a zone that there is not.
 */
export function sleepAt({ sleep, stopped, switchedAt }: Switched, nowMs: number): SleepView | undefined {
  if (sleep === undefined) return undefined;
  const [stop, start] = [sleep.stopSchedule, sleep.startSchedule].map((line) =>
    timesAround(line, sleep.timeZone ?? SLEEP_TIME_ZONE, nowMs),
  );
  if (stop === undefined || start === undefined) return undefined;
  // No time, and one that cannot be read, is later than nothing.
  const isByHand = Date.parse(switchedAt ?? "") >= Math.max(stop.lastMs, start.lastMs);
  const isDown = isByHand ? stopped === true : stop.lastWallMs > start.lastWallMs;
  const dueMs = Math.min(stop.nextMs, start.nextMs);
  return { isDown, isBySchedule: !isByHand, dueMs, turnsMs: isDown ? start.nextMs : stop.nextMs };
}

/** Tells whether a deployment has no pods, by what was seen of its schedule last; what was switched since counts at once. */
export function isDown({ sleep, stopped, switchedAt }: Switched, seen: SleepSeen | undefined): boolean {
  if (sleep === undefined || seen === undefined || seen.switchedAt !== switchedAt) return stopped === true;
  return seen.wakesAt !== undefined;
}

/** `lastWallMs`: when the last time was by the clock on the wall, which tells two apart that meet at the end of what it leaves out. */
type Times = Readonly<{ lastMs: number; lastWallMs: number; nextMs: number }>;
type Found = Readonly<{ timeMs: number; wallMs: number }>;

function timesAround(line: string, timeZone: string, nowMs: number): Times | undefined {
  try {
    const now = Temporal.Instant.fromEpochMilliseconds(Math.floor(nowMs));
    const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
    const last = findTime(
      line,
      timeZone,
      (place) => today.subtract({ days: place }),
      (time) => time <= nowMs,
    );
    const next = findTime(
      line,
      timeZone,
      (place) => today.add({ days: place }),
      (time) => time > nowMs,
    );
    if (last === undefined || next === undefined) return undefined;
    return { lastMs: last.timeMs, lastWallMs: last.wallMs, nextMs: next.timeMs };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A time that a change of the clock leaves out comes at the end of what it leaves out; of one that comes twice the first counts. */
function findTime(
  line: string,
  timeZone: string,
  dayAt: (place: number) => Temporal.PlainDate,
  isMeant: (timeMs: number) => boolean,
): Found | undefined {
  const [minute, hour] = line.split(" ").map(Number);
  const weekdays = cronValues(line, "weekday");
  for (let place = 0; place <= DAYS_AROUND; place += 1) {
    const day = dayAt(place);
    if (!weekdays.includes(day.dayOfWeek % 7)) continue;
    const wall = day.toPlainDateTime({ hour, minute });
    const timeMs = resolveTime(wall, timeZone);
    if (isMeant(timeMs)) return { timeMs, wallMs: wall.toZonedDateTime("UTC").epochMilliseconds };
  }
  return undefined;
}

function resolveTime(wall: Temporal.PlainDateTime, timeZone: string): number {
  const time = wall.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const isLeftOut = !time.toPlainDateTime().equals(wall);
  return (isLeftOut ? (time.getTimeZoneTransition("next") ?? time) : time).epochMilliseconds;
}
