import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * Runs everything, for a night: every test with all the cases of its simulators, which compute while pods on real nodes are waited for, the long form of chaos, mutants.
 * Each part runs whatever came of the one before; the last line says what passed.
 */
const ROOT = join(import.meta.dirname, "..");
const PARTS = [
  { name: "every test, all cases", words: ["scripts/test.ts", "--all"], environment: { BERTH_CHAOS: "full" } },
  { name: "chaos", words: ["scripts/chaos.ts"], environment: {} },
  { name: "mutants", words: ["scripts/mutants.ts"], environment: {} },
] as const;

const results = PARTS.map(({ name, words, environment }) => {
  const startedMs = performance.now();
  const options = { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...environment } } as const;
  const { status } = spawnSync(process.execPath, words, options);
  return { name, hasPassed: status === 0, minutes: (performance.now() - startedMs) / 60_000 };
});
for (const { name, hasPassed, minutes } of results)
  console.log(`${hasPassed ? "passed" : "FAILED"} in ${minutes.toFixed(0)} min: ${name}`);
process.exitCode = results.every(({ hasPassed }) => hasPassed) ? 0 : 1;
