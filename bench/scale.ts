/**
 * Measures the operator with 10,000 Deployments on 200 Clusters in one repository (`node bench/scale.ts 500 10` for a quick look,
 * `… fairness` for part 5 alone):
 *
 * 1. A real etcd and kube-apiserver, Postgres and `git http-backend`; doubles of Argo CD and of the simulated cloud in
 *    a process of their own; `operator/main.ts` in another. One deployment on each cluster is brought to `running` by
 *    the operator; while it is stopped the others are made as clones of them, with Applications, statuses and files.
 * 2. One change at a time, from its PATCH of the resource to the pushed commit; the git command line in turn, with an
 *    equal repository on the same server, so that both see the same machine. Who writes to Applications is counted.
 * 3. A burst of 1,000 changes, from the first PATCH to the push that brings the last of them; the PATCHes alone beside it.
 * 4. The operator is stopped, a deployment changed, the operator started: until its push, and what it holds when quiet.
 *    This comes first, so that the changes meet a process that has seen nothing but a start.
 * 5. Half of all belongs to one organization: how long another's change takes while that one changes all (`fairness.ts`).
 *
 * Nothing is asserted.
 */
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { APPLICATIONS, CLUSTERS, DEPLOYMENTS } from "../adapters/kubernetes/resource-types.ts";
import { fairnessRows, measureFairness, type Fairness } from "./fairness.ts";
import { GitCommandBaseline } from "./git-baseline.ts";
import { HeadWatch } from "./head-watch.ts";
import { inParallel } from "./in-parallel.ts";
import type { OperatorProcess } from "./operator-process.ts";
import { OperatorScene, type SceneDeployment } from "./operator-scene.ts";
import { printTable, quantile } from "./report.ts";
import { settleScene } from "./settle-scene.ts";

const run = promisify(execFile);
const COUNT = { deployments: Number(process.argv[2] ?? 10_000), clusters: Number(process.argv[3] ?? 200) };
const IS_FAIRNESS_ONLY = process.argv[4] === "fairness";
const SINGLE_CHANGES = 50;
const BURST = Math.min(1_000, COUNT.deployments);
const WRITERS = 16;
const QUIET_MS = 3_000;
const PUSH_DEADLINE_MS = 600_000;
const QUEUE_WAITS = join(tmpdir(), `berth-bench-waits-${process.pid}`);

const load = (): string =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(" ");

const ms = (samples: readonly number[], share: number): string => `${quantile(samples, share).toFixed(0)} ms`;

/** Starts an operator over all of it; what it writes nobody has asked for. */
async function lookAtAll(scene: OperatorScene): Promise<void> {
  const { ledger } = scene;
  ledger.reset();
  const second = await scene.startOperator();
  await second.quiet(COUNT, QUIET_MS);
  const { now, peak } = await second.residentMib();
  await second.stop();
  const written = ["Deployment", "Cluster", "Application"].map((kind) => `${ledger.written(kind)} ${kind}s`).join(", ");
  console.log(
    `the first look at all wrote to ${written}; resident ${now.toFixed(0)}, ${peak.toFixed(0)} MiB; load ${load()}`,
  );
}

/** Opens a second, equal repository on the same server for the git command line. */
async function openBaseline({ backend }: OperatorScene, folder: string): Promise<GitCommandBaseline> {
  const { repository, url, user, token, branch } = backend.git;
  const copy = join(dirname(repository), "baseline.git");
  await cp(repository, copy, { recursive: true });
  const at = url.replace("repository.git", "baseline.git").replace("http://", `http://${user}:${token}@`);
  return GitCommandBaseline.open(at, branch, join(folder, "clone.git"));
}

/** Makes the change that ours makes: values and resource, with a line that differs. */
async function sameChange(
  { backend }: OperatorScene,
  { handle }: SceneDeployment,
  round: string,
): Promise<{ path: string; content: string }[]> {
  const { repository, branch } = backend.git;
  const git = async (...args: string[]): Promise<string> =>
    (await run("git", ["-C", repository, ...args], { maxBuffer: 2 ** 26 })).stdout;
  const changed = (await git("log", "-1", "--format=", "--name-only", branch)).trim().split("\n");
  const files = changed.filter((path) => path.includes(`/${handle}/`));
  return Promise.all(
    files.map(async (path) => ({ path, content: `${await git("show", `${branch}:${path}`)}# ${round}\n` })),
  );
}

