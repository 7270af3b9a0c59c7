import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `make pictures`: plays the console's stories, and takes of the pictures that they make those that its guide shows, and those that pages are compared with. */
const ROOT = join(import.meta.dirname, "..");
const GUIDES = join(ROOT, "docs/guides");

const named = [...readFileSync(join(GUIDES, "console.md"), "utf8").matchAll(/\(pictures\/([\w-]+\.png)\)/g)];
const folder = mkdtempSync(join(tmpdir(), "berth-pictures-"));
try {
  const stories = globSync("test/console/stories/*.test.ts", { cwd: ROOT });
  const { status } = spawnSync(process.execPath, [join(ROOT, "node_modules/mocha/bin/mocha.js"), ...stories], {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "test", BERTH_TEST_PICTURES: folder, BERTH_TEST_GOLDEN: "write" },
  });
  mkdirSync(join(GUIDES, "pictures"), { recursive: true });
  for (const [, name = ""] of named) copyFileSync(join(folder, name), join(GUIDES, "pictures", name));
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
