import { totalmem } from "node:os";
import { join } from "node:path";
import { prepareTestPrograms } from "../test/support/test-programs.ts";
import { readImportGraph } from "./testing/import-graph.ts";
import { kindOf, planJobs, rankOf } from "./testing/plan-jobs.ts";
import { tellEnd, tellJob } from "./testing/report-results.ts";
import { runJobs } from "./testing/run-jobs.ts";
import { selectTests } from "./testing/select-tests.ts";

/**
 * Runs tests on the real components:
 * 1. the files are those named, files or folders; without a name all but those of real nodes and a few long ones (`--all` has all of these, too); `--nodes` those of real nodes but the longest; with `--fast` those that start no process and simulate nothing, with
 *    `--few-nodes` a few of real nodes, with `--ci` these and all that run without a name;
 * 2. the programs that they start are found, downloaded or built first, so that no test's deadline pays for a build;
 * 3. files that share what is dear to start are one job, a mocha process; jobs run beside each other, so that one computes while another one waits;
 * 4. what a job printed comes when it ends, whole;
 * 5. at the end what took longest and what failed, because the end of a long log is what people are shown;
 * 6. the last line says how many passed and failed.
 * `--for PATH` runs nothing: it prints the tests that reach this file, the quickest kind first.
 */
const ROOT = join(import.meta.dirname, "..");
/** With it a dozen API servers may hold 750 MiB each. */
const PLENTY_BYTES = 15 * 1024 ** 3;

const asked = process.argv.slice(2);
const graph = readImportGraph(ROOT);
const tests = graph.files.filter((file) => file.endsWith(".test.ts")).sort();

if (asked[0] === "--for") sayTestsOf(asked.slice(1));
else process.exitCode = (await runTests(selectTests(asked, tests, graph))) ? 0 : 1;

function sayTestsOf(paths: readonly string[]): void {
  const reached = tests.filter((test) => paths.some((path) => graph.reaches(test, path)));
  const rank = (test: string): number => rankOf(kindOf(test, graph));
  for (const test of reached.sort((one, other) => rank(one) - rank(other))) console.log(test);
}

async function runTests(files: readonly string[]): Promise<boolean> {
  const startedMs = performance.now();
  const starting = files.filter((file) => kindOf(file, graph) !== "pure");
  await prepareTestPrograms((module) => starting.some((file) => graph.reaches(file, module)));
  const environment = {
    ...process.env,
    NODE_ENV: "test",
    BERTH_VALIDATE_RESPONSES: "true",
    FORCE_COLOR: "0",
    // Compiling the same TypeScript is a third of a short process's time.
    NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled"),
    // Half of the CPU of an API server's start is spent on collecting garbage where memory is kept small (docs/adr/0054).
    GOGC: totalmem() < PLENTY_BYTES ? "100" : "200",
  };
  const results = await runJobs(planJobs(files, graph), environment, tellJob);
  return tellEnd(results, (performance.now() - startedMs) / 1000);
}
