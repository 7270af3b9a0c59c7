/**
 * Holds disturbed runs of a story to its undisturbed one:
 *
 * 1. the story is played alone; at each of its rests, and at its end, everything that there is is taken down;
 * 2. it is played again under a disturbance; at each rest the same must be there, in time that is bounded, and once more
 *    after an ordeal, of which nobody may keep anything;
 * 3. nothing was hurt that must always hold, no commit changed nothing, no file went back to what it was before (but once
 *    where etcd did), and after the end nothing is written any more.
 */
import { expect } from "chai";
import { messageOf } from "../../../adapters/log/thrown.ts";
import type { Disturbance, Misbehaviour } from "../world/disturbance.ts";
import { endState, withoutTimes, type EndState } from "../world/end-state.ts";
import { World } from "../world/world.ts";
import type { ChaosStory } from "./chaos-stories.ts";
import type { Ordeal } from "./ordeals.ts";

const QUIET_MS = 2 * 60_000;
const LOOK_MS = 5_000;
const ARGO_POLL_MS = 180_000;
const LIMIT_MS = 15 * 60_000;
/** What a database shows from when it is ready, and goes on to show when it is not any more. */
const SHOWN_WHEN_READY: ReadonlySet<string> = new Set([
  "readyAt",
  "replicas",
  "connectionHost",
  "connectionPort",
  "connectionSecretName",
]);

/** The undisturbed run of a story. */
export type Rehearsal = Readonly<{
  story: ChaosStory;
  rests: readonly EndState[];
  effects: readonly string[];
  /** What the events of the watches were of, in their order. */
  watched: readonly string[];
  /** How often each file came to each content. */
  visits: ReadonlyMap<string, number>;
}>;

/** How a run differs from the undisturbed one. */
export type Run = Readonly<{
  seed?: number;
  disturbance?: Disturbance;
  misbehaves?: Misbehaviour;
  /** What befalls the world at each rest but the last. */
  ordeal?: Ordeal;
  /** The world of an operator that decides as it did before a mend. */
  WorldClass?: typeof World;
}>;

/** Plays a story undisturbed. */
export async function rehearse(story: ChaosStory, options: Run = {}): Promise<Rehearsal> {
  const rests: EndState[] = [];
  const world = await run(story, options, (now) => {
    rests.push(now());
    return Promise.resolve();
  });
  const { effects, watched } = world;
  return { story, rests, effects, watched, visits: assertHistory(world) };
}

/** Plays a story under a disturbance and holds it to its rehearsal. */
export async function hold(rehearsal: Rehearsal, options: Run, why: string): Promise<void> {
  let at = 0;
  const wordsOf = wording(forgottenIn(options));
  try {
    const world = await run(rehearsal.story, options, async (now, world) => {
      const expected = rehearsal.rests[at];
      at += 1;
      const same = (): Promise<void> => becomes(() => wordsOf(now()), wordsOf(expected ?? {}), world.clock);
      await same();
      if (options.ordeal === undefined || at === rehearsal.rests.length) return;
      await options.ordeal.befall(world);
      await same();
    });
    expect(at, "rests").to.equal(rehearsal.rests.length);
    assertHistory(world, {
      visits: rehearsal.visits,
      // An object whose deletion etcd forgot is there again, and so are its files until it is deleted once more.
      returns: options.disturbance?.rollback === undefined ? 0 : 1,
    });
  } catch (error) {
    const message = messageOf(error);
    throw new Error(`${rehearsal.story.name}: ${why}, rest ${at} of ${rehearsal.rests.length}: ${message}`, {
      cause: error,
    });
  }
}

type AtRest = (now: () => EndState, world: World) => Promise<void>;

async function run(
  { story, alike }: ChaosStory,
  { seed = 1, disturbance, misbehaves, WorldClass = World }: Run,
  atRest: AtRest,
): Promise<World> {
  const world = new WorldClass({
    seed,
    ...(disturbance === undefined ? {} : { disturbance }),
    ...(misbehaves === undefined ? {} : { misbehaves }),
  });
  const unified = unifying(alike);
  const now = (): EndState => unified(endState(world));
  world.onRest = () => atRest(now, world);
  await world.start();
  try {
    await story(world);
    await world.clock.advance(30_000);
    await atRest(now, world);
    await outlast(disturbance?.outage, now, world);
    const { length } = world.effects;
    await world.clock.advance(QUIET_MS);
    const late = unforeseen(world.effects.slice(length));
    expect(late, `written after everything had come to rest: ${late.join(", ")}`).to.deep.equal([]);
    const { violations } = world.monitor;
    expect(violations, `hurt, which must always hold: ${violations.join("; ")}`).to.deep.equal([]);
    return world;
  } finally {
    await world.stop();
  }
}

/** What outlasts the end is told of when Argo CD looks next, and taken back when it looks after that: then all is as it was. */
async function outlast(outage: Disturbance["outage"], now: () => EndState, { clock }: World): Promise<void> {
  if (outage === undefined) return;
  const rested = now();
  await clock.advance(outage.forMs + ARGO_POLL_MS);
  const left = difference(rested, now());
  expect(left, `left by what was away, and is back:\n${left}`).to.equal("");
}

