import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { connectCloud } from "../support/stack-cloud.ts";
import { startStack, type Stack } from "../../local/stack.ts";
import { eventually } from "../support/eventually.ts";
import { isFull } from "../support/seeded-random.ts";

const CLUSTERS = isFull ? 20 : 3;
const AT_ONCE_MAX = 2;
const SPEC = {
  tier: "shared",
  region: "local-1",
  server_type: "small",
  node_count: 1,
  kubernetes_version: "1.36",
  autoscaling: null,
} as const;

/** Keeps every processor busy with something else until it is told to end. */
function keepBusy(): () => void {
  const busy: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
    spawn(
      process.execPath,
      [
        "-e",
        "process.stdin.on('end', () => process.exit()).resume(); setInterval(() => { const end = Date.now() + 50; while (Date.now() < end); }, 0)",
      ],
      {
        stdio: ["pipe", "ignore", "ignore"],
      },
    ),
  );
  return () => busy.forEach((child) => child.stdin?.end());
}

describe(`the embedded platform that holds ${CLUSTERS} clusters`, function () {
  this.timeout(60 * 60_000);
  let home: string;
  let stack: Stack | undefined;
  const reported: string[] = [];
  const start = async (): Promise<Stack> =>
    startStack({
      nodes: "simulated",
      homeDir: home,
      only: ["management", "git", "argocd", "cloud"],
      report: (line) => reported.push(line),
    });
  const allRun = async ({ cloud }: Stack): Promise<void> => {
    const client = connectCloud(cloud);
    await eventually(async () => {
      for (let index = 0; index < CLUSTERS; index += 1) {
        const cluster = await client.getCluster(`many-${index}`);
        expect(cluster?.state, `many-${index}: ${cluster?.reason ?? ""}`).to.equal("running");
      }
    }, 40 * 60_000);
  };

  before(async () => (home = await mkdtemp(join(tmpdir(), "berth-restart-"))));
  after(async () => {
    await stack?.stop();
    await rm(home, { recursive: true, force: true });
  });

  it("starts again on a busy machine: what all else waits for first, then the clusters, a few at a time and behind others", async () => {
    stack = await start();
    const client = connectCloud(stack.cloud);
    for (let index = 0; index < CLUSTERS; index += 1) await client.putCluster(`many-${index}`, SPEC);
    await allRun(stack);
    await stack.stop();
    const log = join(home, "logs/cloud.log");
    const before = (await readFile(log, "utf8")).length;

    const rest = keepBusy();
    try {
      reported.length = 0;
      const startedAtMs = performance.now();
      stack = await start();
      const readyMs = performance.now() - startedAtMs;
      const order = reported
        .map((line) => line.split(":")[0])
        .filter((name) => name === "management cluster" || name === "cloud");
      expect(order, "the management plane is ready before any cluster's starts").to.deep.equal([
        "management cluster",
        "cloud",
      ]);
      expect(reported.find((line) => line.startsWith("cloud:"))).to.contain(`its ${CLUSTERS} clusters come back`);
      // Clusters stand back behind whoever is busy: to watch them do so costs minutes of every processor.
      if (!isFull) rest();
      await allRun(stack);
      const seconds = [readyMs, performance.now() - startedAtMs].map((ms) => (ms / 1_000).toFixed(0));
      console.log(`      ready, all run after ${seconds.join(", ")} s; clusters hold ${await heldMib(home)} MiB`);
    } finally {
      rest();
    }
    expect(mostAtOnce((await readFile(log, "utf8")).slice(before))).to.equal(AT_ONCE_MAX);
    await standBack(home);
  });
});

/** Counts how many control planes started at one time, as the cloud tells. */
function mostAtOnce(log: string): number {
  const moves = log
    .split("\n")
    .flatMap((line) => (/: starting,/.test(line) ? [1] : / many-\d+: started$/.test(line) ? [-1] : []));
  expect(moves.filter((move) => move === 1)).to.have.length(CLUSTERS);
  let [now, most] = [0, 0];
  for (const move of moves) {
    now += move;
    most = Math.max(most, now);
  }
  return most;
}

type Running = Readonly<{ name: string; pid: number }>;

async function processesOf(home: string): Promise<readonly Running[]> {
  return JSON.parse(await readFile(join(home, "cloud/processes.json"), "utf8")) as Running[];
}

/** Sums what the processes of all clusters hold, with their share of what is shared. */
async function heldMib(home: string): Promise<string> {
  const held = (await processesOf(home))
    .filter(({ name }) => name.startsWith("many-"))
    .map(
      async ({ pid }) =>
        /^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => ""))?.[1],
    );
  const kib = (await Promise.all(held)).reduce((sum, one) => sum + Number(one ?? 0), 0);
  return (kib / 1024).toFixed(0);
}

/** A tenant's process has a lower priority than this one, as far as there is any below. */
async function standBack(home: string): Promise<void> {
  const { pid = 0 } = (await processesOf(home)).find(({ name }) => name === "many-0-kube-apiserver") ?? {};
  expect(getPriority(pid)).to.equal(Math.max(5, getPriority()));
}
