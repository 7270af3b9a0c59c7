import type { DatabaseSpec } from "../../../contract/resources/database-instance.ts";
import { memberOf } from "../../../contract/json.ts";
import { DATABASE_DEFAULTS } from "../../../contract/resources/database-engines.ts";
import type { DatabaseState } from "./state.ts";

/** Derives how many bytes a replica is behind from what both servers say of their WAL. */
export function deriveLagBytes(leader: unknown, follower: unknown): number | undefined {
  const ahead = parseLsn(memberOf(leader, "currentLsn"));
  const behind = parseLsn(memberOf(follower, "replayLsn"));
  if (ahead === undefined || behind === undefined) return undefined;
  return Number(ahead > behind ? ahead - behind : 0n);
}

/** Reads a place in the WAL, such as 16/B374D848. */
function parseLsn(text: unknown): bigint | undefined {
  const [, high, low] = typeof text === "string" ? (/^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? []) : [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Derives what a database is to others; undefined for one that stands alone. */
export function deriveRole({
  replicationSourceId,
  promoted,
  tier = DATABASE_DEFAULTS.tier,
}: DatabaseSpec): string | undefined {
  if (replicationSourceId !== undefined) return promoted === true ? "primary" : "replica";
  return tier === "replicated" ? "primary" : undefined;
}

/** Derives how following goes. */
export function deriveReplicationStatus(
  spec: DatabaseSpec,
  state: DatabaseState,
  generation: number,
): string | undefined {
  if (spec.replicationSourceId === undefined) return undefined;
  if (state.readyAtMs === undefined) return "initializing";
  const settled = state.observedGeneration === generation && state.phase === "running";
  if (spec.promoted === true) return settled ? "promoted" : "promoting";
  return state.phase === "running" || state.phase === "degraded" ? "following" : "unknown";
}

const MIB = 1_048_576;

/** Picks what of a lag is worth a write: its order of magnitude. */
export function lagSignificance(bytes: number | undefined): number | undefined {
  if (bytes === undefined) return undefined;
  return bytes < MIB ? 0 : Math.floor(Math.log2(bytes / MIB)) + 1;
}
