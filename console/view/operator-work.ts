import type { Output } from "../../client/operation-types.ts";
import { formatAmount } from "./amounts.ts";
import type { Plot } from "./plots.ts";

/** How the operator is doing. */
export type Health = Output<"getPlatformHealth">;

/** What of the operator's work is told on a line: what it is, and sentences of how much there is of it. */
type WorkLine = Readonly<{ title: string; facts: readonly string[] }>;

/** Says in a sentence whether anything waits anywhere. */
export function sayWork({ queues, commits, projection }: Health): string {
  const waiting = queues.reduce((sum, one) => sum + one.waiting, (commits?.waiting ?? 0) + (projection?.waiting ?? 0));
  return waiting === 0 ? "Nothing waits: all changes were looked at, committed and are shown." : "Something waits.";
}

/** Tells the operator's work line by line, a queue each, then commits and what REST shows. */
export function workLines({ queues, commits, projection }: Health): readonly WorkLine[] {
  return [
    ...queues.map(({ name, waiting, working, oldest_seconds: oldest }) => ({
      title: name,
      facts: [`${waiting} waiting, ${working} in work`, ...sayOldest(oldest)],
    })),
    ...(commits === null
      ? []
      : [
          {
            title: "Commits",
            facts: [
              `${commits.waiting} waiting`,
              ...(commits.branch_read ? [] : ["the delivery branch was not read yet: nothing is committed"]),
            ],
          },
        ]),
    ...(projection === null
      ? []
      : [
          {
            title: "What REST shows",
            facts: [`${projection.waiting} not shown yet`, ...sayOldest(projection.lag_seconds)],
          },
        ]),
  ];
}

/** Makes the plots of the last minutes. */
export function workPlots({ recent }: Health): readonly Plot[] {
  const times = recent.map(({ at }) => Date.parse(at) / 1_000);
  return [
    {
      title: "What waits",
      unit: "count",
      times,
      lines: [
        { name: "For its turn", kind: "used", values: recent.map(({ waiting }) => waiting) },
        { name: "For a commit", kind: "other", values: recent.map((one) => one.commits_waiting) },
      ],
    },
    {
      title: "Delay of what REST shows",
      unit: "seconds",
      times,
      lines: [{ name: "Greatest", kind: "used", values: recent.map((one) => one.lag_seconds) }],
    },
  ];
}

function sayOldest(seconds: number): readonly string[] {
  return seconds === 0 ? [] : [`the oldest for ${formatAmount(seconds, "seconds")}`];
}
