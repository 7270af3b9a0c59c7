const MINUTE_MS = 60_000;
const UNITS = [
  { name: "d", ms: 24 * 60 * MINUTE_MS },
  { name: "h", ms: 60 * MINUTE_MS },
  { name: "min", ms: MINUTE_MS },
] as const;

/** Tells an age in one unit, as lists do: "3 d". */
export function age(from: string, nowMs: number): string {
  const ms = Math.max(0, nowMs - Date.parse(from));
  const unit = UNITS.find((one) => ms >= one.ms);
  return unit === undefined ? "now" : `${Math.floor(ms / unit.ms)} ${unit.name}`;
}

/** Tells how long something took: "1.4 s", "3 min 20 s". */
export function duration(fromMs: number, untilMs: number): string {
  const ms = Math.max(0, untilMs - fromMs);
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1)} s`;
  // Rounded before it is split: a minute has no sixtieth second.
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Tells the time of day in the reader's zone. */
export function clock(at: Date): string {
  return at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
}

/** Tells a moment in the reader's zone. */
export function moment(at: Date): string {
  return at.toLocaleString([], { dateStyle: "medium", timeStyle: "medium", hour12: false });
}

/** Tells a moment in the reader's zone, and the same in UTC: what stands where somebody points at a time. */
export function momentInUtc(at: Date): string {
  return `${moment(at)} (${at.toISOString()})`;
}

/** Tells when something will be, in one unit: "in 6 d". */
export function until(at: string, nowMs: number): string {
  const ms = Date.parse(at) - nowMs;
  return ms < MINUTE_MS ? "now" : `in ${age(new Date(nowMs).toISOString(), Date.parse(at))}`;
}

/** Tells a moment of the next days in the reader's zone: "Wed 08:00". */
export function weekMoment(at: Date): string {
  return at.toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit", hour12: false });
}