type Singles = Readonly<{ ours: number[]; theirs: number[]; applicationsWritten: number; cpuMs: number }>;

async function singleChanges(
  scene: OperatorScene,
  at: Readonly<{
    deployments: readonly SceneDeployment[];
    heads: HeadWatch;
    operator: OperatorProcess;
    folder: string;
  }>,
): Promise<Singles> {
  const { deployments, heads, operator } = at;
  const baseline = await openBaseline(scene, at.folder);
  const ours: number[] = [];
  const theirs: number[] = [];
  await operator.quiet({ deployments: 0, clusters: 0 }, QUIET_MS);
  scene.ledger.reset();
  const cpuBefore = await operator.cpuMs();
  for (let round = 0; round < SINGLE_CHANGES; round += 1) {
    const deployment = deployments[(round * 7919) % deployments.length]!;
    const sinceMs = performance.now();
    await scene.change(deployment, `single-${round}`);
    ours.push(await heads.movedAfter(sinceMs, PUSH_DEADLINE_MS));
    theirs.push(await baseline.write(await sameChange(scene, deployment, `${round}`)));
    // One at a time: what follows the push is over before the next.
    await operator.quiet({ deployments: 0, clusters: 0 }, 500);
  }
  const cpuMs = (await operator.cpuMs()) - cpuBefore;
  return { ours, theirs, applicationsWritten: scene.ledger.written("Application"), cpuMs: cpuMs / SINGLE_CHANGES };
}

type Burst = Readonly<{ seconds: number; acceptedSeconds: number; commits: number; runningSeconds: number }>;

async function burst(scene: OperatorScene, deployments: readonly SceneDeployment[], heads: HeadWatch): Promise<Burst> {
  const { repository, branch } = scene.backend.git;
  const before = heads.moves.at(-1)!.commit;
  const startedAtMs = performance.now();
  await inParallel(deployments.slice(0, BURST), WRITERS, (one) => scene.change(one, "burst"));
  const acceptedSeconds = (performance.now() - startedAtMs) / 1000;
  await scene.ledger.running(COUNT.deployments + COUNT.clusters, 1);
  const runningSeconds = (performance.now() - startedAtMs) / 1000;
  const format = "--format=%H %(trailers:key=Berth-Request-Id,valueonly,separator=%x20)";
  const { stdout } = await run("git", ["-C", repository, "log", format, `${before}..${branch}`], {
    maxBuffer: 2 ** 26,
  });
  const ours = stdout.split("\n").filter((line) => line.includes("bench-burst"));
  const last = ours[0]!.slice(0, 40);
  const written = ours.join(" ").split("bench-burst").length - 1;
  if (written < BURST) throw new Error(`Only ${written} of ${BURST} changes are in Git`);
  const reached = heads.moves.find(({ commit }) => commit === last)!;
  return { seconds: (reached.atMs - startedAtMs) / 1000, acceptedSeconds, commits: ours.length, runningSeconds };
}

type Restart = Readonly<{ firstPushSeconds: number; quietSeconds: number; quietMib: number; peakMib: number }>;

