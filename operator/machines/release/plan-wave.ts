/**
 * Decides who gets a newer release of a platform chart next (docs/adr/0025, docs/adr/0046). Everything is seen in the objects themselves,
 * so that a crash at any moment changes nothing:
 *
 * 1. too many of those that were moved have failed: nobody else is moved, until they are mended or a newer release comes;
 * 2. clusters of the channel `latest` go first; those of `stable` when none of the others waits or is under way;
 * 3. no more than a wave in a minute, and no more than a wave under way.
 */
export const WAVE_MAX = 50;
export const WAVE_MS = 60_000;
const FAILED_SHARE_MAX = 0.02;
/** What does not arrive in this time has failed. */
export const ARRIVES_WITHIN_MS = 20 * 60_000;

/** How an object stands to the release. */
export type ReleaseObject = Readonly<{
  key: string;
  channel: "latest" | "stable";
  /** waiting: has an older one, and is well. unfit: nobody touches it now. moving, moved, failed: has it by a wave. */
  state: "waiting" | "unfit" | "moving" | "moved" | "failed";
  /** When a wave moved it. */
  movedAtMs?: number | undefined;
}>;

/** What follows for a release. */
export type WavePlan =
  | Readonly<{ kind: "done" }>
  | Readonly<{ kind: "moving"; move: readonly string[] }>
  | Readonly<{ kind: "stopped"; failed: readonly string[]; moved: number }>;

/** Plans the next wave; `granted` were let go and do not show it yet. */
export function planWave(objects: readonly ReleaseObject[], granted: ReadonlySet<string>, nowMs: number): WavePlan {
  const seen = objects.map((one) => withPatience(one, nowMs));
  const tried = seen.filter(({ state }) => state === "moving" || state === "moved" || state === "failed");
  const failed = tried.filter(({ state }) => state === "failed").map(({ key }) => key);
  const held = heldOrganization(tried, failed);
  const left = seen.filter(({ key, state }) => state === "waiting" && !granted.has(key));
  const waiting = left.filter(({ key }) => held === undefined || organizationOf(key) !== held);
  const isStopped = held === undefined ? isTooMany(failed.length, tried.length) : waiting.length === 0;
  if (left.length > 0 && isStopped) return { kind: "stopped", failed: failed.sort(), moved: tried.length };
  const letGo = seen.filter(({ key, state }) => state === "waiting" && granted.has(key));
  const underWay = [...tried.filter(({ state }) => state === "moving"), ...letGo];
  if (waiting.length === 0 && underWay.length === 0) return { kind: "done" };
  const recent = tried.filter(({ movedAtMs }) => movedAtMs !== undefined && nowMs - movedAtMs < WAVE_MS).length;
  const room = WAVE_MAX - Math.max(recent + letGo.length, underWay.length);
  return { kind: "moving", move: nextOf(waiting, underWay).slice(0, Math.max(0, room)) };
}

function isTooMany(failed: number, tried: number): boolean {
  return failed > 0 && failed >= FAILED_SHARE_MAX * tried;
}

/** Keys are Kind/namespace/name. */
function organizationOf(key: string): string {
  return key.split("/")[1] ?? "";
}

/** Returns the only one of several organizations where something failed: that stops the release there, and nowhere else. */
function heldOrganization(tried: readonly ReleaseObject[], failed: readonly string[]): string | undefined {
  const failing = new Set(failed.map(organizationOf));
  const [only] = failing;
  if (failing.size !== 1 || new Set(tried.map(({ key }) => organizationOf(key))).size < 2) return undefined;
  const own = tried.filter(({ key }) => organizationOf(key) === only).length;
  return isTooMany(failed.length, own) ? only : undefined;
}

function withPatience(one: ReleaseObject, nowMs: number): ReleaseObject {
  const { state, movedAtMs } = one;
  const isLate = state === "moving" && movedAtMs !== undefined && nowMs - movedAtMs >= ARRIVES_WITHIN_MS;
  return isLate ? { ...one, state: "failed" } : one;
}

function nextOf(waiting: readonly ReleaseObject[], underWay: readonly ReleaseObject[]): string[] {
  const isLatest = ({ channel }: ReleaseObject): boolean => channel === "latest";
  const first = waiting.filter(isLatest);
  const next = first.length > 0 ? first : underWay.some(isLatest) ? [] : waiting;
  return next.map(({ key }) => key).sort();
}
