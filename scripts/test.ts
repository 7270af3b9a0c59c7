import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { BINARY_NAMES } from "../local/binaries/catalog.ts";
import { findBinaries } from "../test/support/embedded-binaries.ts";

/**
 * Runs every test on the real components, in groups so that a heavy stack never runs beside another one:
 * 0. the binaries are found, downloaded or built first, so that no test's deadline pays for a build;
 * 1. each group is one mocha process; its output passes through;
 * 2. a group that dies without its summary counts as one failure;
 * 3. what failed is told again at the end, a paragraph each, because the end of a long log is what people are shown;
 * 4. the last line says how many passed and failed.
 * With file names as arguments only those run.
 */
const ROOT = join(import.meta.dirname, "..");
/** What starts whole stacks comes last, in this order; every other folder of tests before it, whatever its name. */
const STACKS = ["schemathesis", "local", "install", "ha", "e2e", "chaos"];
const FOLDERS = [
  ...new Set(globSync("test/*/**/*.test.ts", { cwd: ROOT }).map((file) => file.split(/[/\\]/)[1] ?? "")),
];
const GROUPS: readonly Readonly<{ name: string; files: readonly string[] }>[] = [
  { name: "imports", files: ["test/*.test.ts"] },
  ...[
    ...FOLDERS.filter((folder) => folder !== "fixtures" && !STACKS.includes(folder)).sort(),
    ...STACKS.filter((folder) => FOLDERS.includes(folder)),
  ].map((room) => ({
    name: room,
    files: [`test/${room}/**/*.test.ts`],
  })),
];

/** The longest paragraph of a failure that is told again: its titles and the error's beginning. */
const FAILURE_LENGTH = 300;

type Counts = { passed: number; failed: number; skipped: number };

const failures: string[] = [];

async function runGroup(name: string, files: readonly string[]): Promise<Counts> {
  console.log(`\n== ${name} (${files.length} files)`);
  const startedMs = performance.now();
  const child = spawn(process.execPath, [join(ROOT, "node_modules/mocha/bin/mocha.js"), ...hooks(files), ...files], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_ENV: "test", BERTH_VALIDATE_RESPONSES: "true", FORCE_COLOR: "0" },
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    output = (output + chunk).slice(-200_000);
    process.stdout.write(chunk);
  });
  const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? 1)));
  const counts = {
    passed: counted(output, "passing"),
    failed: counted(output, "failing"),
    skipped: counted(output, "pending"),
  };
  failures.push(...failuresIn(output).map((failure) => `${name}: ${failure}`));
  if (code !== 0 && counts.failed === 0) {
    counts.failed = 1;
    failures.push(`${name}: the test process ended with ${code} and no failed test.`);
  }
  console.log(
    `== ${name}: ${counts.passed} passed, ${counts.failed} failed in ${Math.round((performance.now() - startedMs) / 1000)} s`,
  );
  return counts;
}

/** Tests on the whole platform share one; the root hook stops it with the process. */
function hooks(files: readonly string[]): string[] {
  return files.some((file) => /^test\/(e2e|chaos)\//.test(file)) ? ["--require", "test/support/root-hooks.ts"] : [];
}

function counted(output: string, word: string): number {
  const matches = [...output.matchAll(new RegExp(`^  (\\d+) ${word}`, "gm"))];
  return Number(matches.at(-1)?.[1] ?? 0);
}

/** The failures that mocha's summary tells, each on one line: titles, then the error. */
function failuresIn(output: string): string[] {
  const summary = output.split(/^ {2}\d+ failing$/m).at(1) ?? "";
  return summary
    .split(/^ {2}\d+\) /m)
    .slice(1)
    .map((failure) => failure.replace(/\s+/g, " ").slice(0, FAILURE_LENGTH));
}

const binaries = await findBinaries(BINARY_NAMES);
await Promise.all(BINARY_NAMES.map(binaries));
const asked = process.argv.slice(2);
const groups = asked.length > 0 ? [{ name: "asked for", files: asked }] : GROUPS;
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const { name, files } of groups) {
  const found = globSync([...files], { cwd: ROOT }).sort();
  if (found.length === 0) continue;
  const counts = await runGroup(name, found);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
}
if (failures.length > 0) console.log(`\nWhat failed:\n${failures.map((failure) => `- ${failure}`).join("\n")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
