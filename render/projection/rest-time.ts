import type { CustomResource } from "./custom-resource.ts";

type StampedStatus = Readonly<{
  phaseSince?: string;
  conditions?: readonly Readonly<{ lastTransitionTime?: string }>[];
  git?: Readonly<{ committedAt?: string }>;
}>;

/** Formats a time as REST shows it: RFC 3339, UTC, milliseconds, Z. */
export function toRestTime(time: number): string;
export function toRestTime(time: string | number | undefined): string | undefined;
export function toRestTime(time: string | number | undefined): string | undefined {
  const ms = parseTime(time);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

/** Formats a time that may be unset. */
export function restTimeOrNull(time: string | undefined): string | null {
  return toRestTime(time) ?? null;
}

/** Makes an unset member what REST shows for it. */
export function orNull<T>(value: T | undefined): T | null {
  return value ?? null;
}

/**
 * Derives updated_at without a clock, so that everyone projects a version alike: the newest time that the object
 * carries. The gateway's answers carry the time of each writer; the mirror's caches drop those, which costs nothing:
 * it never replaces a version that was projected, and what follows a write stamps the status.
 */
export function deriveUpdatedAt({ metadata, status }: CustomResource): string {
  const { phaseSince, conditions = [], git } = (status ?? {}) as StampedStatus;
  const times = [
    metadata.creationTimestamp,
    metadata.deletionTimestamp,
    phaseSince,
    git?.committedAt,
    ...conditions.map((condition) => condition.lastTransitionTime),
    ...(metadata.managedFields ?? []).map((entry) => entry.time),
  ];
  return toRestTime(Math.max(0, ...times.map((time) => parseTime(time) ?? 0)));
}

function parseTime(time: string | number | undefined): number | undefined {
  if (time === undefined) return undefined;
  const ms = typeof time === "number" ? time : Date.parse(time);
  return Math.abs(ms) <= 8.64e15 ? ms : undefined;
}
