import { loseStatuses } from "../world/losses.ts";
import type { World } from "../world/world.ts";

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

const COPY_LAGS_MAX = 3;
const DATABASE_REMOVED = /^Berth-Removed: clusters\/[^/]+\/databases\//m;

/** What befalls a world that is at rest, and leaves it as it was. */
export type Ordeal = Readonly<{
  name: string;
  befall: (world: World) => Promise<void>;
  /** Members of a status that nobody can find out again, and that decide nothing. */
  forgets?: readonly string[];
}>;

/** When a release came. */
const FORGOTTEN = ["movedAt", "chartMovedAt"] as const;

/** Lists what befalls every world. */
export const ORDEALS = {
  lostStatuses: {
    name: "what it remembers in statuses is lost",
    forgets: FORGOTTEN,
    befall: async (world) => {
      await forget(world);
      await world.startOperator();
    },
  },
  oldCommits: {
    name: "statuses are lost, all commits are of last week, and pods take their time",
    forgets: FORGOTTEN,
    befall: async (world) => {
      world.kill();
      world.repository.age(WEEK_MS);
      await swaying(world, "Progressing");
      await forget(world);
      await world.startOperator();
      await world.clock.advance(10_000);
      world.ails = () => undefined;
    },
  },
  rolledBack: {
    name: "etcd is put back to what it was minutes ago, while it runs",
    befall: async (world) => {
      const saved = world.management.save();
      await swaying(world, "Degraded");
      world.ails = () => undefined;
      await world.clock.advance(4 * MINUTE_MS);
      world.management.restore(saved);
    },
  },
  startedOnOlder: {
    name: "it starts on an etcd that was put back",
    befall: async (world) => {
      const saved = world.management.save();
      await swaying(world, "Degraded");
      world.ails = () => undefined;
      await world.clock.advance(4 * MINUTE_MS);
      world.kill();
      world.management.restore(saved);
      await world.startOperator();
    },
  },
  unserved: {
    name: "nobody serves its providers for a while",
    befall: async (world) => {
      world.kill();
      world.serves = false;
      await world.startOperator();
      await world.clock.advance(10 * MINUTE_MS);
      world.kill();
      world.serves = true;
      await world.startOperator();
    },
  },
  clockAhead: {
    name: "its clock is hours ahead while what runs is unwell for a while, and is set right",
    befall: (world) => skewed(world, 3 * 60 * MINUTE_MS),
  },
  clockBehind: {
    name: "its clock is hours behind while what runs is unwell for a while, and is set right",
    befall: (world) => skewed(world, -3 * 60 * MINUTE_MS),
  },
  olderBranch: {
    name: "Argo CD goes by a copy of the branch that is behind",
    befall: async ({ repository, clock }) => {
      // A database that was deleted, and that Argo CD brings back, is told and stays (operator/controllers/platform/orphans.ts).
      const removal = repository.history().findIndex(({ message }) => DATABASE_REMOVED.test(message));
      repository.copyLags = Math.min(COPY_LAGS_MAX, removal < 0 ? COPY_LAGS_MAX : removal);
      await clock.advance(10 * MINUTE_MS);
      repository.copyLags = 0;
    },
  },
} as const satisfies Readonly<Record<string, Ordeal>>;

async function skewed(world: World, byMs: number): Promise<void> {
  world.operatorSkewMs = byMs;
  await swaying(world, "Degraded");
  world.ails = () => undefined;
  await world.clock.advance(4 * MINUTE_MS);
  world.operatorSkewMs = 0;
  // What rests is looked at every ten minutes: its times are set right then.
  await world.clock.advance(11 * MINUTE_MS);
}

async function forget(world: World): Promise<void> {
  await loseStatuses(world);
  world.monitor.beginAnew();
  world.monitor.goOn([...world.management.everything().values()]);
}

/** What runs is said to fare so; Argo CD looks every three minutes. */
async function swaying(world: World, health: string): Promise<void> {
  world.ails = () => health;
  await world.clock.advance(4 * MINUTE_MS);
}
