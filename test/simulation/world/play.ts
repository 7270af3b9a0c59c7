/**
 * Plays a story in a world, and holds a disturbed run to the undisturbed one:
 *
 * 1. `play` lets the story happen in a new world, and what is under way at its end come to rest: nothing that must always
 *    hold was hurt;
 * 2. `assertSame` plays it under a disturbance: it comes to the same result;
 * 3. `assertSameAfterCrashes` does so once for each kind of effect of the undisturbed run, before or after which the operator
 *    dies; which one of a kind is the seed's choice, and BERTH_CHAOS=full takes all of them.
 */
import { expect } from "chai";
import { messageOf } from "../../../adapters/log/thrown.ts";
import { SEED } from "../../support/seeded-random.ts";
import { cover, deathsIn, kindOfEffect, type Death } from "./cover.ts";
import { World, type WorldOptions } from "./world.ts";

/** Tells what happens in a world; what it answers must not depend on how the run was disturbed. */
export type Story<T = unknown> = (world: World) => Promise<T>;

/** A story that was played to its end. */
export type Played<T = unknown> = Readonly<{ world: World; result: T }>;

const REST_MS = 10_000;

/** At which effects the operator dies; at each kind of them after the set-up, before and after it, when nothing else is said. */
type CrashPoints = Readonly<{
  /** Picks effects by what they are. */
  of?: (effect: string) => boolean;
  /** Which sides of a kind of effect; `either` takes one of them. */
  sides?: "both" | "either";
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
    throw new Error(`${why}: ${messageOf(error)}`, { cause: error });
  });
  expect(result, why).to.deep.equal(calm.result);
  return world;
}

/** Plays a story once for each crash that is to be survived; returns how many there were. */
export async function assertSameAfterCrashes<T>(
  story: Story<T>,
  calm: Played<T>,
  points: CrashPoints = {},
): Promise<number> {
  const [chosen = []] = cover([crashes(calm.world, points)], SEED, { first: 0, more: 0 });
  expect(chosen, "crashes that are to be survived").not.to.be.empty;
  for (const { at, when, tries } of chosen) {
    const disturbance = { ...points.more?.(at), crashes: [{ at, when }] };
    const world = await assertSame(story, calm, { seed: 1, disturbance }, `seed ${SEED}: ${tries}`);
    expect(world.starts, `${tries}: starts of the operator`).to.equal(calm.world.starts + 1);
  }
  return chosen.length;
}

function crashes({ effects, setUpEffects }: World, { of = () => true, sides = "both" }: CrashPoints): Death[] {
  const deaths = deathsIn(effects).filter(({ at, effect }) => at > setUpEffects && of(effect));
  return sides === "both" ? deaths : deaths.map((death) => ({ ...death, covers: kindOfEffect(death.effect) }));
}
