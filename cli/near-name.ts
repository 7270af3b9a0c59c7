/** Letters that may be wrong, missing or too many. */
const TYPOS_MAX = 2;

/** Finds the name that somebody meant who wrote another one: by its letters, or as REST spells it. */
export function nearName(written: string, names: readonly string[]): string | undefined {
  const plain = (name: string): string => name.replaceAll(/[_-]/g, "").toLowerCase();
  const near = names
    .map((name) => ({ name, typos: typosBetween(plain(written), plain(name)) }))
    .toSorted((one, other) => one.typos - other.typos)[0];
  const isNear = near !== undefined && near.typos <= TYPOS_MAX && near.typos < near.name.length / 2;
  return isNear ? near.name : undefined;
}

/** Counts as Levenshtein does. */
function typosBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of Array.from(one).entries()) {
    const now = [row + 1];
    for (const [column, wanted] of Array.from(other).entries()) {
      const kept = (before[column] ?? 0) + (letter === wanted ? 0 : 1);
      now.push(Math.min(kept, (before[column + 1] ?? 0) + 1, (now[column] ?? 0) + 1));
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}
