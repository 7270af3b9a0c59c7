import type { LogLine } from "../../client/follow-logs.ts";

/** A line with its number, by which it is told from others that say the same. */
export type NumberedLine = LogLine & Readonly<{ number: number }>;

/** Which lines are looked at; of all pods and containers, whatever is in them, where it is empty. */
type LinesWanted = Readonly<{ words: string; pod: string; container: string }>;

/** How many lines are kept; the oldest go first. */
export const LINES_MAX = 5_000;

/** Adds lines to those that are kept. */
export function keepLines(kept: readonly NumberedLine[], lines: readonly LogLine[]): readonly NumberedLine[] {
  const begin = (kept.at(-1)?.number ?? 0) + 1;
  const numbered = lines.map((line, index) => ({ ...line, number: begin + index }));
  return [...kept, ...numbered].slice(-LINES_MAX);
}

/** Answers the lines of a pod and a container that have a text in them. */
export function findLines(lines: readonly NumberedLine[], wanted: LinesWanted): readonly NumberedLine[] {
  const words = wanted.words.toLowerCase();
  return lines.filter(
    ({ pod, container, text }) =>
      isOf(pod, wanted.pod) && isOf(container, wanted.container) && text.toLowerCase().includes(words),
  );
}

function isOf(name: string, wanted: string): boolean {
  return wanted === "" || name === wanted;
}

/** Adds the containers that lines come from to those that are known, each with its pod. */
export function addSources(known: ReadonlySet<string>, lines: readonly LogLine[]): ReadonlySet<string> {
  return new Set([...known, ...lines.map(({ pod, container }) => `${pod}/${container}`)]);
}

/** Names the containers that there is a choice of: none where no pod has more than one. */
export function containersToChoose(sources: ReadonlySet<string>): readonly string[] {
  const pairs = [...sources].map((source) => source.split("/"));
  const hasSeveral = new Set(pairs.map(([pod]) => pod)).size < pairs.length;
  return hasSeveral ? [...new Set(pairs.map(([, container = ""]) => container))].sort() : [];
}

/** Makes the file that people take along. */
export function logText(lines: readonly LogLine[]): string {
  return lines.map(({ at, pod, container, text }) => `${at ?? "-"} ${pod}/${container} ${text}\n`).join("");
}
