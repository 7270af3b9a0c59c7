import { Stryker } from "@stryker-mutator/core";
import { basename, join, matchesGlob } from "node:path";
import { readImportGraph } from "./testing/import-graph.ts";
import "./testing/mocha-paths.ts";
import { scoreOf, tellScore, type Mutant } from "./testing/mutation-score.ts";
import { kindOf } from "./testing/plan-jobs.ts";

/**
 * Changes the code of the rooms that decide, one small change at a time, and counts how many of these mutants a pure test sees:
 *
 * 1. rooms are those named (`node scripts/mutants.ts render`, `'operator/machines/*.ts'`), else all, one after the other;
 * 2. each mutant meets the pure tests that run its line, until one fails; mutants that only a start of the process could show are left out;
 * 3. what was found stays (`node_modules/.cache/mutants`): the next run repeats what a change of code or tests can have changed;
 * 4. at the end one line per room; a room under its score ends the run with an error.
 */
const ROOT = join(import.meta.dirname, "..");
const ROOMS = ["operator/machines", "contract", "render", "api/identity"] as const;
/** Everything reaches it: only the tests beside it count, but for those that compile the published document, for seconds each time. */
const REACHED_BY_ALL = { room: "contract", tests: "test/contract/", tooSlow: "test/support/published-document.ts" };
/** Looks for texts in the code, which stands otherwise among mutants. */
const READS_CODE = "test/support/spoil-source.test.ts";
/** A mutant that loops is ended; a busy machine is not to count as one. */
const TIMEOUT_MS = 30_000;

const asked = process.argv.slice(2);
const graph = readImportGraph(ROOT);
const pure = graph.files.filter((file) => file.endsWith(".test.ts") && kindOf(file, graph) === "pure");

process.chdir(ROOT);
const scores = [];
for (const room of asked.length === 0 ? ROOMS : asked) scores.push(scoreOf(room, await mutate(room)));
for (const score of scores) console.log(tellScore(score));
process.exitCode = scores.every(({ isEnough }) => isEnough) ? 0 : 1;

async function mutate(room: string): Promise<readonly Mutant[]> {
  const isIn = (file: string): boolean => file.startsWith(`${room}/`) || matchesGlob(file, room);
  const files = graph.files.filter((file) => isIn(file) && file.endsWith(".ts"));
  const reaching = pure.filter((test) => counts(test, room) && files.some((file) => graph.reaches(test, file)));
  // The first that fails ends a mutant: those that see most, and are quick, come first.
  const spec = [...reaching.filter(isRemembered), ...reaching.filter((test) => !isRemembered(test))];
  const name = room.replaceAll(/[^A-Za-z]+/g, "-");
  return new Stryker({
    mutate: files,
    testRunner: "mocha",
    testRunnerNodeArgs: ["--import", join(ROOT, "scripts/testing/mocha-paths.ts")],
    mochaOptions: { "no-config": true, spec },
    // What a sentence says to people is no decision.
    mutator: { plugins: null, excludedMutations: ["StringLiteral"] },
    coverageAnalysis: "perTest",
    ignoreStatic: true,
    incremental: true,
    incrementalFile: `node_modules/.cache/mutants/${name}.json`,
    htmlReporter: { fileName: `node_modules/.cache/mutants/${name}.html` },
    jsonReporter: { fileName: `node_modules/.cache/mutants/${name}-all.json` },
    reporters: ["html", "json", "progress-append-only"],
    // The sandbox stands in the project: node runs no TypeScript below node_modules.
    tempDirName: ".mutants",
    cleanTempDir: "always",
    ignorePatterns: [".berth", ".node", ".ci", "docs/adr"],
    // Types are nobody's business here, and Stryker would rewrite the file.
    tsconfigFile: "none.json",
    timeoutMS: TIMEOUT_MS,
    allowEmpty: false,
  }).runMutationTest();
}

function counts(test: string, room: string): boolean {
  if (test === READS_CODE) return false;
  const { room: large, tests, tooSlow } = REACHED_BY_ALL;
  return !room.startsWith(large) || (test.startsWith(tests) && !graph.reaches(test, tooSlow));
}

function isRemembered(test: string): boolean {
  return basename(test).startsWith("remembered-");
}
