/**
 * Plays a story in a world, and holds a disturbed run to the undisturbed one:
 *
 * 1. `play` lets the story happen in a new world, and what is under way at its end come to rest: nothing that must always
 *    hold was hurt;
 * 2. `assertSame` plays it under a disturbance: it comes to the same result;
 * 3. `assertSameAfterCrashes` does so once for each effect of the undisturbed run, at which the operator dies.
 */
import { expect } from "chai";
import { isFull } from "../../support/seeded-random.ts";
import { World, type WorldOptions } from "./world.ts";

/** Tells what happens in a world; what it answers must not depend on how the run was disturbed. */
export type Story<T = unknown> = (world: World) => Promise<T>;

/** A story that was played to its end. */
export type Played<T = unknown> = Readonly<{ world: World; result: T }>;

const REST_MS = 10_000;

type When = "before" | "after";

/** At which effects the operator dies; at each kind of them after the set-up, before and after it, when nothing else is said. */
export type CrashPoints = Readonly<{
  /** Picks effects by what they are. */
  of?: (effect: string) => boolean;
  /** Which sides of an effect; `alternating` takes one of them. */
  sides?: "both" | "alternating";
  /** Takes one effect of so many. */
  every?: number;
  /** Disturbs the run beyond its crash. */
  more?: (at: number) => WorldOptions["disturbance"];
}>;

/** Plays a story to its end and stops its world. */
export async function play<T>(
  story: Story<T>,
  options: WorldOptions = { seed: 1 },
  WorldClass = World,
): Promise<Played<T>> {
  const world = new WorldClass(options);
  await world.start();
  try {
    const result = await story(world);
    await world.clock.advance(REST_MS);
    expect(world.monitor.violations).to.deep.equal([]);
    return { world, result };
  } finally {
    await world.stop();
  }
}

/** Plays a story under a disturbance and holds its result to that of the calm run. */
export async function assertSame<T>(
  story: Story<T>,
  calm: Played<T>,
  options: WorldOptions,
  why: string,
): Promise<World> {
  const { world, result } = await play(story, options).catch((error: unknown) => {
    throw new Error(`${why}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
  expect(result, why).to.deep.equal(calm.result);
  return world;
}

/**
 * Plays a story once for each crash that is to be survived; returns how many there were. An effect that comes again after
 * the same effect, as when a whole pass is repeated, is the same place to die at: BERTH_CHAOS=full takes those too.
 */
export async function assertSameAfterCrashes<T>(
  story: Story<T>,
  calm: Played<T>,
  points: CrashPoints = {},
): Promise<number> {
  const chosen = crashes(calm.world, points);
  expect(chosen, "crashes that are to be survived").not.to.be.empty;
  for (const { at, when } of chosen) {
    const why = `crash ${when} effect ${at} (${calm.world.effects[at - 1] ?? ""})`;
    const disturbance = { ...points.more?.(at), crashes: [{ at, when }] };
    const world = await assertSame(story, calm, { seed: 1, disturbance }, why);
    expect(world.starts, `${why}: starts of the operator`).to.equal(calm.world.starts + 1);
  }
  return chosen.length;
}

function crashes(calm: World, points: CrashPoints): { at: number; when: When }[] {
  const { sides = "both", every = 1 } = points;
  const chosen: { at: number; when: When }[] = [];
  const isNew = newPlaces(calm, points);
  for (let at = calm.setUpEffects + 1; at <= calm.effects.length; at += every) {
    if (!isNew(at)) continue;
    const one: When = at % 2 === 0 ? "before" : "after";
    const both: readonly When[] = ["before", "after"];
    chosen.push(...(sides === "both" ? both : [one]).map((when) => ({ at, when })));
  }
  return chosen;
}

/** Picks effects by what they are, and of those at the same place the first one. */
function newPlaces({ effects }: World, { of = () => true }: CrashPoints): (at: number) => boolean {
  const seen = new Set<string>();
  return (at) => {
    const [before = "", effect = ""] = [effects[at - 2], effects[at - 1]];
    const place = `${before} → ${effect}`;
    if (!of(effect) || (seen.has(place) && !isFull)) return false;
    seen.add(place);
    return true;
  };
}