/** Stops the operator, changes one deployment, starts it: the change is what it pushes first. */
async function restart(
  scene: OperatorScene,
  deployment: SceneDeployment,
  heads: HeadWatch,
): Promise<Restart & { operator: OperatorProcess }> {
  await scene.change(deployment, "while-away");
  const startedAtMs = performance.now();
  const operator = await scene.startOperator({
    BENCH_QUEUE_WAITS: QUEUE_WAITS,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "queue-waits.ts")}`,
  });
  const firstPushSeconds = (await heads.movedAfter(startedAtMs, PUSH_DEADLINE_MS)) / 1000;
  const quietAtMs = await operator.quiet(COUNT, QUIET_MS);
  const { now, peak } = await operator.residentMib();
  return { operator, firstPushSeconds, quietSeconds: (quietAtMs - startedAtMs) / 1000, quietMib: now, peakMib: peak };
}

type Memory = Readonly<{ after: number; peak: number }>;

function printAll(all: { single: Singles; burst: Burst; restart: Restart; memory: Memory }): void {
  const { single, burst: many, restart: again, memory } = all;
  const ratio = quantile(single.ours, 0.5) / quantile(single.theirs, 0.5);
  const rows: [string, string, string][] = [
    ["one change: PATCH to pushed commit, p50", ms(single.ours, 0.5), "150 ms"],
    ["one change: the same, p95 and p99", `${ms(single.ours, 0.95)}, ${ms(single.ours, 0.99)}`, ""],
    ["git command line, the Git part alone, p50", ms(single.theirs, 0.5), ""],
    ["one change / git command line", ratio.toFixed(2), ""],
    ["one change: own CPU until quiet", `${single.cpuMs.toFixed(0)} ms`, ""],
    [
      `Applications written to by ${SINGLE_CHANGES} changes`,
      String(single.applicationsWritten),
      String(SINGLE_CHANGES),
    ],
    [`${BURST} changes at once: until the last is pushed`, `${many.seconds.toFixed(1)} s`, "15 s"],
    ["the same: until all PATCHes were answered", `${many.acceptedSeconds.toFixed(1)} s`, ""],
    ["the same: commits", String(many.commits), ""],
    ["the same: until all run", `${many.runningSeconds.toFixed(1)} s`, ""],
    ["start to first push", `${again.firstPushSeconds.toFixed(1)} s`, "10 s"],
    ["start to quiet", `${again.quietSeconds.toFixed(1)} s`, ""],
    [
      "resident after the burst, and peak so far",
      `${memory.after.toFixed(0)}, ${memory.peak.toFixed(0)} MiB`,
      "500 MiB",
    ],
    [
      "resident after a start when quiet, and its peak",
      `${again.quietMib.toFixed(0)}, ${again.peakMib.toFixed(0)} MiB`,
      "500 MiB",
    ],
  ];
  console.log(`load average ${load()}`);
  printTable(
    `Operator with ${COUNT.deployments} Deployments on ${COUNT.clusters} Clusters`,
    rows.map(([what, figure, target]) => ({ what, figure, target })),
  );
}

function printFairness(fairness: Fairness): void {
  console.log(`load average ${load()}`);
  const rows = fairnessRows(fairness).map(([what, figure, target]) => ({ what, figure, target }));
  printTable("Organizations in turn", rows);
}

const scene = await OperatorScene.open(COUNT.clusters, COUNT.clusters / 2);
const folder = await mkdtemp(join(tmpdir(), "berth-bench-scale-"));
const heads = new HeadWatch(scene.backend.git.repository, scene.backend.git.branch);
let operator: OperatorProcess | undefined;
try {
  await scene.ledger.follow(scene.client, CLUSTERS);
  await scene.ledger.follow(scene.client, DEPLOYMENTS);
  await scene.ledger.follow(scene.client, APPLICATIONS);
  const { deployments } = await settleScene(scene, COUNT.deployments);
  if (!IS_FAIRNESS_ONLY) await lookAtAll(scene);
  const again = await restart(scene, deployments[0]!, heads);
  operator = again.operator;
  if (!IS_FAIRNESS_ONLY) {
    const single = await singleChanges(scene, { deployments, heads, operator, folder });
    const many = await burst(scene, deployments, heads);
    const after = await operator.residentMib();
    printAll({ single, burst: many, restart: again, memory: { after: after.now, peak: after.peak } });
  }
  printFairness(await measureFairness(scene, deployments, { heads, queueWaits: QUEUE_WAITS }));
} finally {
  heads.close();
  await operator?.stop();
  await scene.close();
  await rm(folder, { recursive: true, force: true });
  await rm(QUEUE_WAITS, { force: true });
}
