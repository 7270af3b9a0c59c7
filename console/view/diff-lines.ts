/** A line of a unified diff, and what it is. */
type DiffLine = Readonly<{ kind: "added" | "removed" | "place" | "same"; text: string }>;

const KINDS: Readonly<Record<string, DiffLine["kind"]>> = { "+": "added", "-": "removed", "@": "place" };

/** Takes a unified diff apart; its head with the names of files is left out. */
export function diffLines(diff: string): readonly DiffLine[] {
  return diff
    .split("\n")
    .filter((line) => line !== "" && !/^(?:---|\+\+\+) /.test(line))
    .map((text) => ({ kind: KINDS[text.charAt(0)] ?? "same", text }));
}
