import { spawnSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";

/** Runs every bench in turn (or those named) and says on what machine; the figures go to docs/benchmarks.md by hand. */
const ROOT = join(import.meta.dirname, "..");
const BENCHES = ["git-writer", "gateway", "memory", "shells", "console", "operator", "clusters", "scale", "chain"];

const asked = process.argv.slice(2);
console.log(
  `${cpus().length} × ${cpus()[0]?.model ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
);
for (const name of asked.length > 0 ? asked : BENCHES) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, [join(ROOT, `bench/${name}.ts`)], { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
