import { expect } from "chai";
import fc from "fast-check";
import { RoundRobin } from "../../adapters/round-robin.ts";
import { KNOWN_BAD } from "../support/known-bad.ts";

type Item = Readonly<{ lane: string; at: number }>;
type Turns = Pick<RoundRobin<Item>, "push" | "shift">;
type Step = string | undefined;

const steps = fc.array(fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }), { maxLength: 60 });

/** States that everything comes out once, in order within its lane, and that no lane is served twice while another waits. */
function serves(turns: Turns, given: readonly Step[]): void {
  const waiting = new Map<string, Item[]>();
  /** Which lanes were served since a lane began to wait or was served itself. */
  const servedSince = new Map<string, Set<string>>();
  const take = (): boolean => {
    const item = turns.shift();
    if (item === undefined) return false;
    const { lane } = item;
    expect(waiting.get(lane)?.shift(), "the oldest of its lane").to.equal(item);
    for (const [other, served] of servedSince) {
      if (other === lane) continue;
      expect(served.has(lane), `${lane} twice while ${other} waits`).to.equal(false);
      served.add(lane);
    }
    if ((waiting.get(lane)?.length ?? 0) === 0) servedSince.delete(lane);
    else servedSince.set(lane, new Set());
    return true;
  };
  given.forEach((lane, at) => {
    if (lane === undefined) return void take();
    const item = { lane, at };
    const line = waiting.get(lane) ?? [];
    waiting.set(lane, [...line, item]);
    if (line.length === 0) servedSince.set(lane, new Set());
    turns.push(lane, item);
  });
  while (take());
  expect([...waiting.values()].flat(), "left in it").to.eql([]);
}

/** First in, first out over all lanes, as it was. */
class OneLine implements Turns {
  readonly #items: Item[] = [];
  push = (_lane: string, item: Item): unknown => this.#items.push(item);
  shift = (): Item | undefined => this.#items.shift();
}

describe("RoundRobin", () => {
  it("hands everything out once, in order within a lane, and lane by lane", () => {
    fc.assert(
      fc.property(steps, (given) => serves(new RoundRobin<Item>(), given)),
      { numRuns: 1_000 },
    );
  });

  it("is held to that by a property which one line for all fails (known bad)", () => {
    const bad = fc.property(steps, (given) => serves(new OneLine(), given));
    expect(fc.check(bad, KNOWN_BAD).failed).to.equal(true);
  });

  it("takes a dropped item out without its lane losing its turn", () => {
    const turns = new RoundRobin<string>();
    for (const item of ["a1", "a2", "b1"]) turns.push(item.slice(0, 1), item);
    turns.drop();
    expect([turns.shift(), turns.shift(), turns.shift()]).to.eql(["a2", "b1", undefined]);
    turns.push("a", "a3");
    turns.drop();
    expect([turns.first, [...turns.oldest()]]).to.eql([undefined, []]);
  });
});
