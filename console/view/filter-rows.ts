import { toneOf, type Tone } from "./phases.ts";

/** What a list is narrowed by. */
export type Narrowing = Readonly<{ words: string; tone: Tone | "" }>;

/** Answers the rows whose text has all the words that were typed, in any order, and whose phase is taken so. */
export function filterRows<T extends Readonly<{ status: string }>>(
  rows: readonly T[],
  { words, tone }: Narrowing,
  textOf: (row: T) => string,
): readonly T[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    if (tone !== "" && toneOf(row.status) !== tone) return false;
    const text = textOf(row).toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Counts rows by how their phases are taken. */
export function countTones(rows: readonly Readonly<{ status: string }>[]): Readonly<Record<Tone, number>> {
  const counts = { bad: 0, moving: 0, good: 0, quiet: 0 };
  for (const { status } of rows) counts[toneOf(status)] += 1;
  return counts;
}
