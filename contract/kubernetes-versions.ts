/**
 * Which Kubernetes versions are offered where: the one place to change when a version comes or goes. Full patch
 * versions, oldest first; new clusters get the last one. What is withdrawn here keeps running where it runs.
 */
const OFFERED: Readonly<Record<string, readonly [string, ...string[]]>> = {
  /** Equal to local/toolchain-1.35 and local/toolchain, which a test checks. */
  local: ["1.35.4", "1.36.3"],
};
const ELSEWHERE: readonly [string, ...string[]] = ["1.35.4", "1.36.3"];

/** A version in numbers; the major one is always 1. */
export type KubernetesVersion = Readonly<{ minor: number; patch: number }>;

/** Lists the versions that a provider offers, oldest first. */
export function offeredVersions(provider: string): readonly [string, ...string[]] {
  return OFFERED[provider] ?? ELSEWHERE;
}

/** Returns the version that new clusters get. */
export function newestVersion(provider: string): string {
  const offered = offeredVersions(provider);
  return offered.at(-1) ?? offered[0];
}

/** Parses a version as people and API servers write it: with or without v, with or without what distributions append. */
export function parseVersion(text: string): KubernetesVersion | undefined {
  const found = /^v?1\.(\d{1,3})\.(\d{1,3})(?![\d.])/.exec(text);
  return found === null ? undefined : { minor: Number(found[1]), patch: Number(found[2]) };
}

/** Formats a version as it stands in specs: 1.36.3. */
export function formatVersion({ minor, patch }: KubernetesVersion): string {
  return `1.${minor}.${patch}`;
}

/** Finds what is offered for a wish: exactly that version, or the newest patch when only a minor is named. */
export function findOffered(provider: string, wanted: string): string | undefined {
  const bare = wanted.replace(/^v/, "");
  return offeredVersions(provider).findLast((version) => version === bare || version.startsWith(`${bare}.`));
}

/** Tells whether one version may directly follow another: a newer patch of its minor, or the next minor. */
export function mayFollow(from: KubernetesVersion, to: KubernetesVersion): boolean {
  return to.minor === from.minor ? to.patch > from.patch : to.minor === from.minor + 1;
}

/** Lists what a cluster of a version can be upgraded to, oldest first. */
export function upgradeTargets(provider: string, current: string): readonly string[] {
  const from = parseVersion(current);
  if (from === undefined) return [];
  return offeredVersions(provider).filter((version) => {
    const to = parseVersion(version);
    return to !== undefined && mayFollow(from, to);
  });
}

/**
 * Decides which version a cluster shall have. What runs stays when the spec names no version, so that a release of the
 * platform upgrades nobody; a wish that may not follow what runs is not acted on.
 */
export function decideVersion(provider: string, wish: string | undefined, running: string | undefined): string {
  const at = parseVersion(running ?? "");
  const to = wish === undefined ? undefined : (parseVersion(wish) ?? minorWish(provider, wish, at));
  if (to === undefined) return at === undefined ? newestVersion(provider) : formatVersion(at);
  return formatVersion(at === undefined || mayFollow(at, to) ? to : at);
}

/** A wish for a minor is met by whatever patch of it runs. */
function minorWish(provider: string, wish: string, at: KubernetesVersion | undefined): KubernetesVersion | undefined {
  if (at !== undefined && wish.replace(/^v/, "") === `1.${at.minor}`) return at;
  return parseVersion(findOffered(provider, wish) ?? "");
}
