/** One commit: what its trailers say it brings. */
type CommittedChanges = Readonly<{ id: string; changes: readonly string[] }>;

/** Reads `git log --reverse --format="%H%n%B%x00"`: which generation of which resource each commit brought, oldest first. */
export function readCommittedChanges(log: string): CommittedChanges[] {
  return log
    .split("\0")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => {
      const [id = "", ...lines] = text.split("\n");
      const valuesOf = (trailer: string): string[] =>
        lines.filter((line) => line.startsWith(`${trailer}: `)).map((line) => line.slice(trailer.length + 2));
      const generations = valuesOf("Berth-Generation");
      return { id, changes: valuesOf("Berth-Resource").map((name, index) => `${name} ${generations[index] ?? ""}`) };
    });
}

/** What their status knows and a rebuild needs comes to Git when it is known, after their first commit. */
const REMEMBERED = /^(Cluster|DatabaseInstance)\//;

/** Names what came twice, and what came after a later generation of the same resource. */
export function findRepeats(commits: readonly CommittedChanges[]): string[] {
  const newest = new Map<string, number>();
  const faults: string[] = [];
  for (const change of commits.flatMap(({ changes }) => changes)) {
    const [name = "", generation = ""] = change.split(" ");
    const before = newest.get(name) ?? 0;
    if (Number(generation) === before && !REMEMBERED.test(name)) faults.push(`${change} came twice`);
    if (Number(generation) < before) faults.push(`${change} came after generation ${before}`);
    newest.set(name, Math.max(before, Number(generation)));
  }
  return faults;
}
