import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const CHECK = process.argv.includes("--check");

/** Writes a generated file (path from the project's root); under --check it fails instead when the file is stale. */
export function writeGenerated(path: string, content: string): void {
  const file = join(ROOT, path);
  if (CHECK) {
    if (read(file) === content) return;
    console.error(`${path} is stale: run make generate and commit the result`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
