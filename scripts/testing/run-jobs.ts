import { availableParallelism } from "node:os";
import { isBackground, type Job, type JobKind } from "./plan-jobs.ts";
import { runJob, type JobResult } from "./run-job.ts";

/** More than there are processors: a job that waits for a server leaves its processor to another one. */
const JOBS_MAX = availableParallelism() + 1;
/** Where all only compute: each process waits for a moment now and then. */
const COMPUTING_MAX = JOBS_MAX + 2;
const PROGRESS_MS = 30_000;

/** Runs jobs beside each other, in their order as far as their kinds may meet, and tells each when it ends. */
export async function runJobs(
  jobs: readonly Job[],
  environment: NodeJS.ProcessEnv,
  tell: (result: JobResult) => void,
): Promise<readonly JobResult[]> {
  const waiting = [...jobs];
  const running = new Map<Job, Promise<void>>();
  const slots = new Map<Job, number>();
  const results: JobResult[] = [];
  const pulse = setInterval(() => {
    const names = [...running.keys()].map(({ name }) => name);
    console.log(`.. ${names.join(", ")}${waiting.length > 0 ? `, and ${waiting.length} more wait` : ""}`);
  }, PROGRESS_MS);
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((job) => mayStart(job, [...running.keys()], waiting));
    const [job] = next === -1 ? [] : waiting.splice(next, 1);
    if (job === undefined) {
      await Promise.race(running.values());
      continue;
    }
    const slot = lowestBut([...slots.values()]);
    slots.set(job, slot);
    // Which ports a process may choose from: no two that run beside each other choose the same.
    const ended = runJob(job, { ...environment, BERTH_TEST_SLOT: String(slot) }).then((result) => {
      running.delete(job);
      slots.delete(job);
      results.push(result);
      tell(result);
    });
    running.set(job, ended);
  }
  clearInterval(pulse);
  return results;
}

function lowestBut(taken: readonly number[]): number {
  let slot = 0;
  while (taken.includes(slot)) slot += 1;
  return slot;
}

/** How many jobs of a kind may run at once: what a test waits for must not wait for a processor. */
const KIND_MAX: Readonly<Record<JobKind, number>> = {
  pure: JOBS_MAX,
  simulation: JOBS_MAX,
  servers: 1,
  platform: 2,
  nodes: 2,
  load: 1,
};

function mayStart(job: Job, running: readonly Job[], waiting: readonly Job[]): boolean {
  // Requests that are counted have the processors to themselves: on a full machine one that is lost says nothing.
  if (running.some(({ kind }) => kind === "load") || (job.kind === "load" && running.length > 0)) return false;
  if (isBackground(job)) return mayCompute(running, waiting);
  const others = running.filter((other) => !isBackground(other));
  // Beside pods run pods: a platform beside two of theirs would be a third one on the machine.
  if (others.some(({ kind }) => kind !== job.kind && [kind, job.kind].includes("nodes"))) return false;
  if (others.length >= JOBS_MAX) return false;
  // The last of a kind need not wait for each other where nothing else is left.
  if (job.kind !== "nodes" && waiting.every((other) => other.kind === job.kind || isBackground(other))) return true;
  return others.filter(({ kind }) => kind === job.kind).length < KIND_MAX[job.kind];
}

/** One computes beside the others, with what they leave of the processors; where there are none, as many as may run. */
function mayCompute(running: readonly Job[], waiting: readonly Job[]): boolean {
  const isAlone = [...running, ...waiting].every(isBackground);
  return running.filter(isBackground).length < (isAlone ? COMPUTING_MAX : 1);
}
