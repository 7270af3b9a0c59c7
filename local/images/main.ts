/* `make images`: makes the images of the tour anew, for a machine that reaches no registry. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { runWith } from "../binaries/run-with.ts";
import { loadLocalConfig } from "../config.ts";
import { ImageStore } from "./image-store.ts";
import { makeTourImages } from "./tour-images.ts";

const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;
const { cacheDir, childEnv } = loadLocalConfig();
const run = runWith(childEnv, OUTPUT_BYTES_MAX);

async function make(): Promise<void> {
  await mkdir(cacheDir, { recursive: true });
  const workDir = await mkdtemp(join(cacheDir, ".images-"));
  const report = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    await makeTourImages({ store: new ImageStore(join(cacheDir, "images")), workDir, run, report }, true);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

make().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
});
