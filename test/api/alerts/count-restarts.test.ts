import { expect } from "chai";
import { countRestarts, type RestartMemory } from "../../../api/alerts/count-restarts.ts";

const MINUTE = 60_000;
type Pods = Readonly<Record<string, number>>;

/** Plays looks, one a minute, within five minutes; answers what each counted. */
function play(looks: readonly Pods[]): number[] {
  let memory: RestartMemory | undefined;
  return looks.map((pods, minute) => {
    const list = Object.entries(pods).map(([name, restarts]) => ({ name, restarts }));
    const counted = countRestarts(memory, list, { nowMs: minute * MINUTE, withinMs: 5 * MINUTE });
    ({ memory } = counted);
    return counted.count;
  });
}

function memoryOf(pods: Pods): RestartMemory {
  const list = Object.entries(pods).map(([name, restarts]) => ({ name, restarts }));
  return countRestarts(undefined, list, { nowMs: 0, withinMs: MINUTE }).memory;
}

describe("Restarts are counted", () => {
  it("from the first look on, and forgotten after their time", () =>
    expect(play([{ a: 7 }, { a: 8 }, { a: 10 }, { a: 10 }, { a: 10 }, { a: 10 }, { a: 10 }, { a: 10 }])).to.deep.equal([
      0, 1, 3, 3, 3, 3, 2, 0,
    ]));

  it("also of pods that are new, and of a name that counts anew", () =>
    expect(play([{ a: 5 }, { b: 2 }, { b: 0 }, { b: 1 }])).to.deep.equal([0, 2, 2, 3]));

  it("not where pods only go", () =>
    expect(play([{ a: 5, b: 9 }, { a: 5 }, {}, { a: 0 }])).to.deep.equal([0, 0, 0, 0]));

  it("in a memory of a bounded size, in which no pod is counted that did not begin anew", () => {
    const many = (more: (index: number) => number): Pods =>
      Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`p-${index}`, more(index)]));
    const looks = [many((index) => index % 4), many((index) => index % 4), many(() => 0)];
    expect(play(looks)).to.deep.equal([0, 0, 0]);
    const calm = memoryOf(many(() => 0));
    expect(calm.pods, "of pods that never did").to.deep.equal({});
    const full = memoryOf(many((index) => 1 + (index % 4)));
    expect(Object.values(full.pods)).to.deep.equal(Array<number>(500).fill(4));
    expect(memoryOf({ ["x".repeat(254)]: 5, ["y".repeat(253)]: 5 }).pods).to.deep.equal({ ["y".repeat(253)]: 5 });
    expect(memoryOf({ a: Infinity, b: 1.5, c: "9".repeat(9_999) as unknown as number }).pods).to.deep.equal({});
    // One of those that are left out, beyond what all of them may have had.
    expect(play([many((index) => 1 + (index % 4)), { "p-0": 9, "p-1": 2, "p-3": 5 }])).to.deep.equal([0, 6 + 1]);
  });

  it("by pods that are named as members of every object are", () =>
    expect(play([{ constructor: 1 }, { constructor: 2, toString: 0 }])).to.deep.equal([0, 1]));
});