async function becomes(now: () => Words, expected: Words, clock: World["clock"]): Promise<void> {
  const endMs = clock.monotonicMs() + LIMIT_MS;
  for (;;) {
    const found = now();
    if (isSame(expected, found)) return;
    if (clock.monotonicMs() >= endMs) throw new Error(`not the same as undisturbed:\n${differenceOf(expected, found)}`);
    await clock.advance(LOOK_MS);
  }
}

const isSame = (one: Words, other: Words): boolean =>
  one.size === other.size && [...one].every(([name, text]) => other.get(name) === text);

type IsForgotten = (name: string, status: Readonly<{ phase?: string }>) => boolean;

/** Says which members of a status are lost for good where statuses are: what nobody can find out, and decides nothing. */
function forgottenIn({ ordeal, disturbance }: Run): IsForgotten | undefined {
  if (ordeal?.forgets === undefined && disturbance?.rollback === undefined) return undefined;
  return (name, { phase }) =>
    ordeal?.forgets?.includes(name) === true || (isUnready(phase) && SHOWN_WHEN_READY.has(name));
}

const isUnready = (phase: string | undefined): boolean => phase !== undefined && phase !== "running";

/** A state's entries as texts. */
type Words = ReadonlyMap<string, string>;

/** Makes what puts a state into words, as far as a run is held to it. A world is looked at until it agrees, and few of its objects are new each time. */
function wording(isForgotten?: IsForgotten): (state: EndState) => Words {
  const worded = perObject((value) =>
    JSON.stringify(value, function (this: object, name, member: unknown) {
      return isForgotten?.(name, this) === true ? undefined : member;
    }),
  );
  return (state) => new Map(Object.entries(state).map(([name, value]) => [name, worded(value)]));
}

/** Tells where two states differ. */
export function difference(expected: EndState, found: EndState): string {
  const wordsOf = wording();
  return differenceOf(wordsOf(expected), wordsOf(found));
}

function differenceOf(expected: Words, found: Words): string {
  const names = [...new Set([...expected.keys(), ...found.keys()])];
  const lines = names.flatMap((name) => {
    const [a, b] = [expected.get(name) ?? "nothing", found.get(name) ?? "nothing"];
    if (a === b) return [];
    const from = Math.max(0, firstDifference(a, b) - 60);
    return [`${name}: …${a.slice(from, from + 240)}…, now …${b.slice(from, from + 240)}…`];
  });
  return lines.slice(0, 8).join("\n");
}

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
}

/** An operator that did not see a commit made asks Argo CD once for each Application whose revision it cannot place. */
function unforeseen(effects: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return effects.filter((effect) => {
    const isFirst = effect.startsWith("patch Application ") && !seen.has(effect);
    seen.add(effect);
    return !isFirst;
  });
}

/** Makes what calls alike what has a name by chance; of two entries that are, the later one by name stays. */
function unifying(alike: RegExp | undefined): (state: EndState) => EndState {
  if (alike === undefined) return (state) => state;
  const renamed = (text: string): string => text.replaceAll(alike, "<alike>");
  const unified = perObject((value) => JSON.parse(renamed(JSON.stringify(value))) as unknown);
  return (state) => {
    const sorted = Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, value]) => [renamed(name), unified(value)]));
  };
}

/** Lets a function answer at once for an object that it was asked of before. */
function perObject<T>(answerOf: (value: unknown) => T): (value: unknown) => T {
  const known = new WeakMap<object, T>();
  return (value) => {
    if (typeof value !== "object" || value === null) return answerOf(value);
    const answer = known.get(value) ?? answerOf(value);
    known.set(value, answer);
    return answer;
  };
}

type Undisturbed = Readonly<{ visits: ReadonlyMap<string, number>; returns: number }>;

/** Counts how often each file came to each content: more often than undisturbed means that it went back. */
function assertHistory({ repository }: World, undisturbed?: Undisturbed): Map<string, number> {
  const visits = new Map<string, number>();
  let before: ReadonlyMap<string, string> = new Map();
  for (const { id, files } of repository.history().reverse()) {
    const paths = [...new Set([...before.keys(), ...files.keys()])];
    const changed = paths.filter((path) => before.get(path) !== files.get(path));
    expect(changed.length, `files that commit ${id} changes`).to.be.greaterThan(0);
    for (const path of changed) {
      const visit = `${path}\n${withoutTimes(files.get(path) ?? "removed")}`;
      visits.set(visit, (visits.get(visit) ?? 0) + 1);
    }
    before = files;
  }
  if (undisturbed === undefined) return visits;
  for (const [visit, count] of visits)
    if (count > Math.max(1, undisturbed.visits.get(visit) ?? 0) + undisturbed.returns)
      throw new Error(`a file went back: ${visit.slice(0, 400)}`);
  return visits;
}
