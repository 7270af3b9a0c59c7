import type { LogLine } from "../../client/follow-logs.ts";

/** A line with its number, by which it is told from others that say the same. */
export type NumberedLine = LogLine & Readonly<{ number: number }>;

/** How many lines are kept; the oldest go first. */
export const LINES_MAX = 5_000;

/** Adds lines to those that are kept. */
export function keepLines(kept: readonly NumberedLine[], lines: readonly LogLine[]): readonly NumberedLine[] {
  const begin = (kept.at(-1)?.number ?? 0) + 1;
  const numbered = lines.map((line, index) => ({ ...line, number: begin + index }));
  return [...kept, ...numbered].slice(-LINES_MAX);
}

/** Answers the lines of a pod that have a text in them. */
export function findLines(lines: readonly NumberedLine[], words: string, pod: string): readonly NumberedLine[] {
  const wanted = words.toLowerCase();
  return lines.filter((line) => (pod === "" || line.pod === pod) && line.text.toLowerCase().includes(wanted));
}

/** Makes the file that people take along. */
export function logText(lines: readonly LogLine[]): string {
  return lines.map(({ at, pod, container, text }) => `${at ?? "-"} ${pod}/${container} ${text}\n`).join("");
}
