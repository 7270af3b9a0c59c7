/**
 * Measures the Git writer on a repository as it is after years:
 * 1. `git fast-import` makes it: all applications at once, then so many commits, each of which changes two files of one.
 * 2. start, one change at a time, and a clone; before and after maintenance.
 * 3. A table; nothing is asserted here.
 * `node bench/git-years.ts COMMITS APPLICATIONS CLUSTERS`
 */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { GitServer } from "../test/support/git-server.ts";
import { fastImport, fastImportStream, type BaselineFile } from "./git-baseline.ts";
import { openWriter } from "./open-writer.ts";
import { printTable, quantile } from "./report.ts";

const COMMITS = Number(process.argv[2] ?? 1_000_000);
const APPLICATIONS = Number(process.argv[3] ?? 30_000);
const CLUSTERS = Number(process.argv[4] ?? 1_000);
const SINGLE_CHANGES = 50;

const run = promisify(execFile);

function* filesOf(index: number, version: number): Generator<BaselineFile> {
  const folder = `clusters/cluster-${index % CLUSTERS}`;
  const name = `shop-${index}`;
  const lines = Array.from({ length: 20 }, (_, line) => `  key${line}: "value ${line} of ${name}"`).join("\n");
  if (version === 0)
    yield { path: `${folder}/applications/${name}.yaml`, content: `kind: Application\nname: ${name}\n${lines}\n` };
  yield { path: `${folder}/deployments/${name}/values.yaml`, content: `version: ${version}\nenv:\n${lines}\n` };
  yield {
    path: `${folder}/deployments/${name}/resource.yaml`,
    content: `name: ${name}\nversion: ${version}\n${lines}\n`,
  };
}

/** Encodes all of it for one `git fast-import`: the first commit has every file, each other one two of them. */
function* yearsOf(branch: string): Generator<Buffer> {
  for (let commit = 0; commit <= COMMITS; commit += 1) {
    const changed = [(commit * 7_919) % APPLICATIONS];
    const indexes = commit === 0 ? Array.from({ length: APPLICATIONS }, (_, at) => at) : changed;
    // Each goes on from the one before on its branch.
    yield* fastImportStream(
      branch,
      undefined,
      indexes.flatMap((index) => [...filesOf(index, commit)]),
    );
  }
}

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return (performance.now() - startedAtMs) / 1_000;
}

type Figures = Readonly<Record<string, string>>;

/** Takes what the writer and a clone need of the repository as it is now. */
async function figuresOf(server: GitServer, round: number): Promise<Figures> {
  const writer = openWriter(server, () => undefined);
  const startSeconds = await secondsOf(() => writer.start(new AbortController().signal));
  const changes: number[] = [];
  for (let change = 0; change < SINGLE_CHANGES; change += 1) {
    const version = COMMITS + round * SINGLE_CHANGES + change;
    const index = (change * 31) % APPLICATIONS;
    const resource = `Deployment/org-bench/shop-${index}`;
    const write = { key: resource, files: [...filesOf(index, version)] };
    const trailers = { resource, generation: version, requestId: `bench-${version}` };
    changes.push(1_000 * (await secondsOf(() => writer.write({ ...write, trailers }))));
  }
  await writer.stop();
  const folder = await mkdtemp(join(tmpdir(), "berth-bench-years-"));
  const clone = join(folder, "clone.git");
  // As Argo CD fetches: the one branch, with its history unless its Secret of the repository has a `depth`.
  const cloned = async (...depth: readonly string[]): Promise<number> => {
    const seconds = await secondsOf(() => run("git", ["clone", "--quiet", "--bare", ...depth, server.pushUrl, clone]));
    await rm(clone, { recursive: true });
    return seconds;
  };
  const [whole, newest] = [await cloned(), await cloned("--depth=1")];
  await rm(folder, { recursive: true });
  return {
    "size on the server": `${Math.round((await bytesOf(server.repository)) / 2 ** 20)} MiB`,
    "start of the writer": `${startSeconds.toFixed(1)} s`,
    "one change pushed, p50": `${Math.round(quantile(changes, 0.5))} ms`,
    "one change pushed, p99": `${Math.round(quantile(changes, 0.99))} ms`,
    "a clone": `${whole.toFixed(1)} s`,
    "a clone of the newest commit alone": `${newest.toFixed(1)} s`,
  };
}

const server = await GitServer.start();
await server.git("config", "gc.auto", "0");
const madeSeconds = await secondsOf(() => fastImport(server.repository, yearsOf(server.branch)));
console.log(`${COMMITS} commits made in ${Math.round(madeSeconds)} s`);
const before = await figuresOf(server, 0);
const keptSeconds = await secondsOf(() => server.git("maintenance", "run", "--task=gc", "--task=commit-graph"));
const after = await figuresOf(server, 1);
const rows = Object.keys(before).map((what) => ({ What: what, "As it came": before[what]!, Maintained: after[what]! }));
printTable(`A repository of ${COMMITS} commits and ${APPLICATIONS} applications on ${CLUSTERS} clusters`, [
  ...rows,
  { What: "maintenance itself", "As it came": "", Maintained: `${Math.round(keptSeconds)} s` },
]);
await server.remove();
