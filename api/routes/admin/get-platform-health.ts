import { readOperatorWork, type ToldWork } from "../../../adapters/postgres/resources/operator-work.ts";
import { readHeartbeatAges } from "../../../adapters/postgres/resources/resource-upkeep.ts";
import type { getPlatformHealth, PlatformHealth } from "../../../contract/rest/platform-health.ts";
import type { Handler } from "../../http/context.ts";

/** The operator tells six times in this. */
const STALE_AFTER_MS = 60_000;
const LOOK = "See whether a pod of the operator leads, and what its log says.";

/** Tells what the operator has written down of its work, and whether that is still so. */
export const handle: Handler<typeof getPlatformHealth> = async ({ services: { pool } }) => {
  const [told, heartbeats] = await Promise.all([readOperatorWork(pool), readHeartbeatAges(pool)]);
  const observed = new Map(
    heartbeats.map(({ kind, ageMs }) => [kind, new Date(Date.now() - ageMs).toISOString()] as const),
  );
  return { body: told === undefined ? UNKNOWN : healthOf(told, observed), headers: { "Cache-Control": "no-store" } };
};

const UNKNOWN: PlatformHealth = {
  state: "unknown",
  message: `No operator has told how it is doing, or one of another release has. ${LOOK}`,
  observed_at: null,
  queues: [],
  commits: null,
  projection: null,
  recent: [],
};

function healthOf({ work, observedAt, ageMs }: ToldWork, observed: ReadonlyMap<string, string>): PlatformHealth {
  const isStale = ageMs > STALE_AFTER_MS;
  return {
    ...work,
    state: isStale ? "stale" : "current",
    message: isStale ? `The operator has told nothing for ${Math.floor(ageMs / 60_000)} min. ${LOOK}` : null,
    observed_at: observedAt.toISOString(),
    queues: work.queues.map((queue) => ({ ...queue, observed_at: observed.get(queue.name) ?? null })),
  };
}
