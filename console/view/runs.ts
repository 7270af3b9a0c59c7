import type { Tone } from "./phases.ts";
import { duration } from "./times.ts";

/** A run, as far as lists say it. */
export type Run = Readonly<{
  status: "pending" | "running" | "succeeded" | "failed" | "cancelled";
  status_reason: string | null;
  exit_code: number | null;
  trigger: "request" | "release" | "schedule";
  command: readonly string[] | null;
  args: readonly string[] | null;
  started_at: string | null;
  duration_seconds: number | null;
}>;

/** How often runs are read, while some are under way and else: what becomes of them no event tells. */
export const RUNS_EVERY_MS = { underWay: 5_000, atRest: 30_000 } as const;

const TONES: Readonly<Record<Run["status"], Tone>> = {
  pending: "moving",
  running: "moving",
  succeeded: "good",
  failed: "bad",
  cancelled: "quiet",
};
const TRIGGERS: Readonly<Record<Run["trigger"], string>> = {
  request: "asked for",
  release: "release command",
  schedule: "by its schedule",
};

/** Names the list of a deployment's runs, by which it is read anew. */
export function runsOf(deploymentId: string): string {
  return `runs of ${deploymentId}`;
}

/** Tells how the state of a run is to be taken. */
export function runTone({ status }: Pick<Run, "status">): Tone {
  return TONES[status];
}

/** Tells whether a run has not ended yet. */
export function isUnderWay({ status }: Pick<Run, "status">): boolean {
  return status === "pending" || status === "running";
}

/** Says what a run runs: its words as they would be typed. */
export function sayRun({ command, args }: Pick<Run, "command" | "args">): string {
  const words = [...(command ?? []), ...(args ?? [])];
  return words.length === 0 ? "what its image runs" : words.map(typed).join(" ");
}

/** Says how a run went, as far as it has: why it began, how it ended, how long it took. */
export function factsOf(run: Run): readonly string[] {
  const { trigger, status_reason: reason, exit_code: code, duration_seconds: seconds } = run;
  return [
    TRIGGERS[trigger],
    reason ?? "",
    code === null ? "" : `exit code ${code}`,
    seconds === null ? "" : `${isUnderWay(run) ? "for" : "took"} ${duration(0, seconds * 1_000)}`,
  ].filter(Boolean);
}

function typed(word: string): string {
  return /^[\w./:@=,+-]+$/.test(word) ? word : JSON.stringify(word);
}
