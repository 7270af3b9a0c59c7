const TITLE = /^## (?<version>\S+) \((?<date>[^)]+)\)$/;

/** The part of the changelog that is of one version, and the day it came out; none while it did not. */
type ReleaseNotes = Readonly<{ text: string; date: string | undefined }>;

/** Reads the notes of a version from the changelog; throws where it has none. */
export function readReleaseNotes(changelog: string, version: string): ReleaseNotes {
  const lines = changelog.split("\n");
  const begin = lines.findIndex((line) => TITLE.exec(line)?.groups?.["version"] === version);
  if (begin < 0) throw new Error(`CHANGELOG.md has no part "## ${version} (<day>)": write it`);
  const after = lines.findIndex((line, index) => index > begin && line.startsWith("## "));
  const text = lines.slice(begin + 1, after < 0 ? undefined : after).join("\n");
  const date = TITLE.exec(lines[begin] ?? "")?.groups?.["date"];
  return { text: `${text.trim()}\n`, date: date === "unreleased" ? undefined : date };
}
