import { expect } from "chai";
import { nextWatch, type Seen, type Watch } from "../../../api/alerts/alert-watch.ts";

const MINUTE = 60_000;
const PATIENCE = { forMs: 5 * MINUTE, clearMs: 2 * MINUTE };
const SO: Seen = { is: "so", message: "m" };
const NOT: Seen = { is: "not" };

/** Plays what is seen at one look a minute, and lists what is told with the minute of it. */
function play(looks: readonly Seen[]): string[] {
  let watch: Watch | undefined;
  return looks.flatMap((seen, minute) => {
    const verdict = nextWatch(watch, seen, PATIENCE, minute * MINUTE);
    watch = verdict.watch;
    return verdict.told === undefined ? [] : [`${minute} ${verdict.told}`];
  });
}

const times = (count: number, seen: Seen): Seen[] => Array<Seen>(count).fill(seen);

describe("An alert", () => {
  it("begins once it has lasted, ends once it is over for a time, and each is told once", () =>
    expect(play([...times(20, SO), ...times(20, NOT)])).to.deep.equal(["5 started", "22 ended"]));

  it("does not begin while it comes and goes, nor end", () => {
    const flapping = Array.from({ length: 10 }, () => [...times(4, SO), NOT]).flat();
    expect(play(flapping)).to.deep.equal([]);
    const open = times(6, SO);
    expect(play([...open, ...Array.from({ length: 10 }, () => [NOT, NOT, SO]).flat()])).to.deep.equal(["5 started"]);
  });

  it("stays as it is between both thresholds, and where nothing is known", () => {
    const open = times(6, SO);
    expect(play([...open, ...times(30, { is: "between" })])).to.deep.equal(["5 started"]);
    expect(play([...open, ...times(30, { is: "unknown" })])).to.deep.equal(["5 started"]);
    expect(play([...times(3, SO), ...times(30, { is: "between" })])).to.deep.equal([]);
    expect(play([...times(3, SO), ...times(30, { is: "unknown" })])).to.deep.equal([]);
  });

  it("begins at once where it is known to last already", () => {
    const verdict = nextWatch(undefined, { ...SO, sinceMs: -10 * MINUTE }, PATIENCE, 0);
    expect(verdict).to.deep.equal({
      watch: { sinceMs: -10 * MINUTE, clearSinceMs: undefined, isOpen: true },
      told: "started",
    });
  });

  it("has begun at a time that is not to come", () =>
    expect(nextWatch(undefined, { ...SO, sinceMs: 99 * MINUTE }, PATIENCE, 7).watch?.sinceMs).to.equal(7));
});
