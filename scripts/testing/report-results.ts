import { loadavg } from "node:os";
import type { JobResult } from "./run-job.ts";

/** The longest paragraph of a failure that is told again. */
const FAILURE_LENGTH = 400;
/** Of a run that failed people may be shown the last 1,500 characters alone: they are the failure's. */
const SLOWEST = { passed: 10, failed: 5 } as const;

/** Prints a job's whole output and one line of what it came to. */
export function tellJob(result: JobResult): void {
  const { job, passed, failed } = result;
  console.log(`\n== ${job.name} (${job.files.length} files)\n${result.output.trim()}`);
  console.log(`== ${job.name}: ${passed} passed, ${failed} failed in ${said(result)}`);
}

/** Prints what took longest, what failed, and last the counts; answers whether all is well. */
export function tellEnd(results: readonly JobResult[], seconds: number): boolean {
  const total = (count: (result: JobResult) => number): number => results.reduce((sum, one) => sum + count(one), 0);
  const [passed, failed] = [total((r) => r.passed), total((r) => r.failed)];
  const [skipped, notRun] = [total((r) => r.skipped), total((r) => r.notRun)];
  const cpuSeconds = total((result) => result.cpuSeconds);
  const load = loadavg()[0] ?? 0;
  console.log(`\n${said({ seconds, cpuSeconds })} in ${results.length} processes, load average ${load.toFixed(1)}`);
  tellSlowest(results, SLOWEST[failed === 0 ? "passed" : "failed"]);
  const failures = results.flatMap((result) => result.failures.map((failure) => `${result.job.name}: ${failure}`));
  if (failures.length > 0) console.log(`\nWhat failed:\n${failures.map(paragraph).join("\n")}`);
  const evidence = results.map((result) => result.evidence).find((text) => text !== "");
  if (evidence !== undefined) console.log(`What the platform knew at the first of them:\n${evidence}`);
  const left = Object.entries({ skipped, "not run": notRun }).filter(([, count]) => count > 0);
  console.log(`\n${left.map(([how, count]) => `${count} ${how}`).join(", ")}`);
  // Alone on its line whatever was left out: this one is read by programs.
  console.log(`${passed} passed, ${failed} failed`);
  // What a machine cannot run is said and counted; where nothing was to be run at all, nothing is well.
  return failed === 0 && passed + skipped > 0;
}

function tellSlowest(results: readonly JobResult[], countMax: number): void {
  const jobs = [...results].sort((one, other) => other.seconds - one.seconds).slice(0, countMax);
  for (const result of jobs) console.log(`  ${said(result).padEnd(24)} ${result.job.name}`);
  const files = results.flatMap((result) => result.files).sort((one, other) => other.seconds - one.seconds);
  console.log("The slowest files, with the CPU of the test process alone:");
  for (const file of files.slice(0, countMax)) console.log(`  ${said(file).padEnd(24)} ${file.file}`);
}

function paragraph(failure: string): string {
  return `- ${failure.replace(/\s+/g, " ").slice(0, FAILURE_LENGTH)}`;
}

function said({ seconds, cpuSeconds }: Readonly<{ seconds: number; cpuSeconds: number }>): string {
  return `${Math.round(seconds)} s, CPU ${Math.round(cpuSeconds)} s`;
}
