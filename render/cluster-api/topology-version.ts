/** The version of new clusters that name none, and the newest patch of each minor version that can be made. */
const NEWEST = "1.36.3";
const PATCHES: Readonly<Record<string, string>> = { "1.34": "1.34.6", "1.35": "1.35.4", "1.36": NEWEST };

/**
 * Decides the full version that Cluster API asks for. A wish for a minor version alone is met by any patch of it, so
 * that what runs is kept; an older one than what runs is never asked for.
 */
export function decideTopologyVersion(wanted: string | undefined, current: string | undefined): string {
  if (wanted === undefined) return current ?? `v${NEWEST}`;
  const plain = wanted.replace(/^v/, "");
  const minor = plain.split(".").slice(0, 2).join(".");
  const isFull = plain.split(".").length === 3;
  if (!isFull && current?.startsWith(`v${minor}.`) === true) return current;
  const version = `v${isFull ? plain : (PATCHES[minor] ?? `${minor}.0`)}`;
  return current !== undefined && compareVersions(version, current) < 0 ? current : version;
}

/** Compares two versions like v1.36.3 by their numbers. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbers(one), numbers(other)];
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function numbers(version: string): readonly number[] {
  return version.replace(/^v/, "").split(".").map(Number);
}
