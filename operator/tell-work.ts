/*
 * Tells the platform's people how the operator that leads is doing, by one small fact in Postgres:
 * 1. Every ten seconds what waits in the queues, for a commit and for the projection is written, over what was written
 *    before: one statement, however many objects there are.
 * 2. Between two of them the mirror's delay is looked at each second, in memory, so that a short one is seen too.
 * 3. Who does not lead writes nothing; with Postgres away nothing is kept for later: the fact grows old, and shows as stale.
 * It may be killed anywhere: the next leader writes the whole fact.
 */
import type { Logger } from "../adapters/log/logger.ts";
import { codeOf } from "../adapters/log/thrown.ts";
import type { OperatorWork } from "../contract/rest/platform-health.ts";
import type { GitWork } from "./controllers/shared/git-desk.ts";
import type { Mirror } from "./mirror/mirror.ts";
import { sleep, type Clock } from "./runtime/clock.ts";
import type { KeyedQueue } from "./runtime/keyed-queue.ts";

/** The set-up of what tells of the operator's work. */
export type TellWorkOptions = Readonly<{
  /** By the name under which each is shown. */
  queues: Readonly<Record<string, Pick<KeyedQueue, "depth" | "running" | "oldestAgeMs">>>;
  git: () => GitWork;
  mirror: Pick<Mirror, "lagMs" | "pending">;
  isLeader: () => boolean;
  write: (work: OperatorWork) => Promise<void>;
  clock: Clock;
  logger: Logger;
}>;

type Moment = OperatorWork["recent"][number];

const LOOK_MS = 1_000;
const TELL_MS = 10_000;
/** Those of ten minutes. */
const MOMENTS_MAX = 60;

/** Tells of the operator's work until the signal aborts; never rejects, the next turn tells all anew. */
export async function tellWork(options: TellWorkOptions, signal: AbortSignal): Promise<void> {
  const { clock, mirror, isLeader, write, logger } = options;
  let recent: readonly Moment[] = [];
  let longestMs = 0;
  let toldMs = -Infinity;
  let hasFailed = false;
  const tell = async (): Promise<void> => {
    const work = workOf(options);
    recent = [...recent, momentOf(work, clock, longestMs)].slice(-MOMENTS_MAX);
    longestMs = 0;
    try {
      await write({ ...work, recent: [...recent] });
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) logger.warn("Telling of the operator's work failed", { reason: codeOf(error) });
      hasFailed = true;
    }
  };
  while (!signal.aborted) {
    longestMs = Math.max(longestMs, mirror.lagMs);
    if (clock.monotonicMs() >= toldMs + TELL_MS && isLeader()) {
      toldMs = clock.monotonicMs();
      await tell();
    }
    await sleep(clock, LOOK_MS, signal);
  }
}

type Work = Omit<OperatorWork, "recent">;

function momentOf({ queues, commits }: Work, clock: Clock, longestMs: number): Moment {
  return {
    at: new Date(clock.nowMs()).toISOString(),
    waiting: queues.reduce((sum, { waiting }) => sum + waiting, 0),
    commits_waiting: commits.waiting,
    lag_seconds: inSeconds(longestMs),
  };
}

function workOf({ queues, git, mirror }: TellWorkOptions): Work {
  const { waiting, isRead, committedAtMs } = git();
  return {
    queues: Object.entries(queues).map(([name, queue]) => ({
      name,
      waiting: queue.depth,
      working: queue.running,
      oldest_seconds: inSeconds(queue.oldestAgeMs),
    })),
    commits: {
      waiting,
      branch_read: isRead,
      committed_at: committedAtMs === undefined ? null : new Date(committedAtMs).toISOString(),
    },
    projection: { waiting: mirror.pending, lag_seconds: inSeconds(mirror.lagMs) },
  };
}

function inSeconds(ms: number): number {
  return Math.round(Math.max(0, ms)) / 1_000;
}
