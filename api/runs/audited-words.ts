/** Entries stay for a year and more, and are read 200 at a time: of a command they tell which it was, not a script that came with it. */
const CHARACTERS_MAX = 2_000;

/** Cuts the words of a command for the audit log, and says how much is left out. */
export function auditedWords(words: readonly string[] | null | undefined): readonly string[] | null {
  if (words == null) return null;
  const kept: string[] = [];
  let left = CHARACTERS_MAX;
  for (const word of words) {
    // Postgres stores no half of a character.
    if (left > 0) kept.push(word.slice(0, left).toWellFormed());
    left -= word.length;
  }
  return left < 0 ? [...kept, `… (${-left} more characters)`] : kept;
}
