import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { BINARY_NAMES } from "../local/binaries/catalog.ts";
import { findBinaries } from "../test/support/embedded-binaries.ts";

/**
 * `make chaos`: the long form of the tests that break things, 20 minutes at most.
 *
 * 1. The binaries are found, downloaded or built first: that is not part of the 20 minutes.
 * 2. In memory: deaths at every effect, old and missed observations, over all machines; as far as it gets in its time, up to the first failure.
 * 3. On the real components: 2,000 accepted changes while everything fails.
 *
 * Each part prints its seed; BERTH_TEST_SEED=<n> repeats it, BERTH_TEST_SEED=random looks for something new.
 */
const ROOT = join(import.meta.dirname, "..");
const TOTAL_SECONDS = 20 * 60;
/** What it takes to stop the stack and to tell what was found. */
const CLOSING_SECONDS = 60;

type Part = Readonly<{ name: string; files: string; seconds: number; mayBeCut: boolean }>;

async function play({ name, files, seconds, mayBeCut }: Part): Promise<boolean> {
  const found = globSync(files, { cwd: ROOT }).sort();
  console.log(`\n== ${name} (at most ${Math.round(seconds)} s)`);
  const mocha = [join(ROOT, "node_modules/mocha/bin/mocha.js"), ...(mayBeCut ? ["--bail"] : []), ...found];
  const child = spawn(process.execPath, mocha, {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      NODE_ENV: "test",
      BERTH_CHAOS: "full",
      BERTH_CHAOS_SECONDS: String(Math.round(seconds - CLOSING_SECONDS)),
    },
  });
  const limit = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  clearTimeout(limit);
  const isCut = child.killed;
  if (isCut) console.log(`== ${name}: its time is over${mayBeCut ? ", and what was played until then passed" : ""}`);
  return isCut ? mayBeCut : code === 0;
}

const binaries = await findBinaries(BINARY_NAMES);
await Promise.all(BINARY_NAMES.map(binaries));
const startedMs = performance.now();
const elapsed = (): number => (performance.now() - startedMs) / 1000;
const memory = { name: "in memory", files: "test/simulation/chaos/**/*.test.ts", seconds: 4 * 60, mayBeCut: true };
const isMemoryRight = await play(memory);
const real = { name: "on the real components", files: "test/chaos/everything.test.ts", mayBeCut: false };
const isRealRight = await play({ ...real, seconds: TOTAL_SECONDS - elapsed() });
const hasPassed = isMemoryRight && isRealRight;
console.log(`\n${hasPassed ? "Passed" : "Failed"} in ${Math.round(elapsed())} s`);
process.exitCode = hasPassed ? 0 : 1;
