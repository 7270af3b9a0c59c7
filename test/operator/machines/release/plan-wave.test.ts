import { expect } from "chai";
import fc from "fast-check";
import { testSeed } from "../../../support/seeded-random.ts";
import {
  ARRIVES_WITHIN_MS,
  planWave,
  WAVE_MAX,
  WAVE_MS,
  type ReleaseObject,
  type WavePlan,
} from "../../../../operator/machines/release/plan-wave.ts";

const NOW = 10_000_000;
type State = ReleaseObject["state"];
const many = (count: number, state: State, rest: Partial<ReleaseObject> = {}, prefix = state): ReleaseObject[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `${prefix}-${String(index).padStart(3, "0")}`,
    channel: "latest" as const,
    state,
    ...(state === "waiting" || state === "unfit" ? {} : { movedAtMs: NOW - WAVE_MS }),
    ...rest,
  }));
const NONE = new Set<string>();
const short = (plan: WavePlan): string =>
  plan.kind === "moving"
    ? `moves ${plan.move.length}`
    : plan.kind === "done"
      ? "done"
      : `stopped by ${plan.failed.length} of ${plan.moved}`;

const ROWS: readonly Readonly<{
  why: string;
  objects: readonly ReleaseObject[];
  granted?: ReadonlySet<string>;
  expect: string;
}>[] = [
  { why: "nobody there", objects: [], expect: "done" },
  { why: "everybody has it", objects: many(9, "moved"), expect: "done" },
  { why: "a wave", objects: many(120, "waiting"), expect: `moves ${WAVE_MAX}` },
  { why: "a few", objects: many(7, "waiting"), expect: "moves 7" },
  { why: "nobody unfit", objects: many(7, "unfit"), expect: "done" },
  {
    why: "no second wave in a minute",
    objects: [...many(120, "waiting"), ...many(50, "moved", { movedAtMs: NOW - 1 })],
    expect: "moves 0",
  },
  { why: "the next one a minute later", objects: [...many(120, "waiting"), ...many(50, "moved")], expect: "moves 50" },
  {
    why: "no more than a wave under way",
    objects: [...many(120, "waiting"), ...many(48, "moving")],
    expect: "moves 2",
  },
  {
    why: "those let go are under way",
    objects: many(60, "waiting"),
    granted: new Set(many(30, "waiting").map(({ key }) => key)),
    expect: "moves 20",
  },
  { why: "waits for the last one", objects: many(1, "moving"), expect: "moves 0" },
  {
    why: "stops at 2 %",
    objects: [...many(5, "waiting"), ...many(49, "moved"), ...many(1, "failed")],
    expect: "stopped by 1 of 50",
  },
  {
    why: "goes on below it",
    objects: [...many(5, "waiting"), ...many(99, "moved"), ...many(1, "failed")],
    expect: "moves 5",
  },
  { why: "has nothing to stop", objects: [...many(1, "moved"), ...many(1, "failed")], expect: "done" },
  {
    why: "takes the late for failed",
    objects: [...many(5, "waiting"), ...many(1, "moving", { movedAtMs: NOW - ARRIVES_WITHIN_MS })],
    expect: "stopped by 1 of 1",
  },
  {
    why: "latest before stable",
    objects: [...many(3, "waiting"), ...many(90, "waiting", { channel: "stable" }, "unfit")],
    expect: "moves 3",
  },
  {
    why: "stable waits for latest to arrive",
    objects: [...many(9, "waiting", { channel: "stable" }), ...many(1, "moving")],
    expect: "moves 0",
  },
  {
    why: "stable at last",
    objects: [...many(9, "waiting", { channel: "stable" }), ...many(9, "moved")],
    expect: "moves 9",
  },
];

const LIFE_MS = 10_000;
type Seen = { key: string; channel: "latest" | "stable"; state: State; movedAtMs?: number };

/** Plays a release: every ten seconds a look; those let go move, arrive or fail. Returns when each was let go. */
function play(
  fleet: readonly Readonly<{ channel: Seen["channel"]; fails: boolean }>[],
  plan = planWave,
): { moves: number[][]; stopped: boolean; seen: Seen[] } {
  const seen: Seen[] = fleet.map(({ channel }, index) => ({ key: `o-${index}`, channel, state: "waiting" }));
  const moves: number[][] = [];
  for (let nowMs = NOW; nowMs < NOW + 3_600_000; nowMs += LIFE_MS) {
    for (const [index, one] of seen.entries())
      if (one.state === "moving") one.state = fleet[index]?.fails === true ? "failed" : "moved";
    const wave = plan(seen, NONE, nowMs);
    if (wave.kind !== "moving") return { moves, stopped: wave.kind === "stopped", seen };
    for (const key of wave.move) {
      const index = Number(key.slice(2));
      Object.assign(seen[index] as Seen, { state: "moving", movedAtMs: nowMs });
      moves.push([nowMs, index]);
    }
  }
  throw new Error("the release neither ended nor stopped");
}

const fleets = fc.array(
  fc.record({
    channel: fc.constantFrom("latest" as const, "stable" as const),
    fails: fc.integer({ min: 0, max: 60 }).map((n) => n === 0),
  }),
  { maxLength: 400 },
);

/** Returns what a release did wrong. */
function fault(fleet: readonly Readonly<{ channel: Seen["channel"]; fails: boolean }>[], plan = planWave): string {
  const { moves, stopped, seen } = play(fleet, plan);
  const timesMs = moves.map(([atMs = 0]) => atMs);
  const crowded = timesMs.find(
    (atMs) => timesMs.filter((other) => other >= atMs && other < atMs + WAVE_MS).length > WAVE_MAX,
  );
  if (crowded !== undefined) return "more than a wave in a minute";
  const channels = moves.map(([, index = 0]) => fleet[index]?.channel);
  if (channels.indexOf("stable") >= 0 && channels.lastIndexOf("latest") > channels.indexOf("stable"))
    return "stable before latest";
  const failed = seen.filter(({ state }) => state === "failed").length;
  if (!stopped && seen.some(({ state }) => state === "waiting")) return "ended before the end";
  if (stopped && failed === 0) return "stopped without a cause";
  return failed > WAVE_MAX ? "went on into failures" : "";
}

describe("Waves of a release", () => {
  for (const { why, objects, granted = NONE, expect: wanted } of ROWS)
    it(why, () => expect(short(planWave(objects, granted, NOW))).to.equal(wanted));

  it("never move too many at once, never stable first, and stop or end", () => {
    fc.assert(
      fc.property(fleets, (fleet) => fault(fleet) === ""),
      { seed: testSeed(), numRuns: 300 },
    );
  });

  it("would be caught at moving everybody at once, and at going on", () => {
    const all: typeof planWave = (objects) => {
      const move = objects.filter(({ state }) => state === "waiting").map(({ key }) => key);
      return move.length === 0 ? { kind: "done" } : { kind: "moving", move };
    };
    expect(
      fault(
        Array.from({ length: 60 }, () => ({ channel: "stable", fails: false })),
        all,
      ),
    ).to.equal("more than a wave in a minute");
    const heedless: typeof planWave = (objects, granted, nowMs) =>
      planWave(
        objects.map((one) => (one.state === "failed" ? { ...one, state: "moved" } : one)),
        granted,
        nowMs,
      );
    expect(
      fault(
        Array.from({ length: 120 }, () => ({ channel: "latest", fails: true })),
        heedless,
      ),
    ).to.equal("went on into failures");
  });
});
