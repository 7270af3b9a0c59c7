import { expect } from "chai";
import { deriveMovedAt } from "../../../../operator/machines/release/moved-at.ts";
import { judgeArrival, type Arrival } from "../../../../operator/machines/release/judge-arrival.ts";
import { ARRIVES_WITHIN_MS, planWave, type ReleaseObject } from "../../../../operator/machines/release/plan-wave.ts";

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

  it("are a fault of the release when they began within 20 minutes of the move, and none of it later", () => {
    const movedAtMs = NOW;
    const state = (illSinceMs: number | undefined, nowMs: number, more: Partial<Arrival> = {}): string =>
      judgeArrival({ movedAtMs, rests: false, failed: true, illSinceMs, reason: undefined, ...more }, nowMs);
    const endMs = NOW + ARRIVES_WITHIN_MS;
    expect(ARRIVES_WITHIN_MS).to.equal(20 * 60_000);
    expect([state(endMs - 1, endMs - 1), state(endMs - 1, NOW + HOUR_MS)]).to.deep.equal(["failed", "failed"]);
    expect([state(endMs, endMs), state(endMs, NOW + HOUR_MS)]).to.deep.equal(["moved", "moved"]);
    const degraded = { failed: false };
    expect(state(NOW + 1, endMs - 1, degraded), "not back yet").to.equal("moving");
    expect(state(NOW + 1, endMs, degraded), "not back in time").to.equal("failed");
    expect(state(endMs + 1, NOW + HOUR_MS, degraded), "away later").to.equal("moved");
    expect(state(undefined, NOW + HOUR_MS, { rests: true, failed: false })).to.equal("moved");
  });

  it("of a cluster count for nobody on it, and those of a chart that nobody can deliver do", () => {
    const of = (reason: string): string =>
      judgeArrival({ movedAtMs: NOW, rests: false, failed: true, illSinceMs: NOW + 1, reason }, NOW + 2);
    for (const reason of ["ClusterFailed", "ClusterGone", "ClusterNotReady", "ClusterDegraded"])
      expect(of(reason), reason).to.equal("unfit");
    for (const reason of ["SyncFailed", "InvalidClusterDefinition", "DeliveryStuck"])
      expect(of(reason), reason).to.equal("failed");
  });

  it("that came with somebody's own change count no more", () => {
    const moved = { version: "0.2.0", movedAt: new Date(NOW).toISOString() };
    expect(deriveMovedAt(moved, "0.2.0", { changed: true, nowMs: NOW })).to.equal(undefined);
    expect(deriveMovedAt(moved, "0.2.0", { changed: false, nowMs: NOW })).to.equal(moved.movedAt);
  });
});
