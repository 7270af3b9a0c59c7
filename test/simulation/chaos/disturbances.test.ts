import { expect } from "chai";
import type { Misbehaviour } from "../world/disturbance.ts";
import { testSeed } from "../../support/seeded-random.ts";
import { CHAOS_STORIES } from "./chaos-stories.ts";
import { crashes, missed, sample, stale, type Engine } from "./engines.ts";
import { hold, rehearse, type Rehearsal } from "./rehearsal.ts";

const ENGINES: readonly Readonly<{ name: string; engine: Engine; first: number; more: number }>[] = [
  { name: "the operator dies at an effect", engine: crashes, first: 0, more: 10 },
  { name: "it sees what was versions ago", engine: stale, first: 2, more: 6 },
  { name: "it misses events of its watches", engine: missed, first: 2, more: 6 },
];

describe("Every machine in a simulated world comes to the same end", function () {
  this.timeout(20 * 60_000);
  const seed = testSeed();

  for (const story of CHAOS_STORIES) {
    describe(story.name, () => {
      let rehearsal: Rehearsal;
      before(async () => {
        rehearsal = await rehearse(story);
      });

      for (const { name, engine, ...count } of ENGINES)
        it(`when ${name}`, async () => {
          const cases = engine(rehearsal, seed);
          const chosen = sample(cases, seed, count);
          for (const { tries, disturbance } of chosen) await hold(rehearsal, { disturbance }, `seed ${seed}: ${tries}`);
          console.log(`      ${chosen.length} of ${cases.length}`);
        });
    });
  }
});

describe("The engines of the simulated world catch an operator", function () {
  this.timeout(5 * 60_000);
  const seed = testSeed();

  type Bad = Readonly<{ bug: Misbehaviour; story: string; engine: Engine; at?: RegExp; does: string }>;
  const bad: readonly Bad[] = [
    { bug: "commits-twice", story: "databases", engine: crashes, does: "commits what the branch holds already" },
    {
      bug: "creates-anew",
      story: "promotions",
      engine: crashes,
      at: /create/,
      does: "makes anew what it made already",
    },
    { bug: "blind-writes", story: "clusters and deployments", engine: stale, does: "writes over what it has not read" },
    { bug: "trusts-watches", story: "clusters and deployments", engine: missed, does: "never lists what it missed" },
  ];
  for (const { bug, story: name, engine, at = /./, does } of bad)
    it(`that ${does}, which an undisturbed run does not show`, async () => {
      const story = CHAOS_STORIES.find((one) => one.name === name);
      if (story === undefined) throw new Error(`there is no story ${name}`);
      const well = await rehearse(story);
      expect((await rehearse(story, bug)).rests).to.deep.equal(well.rests);
      const caught: unknown[] = [];
      for (const { tries, disturbance } of engine(well, seed).filter((one) => at.test(one.tries))) {
        await hold(well, { disturbance, misbehaves: bug }, tries).catch((error: unknown) => caught.push(error));
        if (caught.length > 0) break;
      }
      expect(caught).to.have.length(1);
    });
});
