import { availableParallelism } from "node:os";
import type { Job } from "./plan-jobs.ts";
import { runJob, type JobResult } from "./run-job.ts";

/** More than there are processors: a job that waits for a server leaves its processor to another one. */
const JOBS_MAX = availableParallelism() + 1;
const PROGRESS_MS = 30_000;

/** Runs jobs beside each other, in their order as far as their kinds may meet, and tells each when it ends. */
export async function runJobs(
  jobs: readonly Job[],
  environment: NodeJS.ProcessEnv,
  tell: (result: JobResult) => void,
): Promise<readonly JobResult[]> {
  const waiting = [...jobs];
  const running = new Map<Job, Promise<void>>();
  const results: JobResult[] = [];
  const pulse = setInterval(() => {
    const names = [...running.keys()].map(({ name }) => name);
    console.log(`.. ${names.join(", ")}${waiting.length > 0 ? `, and ${waiting.length} more wait` : ""}`);
  }, PROGRESS_MS);
  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex((job) => mayStart(job, [...running.keys()]));
    const [job] = next === -1 ? [] : waiting.splice(next, 1);
    if (job === undefined) {
      await Promise.race(running.values());
      continue;
    }
    const ended = runJob(job, environment).then((result) => {
      running.delete(job);
      results.push(result);
      tell(result);
    });
    running.set(job, ended);
  }
  clearInterval(pulse);
  return results;
}

/** Of each kind that starts servers one job at a time: what such tests wait for must not wait for a processor. */
function mayStart({ kind }: Job, running: readonly Job[]): boolean {
  if (running.length >= JOBS_MAX) return false;
  return kind === "pure" || kind === "simulation" || running.every((other) => other.kind !== kind);
}
