/** Reads a time of a status, in ms since 1970; undefined when there is none. */
export function parseTime(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}

/** Writes a time as a status has it. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Writes a time that may not be there yet. */
export function formatOptionalTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : formatTime(ms);
}
