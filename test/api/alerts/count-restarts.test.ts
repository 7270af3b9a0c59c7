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

describe("Restarts are counted", () => {
  it("from the first look on, and forgotten after their time", () =>
    expect(play([{ a: 7 }, { a: 8 }, { a: 10 }, { a: 10 }, { a: 10 }, { a: 10 }, { a: 10 }, { a: 10 }])).to.deep.equal([
      0, 1, 3, 3, 3, 3, 2, 0,
    ]));

  it("also of pods that are new, and of a name that counts anew", () =>
    expect(play([{ a: 5 }, { b: 2 }, { b: 0 }, { b: 1 }])).to.deep.equal([0, 2, 2, 3]));

  it("not where pods only go", () =>
    expect(play([{ a: 5, b: 9 }, { a: 5 }, {}, { a: 0 }])).to.deep.equal([0, 0, 0, 0]));

  it("by pods that are named as members of every object are", () =>
    expect(play([{ constructor: 1 }, { constructor: 2, toString: 0 }])).to.deep.equal([0, 1]));
});
