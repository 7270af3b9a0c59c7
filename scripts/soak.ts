import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Runs the whole suite RUNS times in a row, ten unless told, on whatever else the machine does, and names everything that
 * failed with how often: a flake is told apart from a fault by its count.
 */
const ROOT = join(import.meta.dirname, "..");
const RUNS = Number(process.env["RUNS"] ?? 10);

const failures = new Map<string, number>();
let good = 0;
for (let run = 1; run <= RUNS; run += 1) {
  const startedMs = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, "scripts/test.ts")], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
    maxBuffer: 2 ** 30,
  });
  if (status === 0) good += 1;
  const [, told = ""] = stdout.split("\nWhat failed:\n");
  for (const line of told.split("\n").filter((one) => one.startsWith("- ")))
    failures.set(line, (failures.get(line) ?? 0) + 1);
  const minutes = (performance.now() - startedMs) / 60_000;
  console.log(`run ${run} of ${RUNS}, ${minutes.toFixed(0)} min: ${stdout.trim().split("\n").at(-1) ?? ""}`);
}
for (const [failure, count] of failures) console.log(`${count} of ${RUNS} ${failure}`);
console.log(`${good} of ${RUNS} runs without a failure`);
process.exitCode = good === RUNS ? 0 : 1;
