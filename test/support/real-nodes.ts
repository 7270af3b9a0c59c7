import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ADDON_PROGRAMS } from "../../local/addons/programs.ts";
import { findGoPrograms } from "../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../local/config.ts";
import { ImageStore } from "../../local/images/image-store.ts";
import { makeTourImages } from "../../local/images/tour-images.ts";
import { findBuildLacks } from "../../local/nodes/build-lacks.ts";
import { NODE_PROGRAMS } from "../../local/nodes/programs.ts";
import { findLacks, observeMachine } from "../../local/nodes/requirements.ts";
import { Supervisor } from "../../local/processes/supervisor.ts";
import { runToEnd } from "./embedded-binaries.ts";
import { isRun } from "./node-lacks.ts";

const told = new Set<string>();

/** Says what stands against real nodes on this machine, a line each that is also printed once; nothing where they can run. */
export async function findNodeLacks(): Promise<readonly string[]> {
  const machine = await observeMachine(process.env["PATH"] ?? "", tmpdir());
  const lacks = [...findLacks(machine), ...(await findBuildLacks(loadLocalConfig().cacheDir, runToEnd))];
  const lines = lacks.map(({ what, remedy }) => `${what} (${remedy})`);
  for (const line of lines.filter((one) => !told.has(one))) console.log(`Real nodes cannot run here: ${line}`);
  for (const line of lines) told.add(line);
  return lines;
}

/** Asks whether the tests of real nodes run here: elsewhere they are skipped, but fail in CI. */
export async function canRunNodes(): Promise<boolean> {
  return isRun(await findNodeLacks(), process.env["CI"] === "true");
}

/** Makes the programs of nodes and of what every cluster runs, and the images of the tests, once, where real nodes can run. */
export async function prepareRealNodes(): Promise<void> {
  if ((await findNodeLacks()).length > 0) return;
  const { cacheDir, childEnv } = loadLocalConfig();
  await mkdir(cacheDir, { recursive: true });
  const dir = await mkdtemp(join(cacheDir, ".nodes-"));
  const report = (line: string): void => console.log(line);
  const supervisor = new Supervisor({ dir, env: childEnv, report });
  await supervisor.open();
  const run = (what: Parameters<Supervisor["run"]>[0]): ReturnType<Supervisor["run"]> => supervisor.run(what);
  try {
    await findGoPrograms(NODE_PROGRAMS, { cacheDir, run, report });
    await findGoPrograms(ADDON_PROGRAMS, { cacheDir, run, report });
    await makeTourImages({ store: new ImageStore(join(cacheDir, "images")), workDir: dir, run, report });
  } finally {
    await supervisor.stopAll();
    await rm(dir, { recursive: true, force: true });
  }
}
