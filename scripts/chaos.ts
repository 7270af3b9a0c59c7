import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { BINARY_NAMES } from "../local/binaries/catalog.ts";
import { findBinaries } from "../test/support/embedded-binaries.ts";

/**
 * Is `make chaos`: the long form of the tests that break things, 20 minutes at most.
 *
 * 1. The binaries are found, downloaded or built first: that is not part of the 20 minutes.
 * 2. In memory: crashes at every effect, stale and missed observations, over all machines.
 * 3. On the real components: 2,000 accepted changes while everything fails.
 *
 * Each part prints its seed; BERTH_TEST_SEED=<n> repeats it, BERTH_TEST_SEED=random looks for something new.
 */
const ROOT = join(import.meta.dirname, "..");
const TOTAL_SECONDS = 20 * 60;
const MEMORY_SECONDS = 5 * 60;
/** What it takes to stop the stack and to tell what was found. */
const CLOSING_SECONDS = 60;
const PARTS = {
  "in memory": ["test/chaos-memory/**/*.test.ts"],
  "on the real components": ["test/chaos/everything.test.ts"],
} as const;

async function play(name: keyof typeof PARTS, seconds: number): Promise<boolean> {
  const files = globSync([...PARTS[name]], { cwd: ROOT }).sort();
  if (files.length === 0) {
    console.log(`\n== ${name}: there are no tests`);
    return true;
  }
  console.log(`\n== ${name} (at most ${Math.round(seconds)} s)`);
  const child = spawn(process.execPath, [join(ROOT, "node_modules/mocha/bin/mocha.js"), ...files], {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      NODE_ENV: "test",
      BERTH_CHAOS: "full",
      BERTH_CHAOS_SECONDS: String(Math.round(seconds - CLOSING_SECONDS)),
    },
  });
  const limit = setTimeout(() => {
    console.error(`== ${name}: not over after ${Math.round(seconds)} s, it is ended`);
    child.kill("SIGKILL");
  }, seconds * 1000);
  const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? 1)));
  clearTimeout(limit);
  return code === 0;
}

const binaries = await findBinaries(BINARY_NAMES);
await Promise.all(BINARY_NAMES.map(binaries));
const startedMs = performance.now();
const passed = [
  await play("in memory", MEMORY_SECONDS),
  await play("on the real components", TOTAL_SECONDS - (performance.now() - startedMs) / 1000),
];
console.log(
  `\n${passed.every(Boolean) ? "Passed" : "Failed"} in ${Math.round((performance.now() - startedMs) / 1000)} s`,
);
process.exitCode = passed.every(Boolean) ? 0 : 1;
