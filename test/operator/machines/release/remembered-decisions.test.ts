import { judgeArrival, type Arrival } from "../../../../operator/machines/release/judge-arrival.ts";
import { deriveMovedAt, type ChartPin } from "../../../../operator/machines/release/moved-at.ts";
import {
  ARRIVES_WITHIN_MS,
  planWave,
  WAVE_MAX,
  WAVE_MS,
  type ReleaseObject,
} from "../../../../operator/machines/release/plan-wave.ts";
import { NOW } from "../../../support/delivered.ts";
import { rememberDecisions } from "../../../support/remembered-decisions.ts";

const around = (ms: number): number[] => [NOW - ms, NOW - ms + 1];

describe("judgeArrival", () => {
  const arrival: Arrival = {
    movedAtMs: NOW - 60_000,
    rests: true,
    failed: false,
    illSinceMs: undefined,
    reason: undefined,
  };
  rememberDecisions("release-arrival", {
    answer: (scene: Arrival) => judgeArrival(scene, NOW),
    scenes: { "it came": arrival, "it came long ago": { ...arrival, movedAtMs: NOW - ARRIVES_WITHIN_MS } },
    axes: {
      movedAtMs: [...around(30_000), ...around(ARRIVES_WITHIN_MS)],
      rests: [false],
      failed: [true],
      illSinceMs: [NOW - 1, NOW, NOW + 1],
      reason: ["ClusterFailed", "ClusterGone", "ClusterNotReady", "ClusterDegraded", "Unhealthy"],
    },
    nowMs: NOW,
  });
});

describe("deriveMovedAt", () => {
  type Scene = Readonly<{ before: ChartPin; version: string | undefined; changed: boolean }>;
  rememberDecisions("release-moved-at", {
    answer: ({ before, version, changed }: Scene) => deriveMovedAt(before, version, { changed, nowMs: NOW }) ?? "never",
    scenes: {
      "a newer release": {
        before: { version: "1", movedAt: new Date(NOW - 9).toISOString() },
        version: "2",
        changed: false,
      },
    },
    axes: { "before.version": [undefined, "2"], "before.movedAt": [undefined], version: [undefined], changed: [true] },
    nowMs: NOW,
  });
});

type State = ReleaseObject["state"];
type Group = Readonly<{ of: string; count: number; state: State; channel?: ReleaseObject["channel"]; ageMs?: number }>;

function objectsOf(groups: readonly Group[]): ReleaseObject[] {
  return groups.flatMap(({ of, count, state, channel = "latest", ageMs = WAVE_MS }, group) =>
    Array.from({ length: count }, (_, index): ReleaseObject => ({
      key: `Deployment/${of}/${group}-${String(count - index).padStart(3, "0")}`,
      channel,
      state,
      ...(state === "waiting" || state === "unfit" ? {} : { movedAtMs: NOW - ageMs }),
    })),
  );
}

/** Many are told by how many they are, the first and the last. */
function short(keys: readonly string[]): string {
  return keys.length < 4 ? keys.join(", ") : `${keys.length} from ${String(keys.at(0))} to ${String(keys.at(-1))}`;
}

describe("planWave", () => {
  type Scene = Readonly<{ first: readonly Group[]; others: readonly Group[]; granted: number }>;
  const waiting: Group = { of: "org-a", count: 60, state: "waiting" };
  rememberDecisions("release-wave", {
    answer: ({ first, others, granted }: Scene) => {
      const objects = objectsOf([...first, ...others]);
      const letGo = objects.filter(({ state }) => state === "waiting" || state === "unfit").slice(0, granted);
      const plan = planWave(objects, new Set(letGo.map(({ key }) => key)), NOW);
      if (plan.kind === "moving") return `moves ${short(plan.move)}`;
      return plan.kind === "done" ? "done" : `stopped by ${short(plan.failed)} of ${plan.moved}`;
    },
    scenes: { "many wait": { first: [waiting], others: [], granted: 0 } },
    axes: {
      first: {
        nobody: [],
        one: [{ ...waiting, count: 1 }],
        "of the channel stable": [{ ...waiting, channel: "stable" }],
        "of both channels": [
          { ...waiting, count: 2 },
          { ...waiting, channel: "stable" },
        ],
        "in another organization": [{ ...waiting, of: "org-b" }],
        "in both organizations": [
          { ...waiting, count: 2 },
          { ...waiting, of: "org-b", count: 2 },
        ],
        "nobody well": [{ ...waiting, state: "unfit" }],
      },
      others: {
        "some have it": [{ of: "org-a", count: 3, state: "moved" }],
        "some are on their way": [{ of: "org-a", count: 3, state: "moving", ageMs: ARRIVES_WITHIN_MS - 1 }],
        "some are late": [{ of: "org-a", count: 3, state: "moving", ageMs: ARRIVES_WITHIN_MS }],
        "some of stable are on their way": [{ of: "org-a", count: 3, state: "moving", channel: "stable" }],
        "some went within the minute": [{ of: "org-a", count: 3, state: "moved", ageMs: WAVE_MS - 1 }],
        "a wave is on its way": [{ of: "org-a", count: WAVE_MAX, state: "moving" }],
        "more than a wave went within the minute": [{ of: "org-a", count: WAVE_MAX + 9, state: "moved", ageMs: 1 }],
        "one of fifty has failed": [
          { of: "org-a", count: 49, state: "moved" },
          { of: "org-a", count: 1, state: "failed" },
        ],
        "one of fifty-one has failed": [
          { of: "org-a", count: 50, state: "moved" },
          { of: "org-a", count: 1, state: "failed" },
        ],
        "one has failed in one of two organizations": [
          { of: "org-b", count: 50, state: "moved" },
          { of: "org-a", count: 1, state: "failed" },
        ],
        "one of many has failed in one of two": [
          { of: "org-b", count: 5, state: "moved" },
          { of: "org-a", count: 60, state: "moved" },
          { of: "org-a", count: 1, state: "failed" },
        ],
        "one has failed in each of two": [
          { of: "org-b", count: 2, state: "failed" },
          { of: "org-a", count: 1, state: "failed" },
        ],
      },
      granted: [1, 10, 60],
    },
    nowMs: NOW,
  });
});
