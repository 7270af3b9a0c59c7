import { expect } from "chai";
import { blockOf, type Decisions } from "./remembered-decisions.ts";

const NOW = Date.UTC(2026, 0, 1);

type Scene = Readonly<{ state: { phase: string }; sinceMs: number; isStopped: boolean; view: { kind: string } | null }>;
const SCENE: Scene = { state: { phase: "running" }, sinceMs: NOW - 1, isStopped: false, view: { kind: "well" } };

/** A small machine: what is stopped rests, what was ill for five seconds has failed. */
function decide({ state, sinceMs, isStopped, view }: Scene, limitMs = 5_000): unknown {
  if (isStopped) return { ...state, phase: "stopped" };
  const isLate = view?.kind === "ill" && NOW - sinceMs >= limitMs;
  return isLate ? { ...state, phase: "failed", sinceMs } : state;
}

const DECISIONS: Decisions<Scene> = {
  answer: decide,
  scenes: { "it runs": SCENE },
  axes: {
    "state.phase": ["degraded"],
    sinceMs: [NOW - 4_999, NOW - 5_000],
    isStopped: [true],
    view: { ill: { kind: "ill" }, none: null },
    "view.kind": ["odd"],
  },
  nowMs: NOW,
};
const written = (answer: (scene: Scene) => unknown): string => blockOf("it runs", SCENE, { ...DECISIONS, answer });

describe("Remembered decisions", () => {
  it("tell each value alone, who decides of two, and what follows from neither", () => {
    expect(written(decide).split("\n")).to.deep.equal([
      "## it runs",
      'phase: "running"',
      '  state.phase="degraded"',
      '    phase: "degraded"',
      '  nothing by sinceMs=now-4999 | sinceMs=now-5000 | view: ill | view: none | view.kind="odd"',
      "  isStopped=true",
      '    phase: "stopped"',
      "pairs:",
      '   state.phase="degraded"',
      "  ^ sinceMs=now-4999",
      "  ^  sinceMs=now-5000",
      "  <<< isStopped=true",
      "  ^.*^ view: ill",
      "  ^..^  view: none",
      '  ^..^   view.kind="odd"',
      "neither decides:",
      "  sinceMs=now-5000",
      '    phase: "failed" · sinceMs: now-5000',
      "      with view: ill",
      "",
    ]);
  });

  it("see a deadline that is off by a millisecond, and a question that comes too late (known bad)", () => {
    const good = written(decide);
    expect(written((scene) => decide(scene, 5_001))).to.not.equal(good);
    expect(written((scene) => decide(scene, 4_999))).to.not.equal(good);
    const late = (scene: Scene): unknown =>
      scene.view?.kind === "ill" ? decide({ ...scene, isStopped: false }) : decide(scene);
    expect(written(late)).to.not.equal(good);
  });
});
