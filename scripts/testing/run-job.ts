import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Job } from "./plan-jobs.ts";
import type { ProcessResult } from "./timed-reporter.ts";

/** What a job came to: its counts and times, all that it printed, and the CPU seconds of its process and of all that this started. */
export type JobResult = ProcessResult & Readonly<{ job: Job; output: string; seconds: number; cpuSeconds: number }>;

const ROOT = join(import.meta.dirname, "../..");
const NOTHING: ProcessResult = { passed: 0, failed: 0, skipped: 0, notRun: 0, failures: [], evidence: "", files: [] };
const REPORTER = join(import.meta.dirname, "timed-reporter.ts");
/** The shell prints the CPU time of its children, those of a test's servers included, as user and system on two lines. */
const TIMED = '"$@"; code=$?; times >&3; exit $code';
/** How long what a process has started may hold its output after its end. */
const HELD_MS = 5_000;

/** Runs one mocha process to its end; one that dies without having told its result counts as a failure, and so does one that leaves behind what writes on. */
export async function runJob(job: Job, environment: NodeJS.ProcessEnv): Promise<JobResult> {
  const startedMs = performance.now();
  const folder = mkdtempSync(join(tmpdir(), "berth-job-"));
  const resultPath = join(folder, "result.json");
  const child = spawnMocha(job, { ...environment, BERTH_TEST_RESULT: resultPath });
  let [output, times] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stdio[3]?.on("data", (text: Buffer) => (times += text.toString()));
  const fault = await faultOf(child);
  const told = readResult(resultPath);
  rmSync(folder, { recursive: true, force: true });
  const result = told ?? NOTHING;
  const isSilent = fault !== undefined && result.failed === 0;
  return {
    ...result,
    failed: isSilent ? result.failed + 1 : result.failed,
    failures: isSilent ? [...result.failures, `${fault} and no failed test.`] : result.failures,
    job,
    output,
    seconds: (performance.now() - startedMs) / 1000,
    cpuSeconds: childSeconds(times),
  };
}

/** Waits for the end, and tells what was wrong with it: without a limit a run waits for ever for what nobody ends any more. */
async function faultOf(child: ChildProcess): Promise<string | undefined> {
  const closed = new Promise<"closed">((resolve) => child.once("close", () => resolve("closed")));
  const code = await new Promise<number>((resolve) => child.once("exit", (status) => resolve(status ?? 1)));
  const limit = new AbortController();
  const held = await Promise.race([closed, pause(HELD_MS, "held" as const, { signal: limit.signal })]);
  limit.abort();
  if (held === "closed") return code === 0 ? undefined : `the test process ended with ${code}`;
  for (const stream of child.stdio) stream?.destroy();
  return "the test process ended with something that holds its output still";
}

function spawnMocha({ files, niceness = 0 }: Job, env: NodeJS.ProcessEnv): ChildProcess {
  const mocha = [join(ROOT, "node_modules/mocha/bin/mocha.js"), "--no-color", "--reporter", REPORTER, ...files];
  const timed = ["sh", "-c", TIMED, "sh", process.execPath, ...mocha];
  const stdio = ["ignore", "pipe", "pipe", "pipe"] as const;
  return spawn("nice", ["-n", String(niceness), ...timed], { cwd: ROOT, stdio: [...stdio], env });
}

function readResult(path: string): ProcessResult | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as ProcessResult;
  } catch {
    return undefined;
  }
}

/** Reads the second line of POSIX `times`: what the children took, such as `1m2.50s 0m3.00s`. */
function childSeconds(times: string): number {
  const line = times.trim().split("\n").at(-1) ?? "";
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, seconds]) => {
    return sum + Number(minutes) * 60 + Number(seconds);
  }, 0);
}
