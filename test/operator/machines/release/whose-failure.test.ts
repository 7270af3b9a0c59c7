import { expect } from "chai";
import { deriveMovedAt } from "../../../../operator/machines/release/moved-at.ts";
import { planWave, type ReleaseObject } from "../../../../operator/machines/release/plan-wave.ts";

const NOW = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const of = (organization: string, count: number, state: ReleaseObject["state"]): ReleaseObject[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `Deployment/${organization}/${state}-${index}`,
    channel: "latest",
    state,
    ...(state === "waiting" ? {} : { movedAtMs: NOW - HOUR_MS }),
  }));

describe("Failures during a release", () => {
  it("of one organization hold it up there, and nowhere else", () => {
    const objects = [
      ...of("a", 5, "failed"),
      ...of("a", 3, "waiting"),
      ...of("b", 50, "moved"),
      ...of("b", 9, "waiting"),
    ];
    const plan = planWave(objects, new Set(), NOW);
    expect(plan.kind === "moving" ? plan.move : plan).to.deep.equal(of("b", 9, "waiting").map(({ key }) => key));
    const others = objects.filter(({ key, state }) => state !== "waiting" || key.includes("/a/"));
    expect(planWave(others, new Set(), NOW).kind, "only it is left").to.equal("stopped");
  });

  it("of several organizations stop it", () => {
    const objects = [
      ...of("a", 1, "failed"),
      ...of("b", 1, "failed"),
      ...of("b", 48, "moved"),
      ...of("c", 9, "waiting"),
    ];
    expect(planWave(objects, new Set(), NOW).kind).to.equal("stopped");
  });

  it("that came with somebody's own change count no more", () => {
    const moved = { version: "0.2.0", movedAt: new Date(NOW).toISOString() };
    expect(deriveMovedAt(moved, "0.2.0", { changed: true, nowMs: NOW })).to.equal(undefined);
    expect(deriveMovedAt(moved, "0.2.0", { changed: false, nowMs: NOW })).to.equal(moved.movedAt);
  });
});
