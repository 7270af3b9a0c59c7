import { expect } from "chai";
import type { Spoiling } from "../../support/spoil-source.ts";
import type { Misbehaviour } from "../world/disturbance.ts";
import { cover, type Least } from "../world/cover.ts";
import { OLD_DECISIONS } from "../world/old-decisions.ts";
import { spoiledWorld } from "../world/spoiled-world.ts";
import { isFull, testSeed } from "../../support/seeded-random.ts";
import { CHAOS_STORIES, type ChaosStory } from "./chaos-stories.ts";
import {
  capped,
  crashes,
  frozen,
  missed,
  ordeals,
  outages,
  rolledBack,
  skewed,
  stale,
  type Case,
  type Engine,
} from "./engines.ts";
import { hold, rehearse, type Rehearsal, type Run } from "./rehearsal.ts";

const ENGINES: readonly (Least & Readonly<{ name: string; engine: Engine }>)[] = [
  { name: "the operator dies at an effect", engine: crashes, first: 0, more: 2 },
  { name: "it sees what was versions ago", engine: stale, first: 2, more: 1 },
  { name: "it misses events of its watches", engine: missed, first: 2, more: 1 },
  { name: "a leader is frozen at an effect, and another one leads", engine: frozen, first: 0, more: 1 },
  { name: "Argo CD cannot compare, delete or keep well what runs", engine: outages, first: 0, more: 1 },
  { name: "its clock is wrong for minutes", engine: skewed, first: 0, more: 1 },
  { name: "etcd forgets what it did", engine: rolledBack, first: 0, more: 1 },
  { name: "tokens of tenants are capped", engine: capped, first: 1, more: 0 },
  { name: "something befalls it at rest", engine: ordeals, first: 9, more: 0 },
];

/** A night's run tells more than the first of its faults. */
const FAULTS_MAX = isFull ? 12 : 1;
/** All cases of an engine are hundreds, and a machine that is busy has a tenth of itself for them. */
const LIMIT_MS = (isFull ? 240 : 20) * 60_000;

/** Played undisturbed once, as it comes to the same each time. */
const rehearsals = new Map<ChaosStory, Promise<Rehearsal>>();
const rehearsalOf = (story: ChaosStory): Promise<Rehearsal> => {
  const rehearsal = rehearsals.get(story) ?? rehearse(story);
  rehearsals.set(story, rehearsal);
  return rehearsal;
};

/** What is chosen of each story, engine by engine: which pairs there are is known when all have been played. */
const choices = new Map<Engine, Promise<ReadonlyMap<ChaosStory, readonly Case[]>>>();
const chosenOf = (engine: Engine, seed: number, least: Least): Promise<ReadonlyMap<ChaosStory, readonly Case[]>> => {
  const choice = choices.get(engine) ?? choose(engine, seed, least);
  choices.set(engine, choice);
  return choice;
};

async function choose(engine: Engine, seed: number, least: Least): Promise<ReadonlyMap<ChaosStory, readonly Case[]>> {
  const cases: Case[][] = [];
  for (const story of CHAOS_STORIES) cases.push(engine(await rehearsalOf(story), seed));
  const chosen = cover(cases, seed, least);
  return new Map(CHAOS_STORIES.map((story, at) => [story, chosen[at] ?? []]));
}

describe("Every machine in a simulated world comes to the same end", function () {
  this.timeout(LIMIT_MS);
  const seed = testSeed();

  for (const story of CHAOS_STORIES) {
    describe(story.name, () => {
      let rehearsal: Rehearsal;
      before(async () => {
        rehearsal = await rehearsalOf(story);
      });

      for (const { name, engine, ...least } of ENGINES)
        it(`when ${name}`, async () => {
          const cases = engine(rehearsal, seed);
          const chosen = (await chosenOf(engine, seed, least)).get(story) ?? [];
          const faults: Error[] = [];
          for (const { tries, ...run } of chosen) {
            await hold(rehearsal, run, `seed ${seed}: ${tries}`).catch((fault: Error) => faults.push(fault));
            if (faults.length >= FAULTS_MAX) break;
          }
          console.log(`      ${chosen.length} of ${cases.length}`);
          if (faults.length > 0)
            throw new Error(faults.map(({ message }) => message).join("\n\n"), { cause: faults[0] });
        });
    });
  }
});

