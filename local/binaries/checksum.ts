const sum = /^(?:sha256:)?([0-9a-f]{64})$/i;

/** Parses the SHA-256 of a file out of any of the forms that publishers use; undefined when it is not there. */
export function parseChecksum(text: string, fileName: string): string | undefined {
  const trimmed = text.trim();
  const found = trimmed.startsWith("{") ? findInGitHubRelease(trimmed, fileName) : findInLines(trimmed, fileName);
  return sum.exec(found ?? "")?.[1]?.toLowerCase();
}

function findInLines(text: string, fileName: string): string | undefined {
  const rows = text.split("\n").map((line) => line.trim().split(/\s+\*?/));
  const named = rows.find(([, name]) => name?.split("/").at(-1) === fileName);
  // A bare sum stands for the only file it can mean.
  const bare = rows.length === 1 && rows[0]?.length === 1 ? rows[0] : undefined;
  return (named ?? bare)?.[0];
}

function findInGitHubRelease(text: string, fileName: string): string | undefined {
  const release = JSON.parse(text) as { assets?: { name?: string; digest?: string | null }[] };
  return release.assets?.find((asset) => asset.name === fileName)?.digest ?? undefined;
}
