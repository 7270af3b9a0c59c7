import type { GitStatus } from "../../contract/resources/conditions.ts";
import type { GitView } from "./decision.ts";
import { formatTime, parseTime } from "./status-time.ts";

/** The delivery that was last observed in Git. */
export type GitDelivery = Readonly<{
  commit: string;
  contentHash: string;
  committedAtMs: number;
  /** At which revision Argo CD was first seen to have it; only deployments and databases are brought by an Application. */
  syncedRevision?: string;
}>;

/** Reads the last delivery out of a status; `unknownMs` stands for a time that it does not say. */
export function parseGitDelivery(git: GitStatus | undefined, unknownMs: number): GitDelivery | undefined {
  const { commit, contentHash, committedAt, syncedRevision } = git ?? {};
  if (commit === undefined || contentHash === undefined) return undefined;
  const delivery = { commit, contentHash, committedAtMs: parseTime(committedAt) ?? unknownMs };
  return syncedRevision === undefined ? delivery : { ...delivery, syncedRevision };
}

/** Writes a delivery as a status has it. */
export function formatGitDelivery(delivery: GitDelivery | undefined, path: string | undefined): GitStatus | undefined {
  if (delivery === undefined) return undefined;
  const { commit, contentHash, committedAtMs, syncedRevision } = delivery;
  return { path, commit, contentHash, syncedRevision, committedAt: formatTime(committedAtMs) };
}

type Seen = Readonly<{
  git: GitView;
  rendered: Readonly<{ kind: "rendered"; contentHash: string }> | Readonly<{ kind: "refused" | "unknown" }>;
}>;

/** Derives the delivery to remember: the commit that the head was observed to hold, when it or its content is another. */
export function nextGitDelivery(known: GitDelivery | undefined, { git, rendered }: Seen): GitDelivery | undefined {
  if (git.kind !== "present" || rendered.kind !== "rendered") return known;
  const { commit, committedAtMs } = git;
  const { contentHash } = rendered;
  if (known?.commit === commit && known.contentHash === contentHash) return known;
  return { commit, contentHash, committedAtMs };
}

/** Notes at which revision a delivery was first seen synced: that is what a restart will know it by. */
export function syncedDelivery(known: GitDelivery | undefined, revision: string): GitDelivery | undefined {
  return known && { ...known, syncedRevision: known.syncedRevision ?? revision };
}
