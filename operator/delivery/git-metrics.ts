import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { GitObserver } from "../git/git-writer.ts";

/** Registers what is counted about pushes. */
export function createGitMetrics(registry: Registry): GitObserver {
  const registers = [registry];
  const seconds = new Histogram({
    name: "berth_git_push_seconds",
    help: "Time of one push, which is one commit",
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers,
  });
  const resources = new Counter({
    name: "berth_git_pushed_resources_total",
    help: "Resources written to Git",
    registers,
  });
  const failures = new Counter({
    name: "berth_git_push_failures_total",
    help: "Pushes that failed",
    labelNames: ["reason"],
    registers,
  });
  const moves = new Counter({
    name: "berth_git_foreign_moves_total",
    help: "Times that somebody else moved the delivery branch; rewritten: by a force-push",
    labelNames: ["kind"],
    registers,
  });
  // 0 until it was read once: where that never works nothing is pushed, and no push fails.
  const read = new Gauge({
    name: "berth_git_branch_read",
    help: "1 while the leader can read the delivery branch; 0 before it has, and of a standby",
    registers,
  });
  return {
    pushed: (push) => {
      seconds.observe(push.seconds);
      resources.inc(push.resources);
    },
    pushFailed: (code) => failures.inc({ reason: code }),
    moved: ({ rewritten }) => moves.inc({ kind: rewritten ? "rewritten" : "added" }),
    looked: (isRead) => read.set(isRead ? 1 : 0),
  };
}