/** Makes an operator that is wrong on purpose: by what it does, or by a decision of before. */
async function wrongBy(bug: Misbehaviour | keyof typeof OLD_DECISIONS): Promise<Run> {
  const decision = Object.entries<Spoiling>(OLD_DECISIONS).find(([name]) => name === bug)?.[1];
  return decision === undefined ? { misbehaves: bug as Misbehaviour } : { WorldClass: await spoiledWorld(decision) };
}

describe("The engines of the simulated world catch an operator", function () {
  this.timeout(900_000);
  const seed = testSeed();

  type Bad = Readonly<{
    bug: Misbehaviour | keyof typeof OLD_DECISIONS;
    story: string;
    engine: Engine;
    at?: RegExp;
    /** Which cases are likely to show it: they are tried first, and all others after them. */
    soon?: RegExp;
    does: string;
  }>;
  const bad: readonly Bad[] = [
    {
      bug: "commits-twice",
      story: "databases",
      engine: crashes,
      soon: /after .*\(push\)/,
      does: "commits what the branch holds already",
    },
    {
      bug: "creates-anew",
      story: "promotions",
      engine: crashes,
      at: /create/,
      does: "makes anew what it made already",
    },
    {
      bug: "blind-writes",
      story: "clusters and deployments",
      engine: stale,
      soon: /patch Application root-/,
      does: "writes over what it has not read",
    },
    { bug: "trusts-watches", story: "clusters and deployments", engine: missed, does: "never lists what it missed" },
    {
      bug: "unfenced",
      story: "clusters and deployments",
      engine: frozen,
      at: /patch/,
      does: "goes on when another one leads",
    },
    {
      bug: "comparison",
      story: "clusters and deployments",
      engine: outages,
      at: /compare/,
      soon: /patch Application a-/,
      does: "blames for Argo CD's outage",
    },
    {
      bug: "unwell",
      story: "clusters and deployments",
      engine: outages,
      at: /keep well/,
      soon: /patch Deployment b status/,
      does: "never calls well what was not",
    },
    {
      bug: "stale",
      story: "restores",
      engine: outages,
      at: /cannot compare .*\(patch DatabaseInstance (early|moment)/,
      does: "tells for ever of a comparison that came through",
    },
    {
      bug: "lacking",
      story: "restores",
      engine: stale,
      at: /\(patch .* (late|copy|idle|orders).* as 8 versions ago/,
      does: "takes what its copies lack for gone",
    },
    {
      bug: "newest",
      story: "clusters and deployments",
      engine: rolledBack,
      soon: /patch Cluster one \), 1 effects/,
      does: "believes in what etcd forgot",
    },
    { bug: "tokenLife", story: "clusters and deployments", engine: capped, does: "takes a short life for an end" },
    {
      bug: "unseen",
      story: "clusters and deployments",
      engine: ordeals,
      at: /serves/,
      does: "takes what nobody serves for gone",
    },
    {
      bug: "told",
      story: "clusters and deployments",
      engine: outages,
      at: /cannot delete .*\(delete Application/,
      does: "takes for gone what Argo CD was told to delete",
    },
    {
      bug: "chosenAnew",
      story: "image automation",
      engine: ordeals,
      at: /^what it remembers/,
      does: "takes back an image because it forgot which one was chosen",
    },
    {
      bug: "deadline",
      story: "clusters and deployments",
      engine: ordeals,
      at: /of last week/,
      does: "lets the time to become healthy run from an old commit",
    },
    {
      bug: "ownClock",
      story: "backups",
      engine: skewed,
      at: /ahead .*\(patch DatabaseBackup/,
      does: "goes by its own clock alone",
    },
  ];
  for (const { bug, story: name, engine, at = /./, soon = /./, does } of bad)
    it(`that ${does}, which an undisturbed run does not show`, async () => {
      const story = CHAOS_STORIES.find((one) => one.name === name);
      if (story === undefined) throw new Error(`there is no story ${name}`);
      const well = await rehearsalOf(story);
      const wrong = await wrongBy(bug);
      expect((await rehearse(story, wrong)).rests).to.deep.equal(well.rests);
      const caught: unknown[] = [];
      const cases = engine(well, seed).filter((one) => at.test(one.tries));
      const [first, last] = [true, false].map((is) => cases.filter((one) => soon.test(one.tries) === is));
      for (const { tries, ...run } of [...(first ?? []), ...(last ?? [])]) {
        await hold(well, { ...run, ...wrong }, tries).catch((error: unknown) => caught.push(error));
        if (caught.length > 0) break;
      }
      expect(caught).to.have.length(1);
    });
});
