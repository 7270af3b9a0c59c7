/**
 * Measures by how much an organization with thousands of changes delays another's one change:
 *
 * 1. Calm: one change at a time, from its PATCH to the push that holds it and to its status.
 * 2. While one organization changes nearly all it has: the same of other organizations, and beside each one more change of the
 *    organization that is busy, which shows the queue that there is.
 *
 * Much of both is what a busy API server takes for each request. So it also measures by itself what is waited for a turn
 * within the operator (`queue-waits.ts`): of what belongs to the others, and of what belongs to the busy one.
 */
import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { DEPLOYMENTS } from "../adapters/kubernetes/resource-types.ts";
import { eventually } from "../test/support/eventually.ts";
import type { HeadWatch } from "./head-watch.ts";
import { inParallel } from "./in-parallel.ts";
import type { OperatorScene, SceneDeployment } from "./operator-scene.ts";
import { quantile } from "./report.ts";
import { readWaits, type Wait } from "./queue-waits.ts";

const run = promisify(execFile);
const PROBES = 10;
const PROBE_PAUSE_MS = 12_000;
const PUSH_DEADLINE_MS = 300_000;
const FLOOD_WRITERS = 16;
const CHANGES_MAX = 5_000;
const POLL_MS = 50;

/** How long changes took from their PATCHes, in milliseconds. */
type Delays = Readonly<{ accepted: readonly number[]; pushed: readonly number[]; told: readonly number[] }>;

/** The same change in a calm moment, beside a busy organization, and of that organization itself. */
export type Fairness = Readonly<{
  changes: number;
  calm: Delays;
  other: Delays;
  own: Delays;
  waits: Readonly<{ other: readonly Wait[]; own: readonly Wait[] }>;
}>;

type Probe = Readonly<{ round: string; startedAtMs: number; acceptedMs: number; toldMs: number }>;

/** Measures all three; the deployments of the first one's organization are the many. */
export async function measureFairness(
  scene: OperatorScene,
  deployments: readonly SceneDeployment[],
  { heads, queueWaits }: Readonly<{ heads: HeadWatch; queueWaits: string }>,
): Promise<Fairness> {
  const busy = deployments.filter(({ namespace }) => namespace === deployments[0]!.namespace);
  const others = deployments.filter(({ namespace }) => namespace !== deployments[0]!.namespace);
  const many = busy.slice(0, Math.min(CHANGES_MAX, busy.length - PROBES));
  const spare = busy.slice(many.length);
  const first = heads.moves.at(-1)!.commit;
  const calm: Probe[] = [];
  for (let index = 0; index < PROBES; index += 1) calm.push(await probe(scene, others[index]!, `calm-${index}`));
  const before = (await readWaits(queueWaits)).length;
  const flood = inParallel(many, FLOOD_WRITERS, (one) => scene.change(one, "flood"));
  const other: Promise<Probe>[] = [];
  const own: Promise<Probe>[] = [];
  for (let index = 0; index < PROBES; index += 1) {
    await delay(PROBE_PAUSE_MS);
    other.push(probe(scene, others[PROBES + index]!, `other-${index}`));
    own.push(probe(scene, spare[index]!, `own-${index}`));
  }
  await flood;
  const waited = (await readWaits(queueWaits)).slice(before);
  const isOwn = ({ organization }: Wait): boolean => organization === deployments[0]!.namespace;
  const probes = { calm, other: await Promise.all(other), own: await Promise.all(own) };
  const rounds = Object.values(probes).flatMap((all) => all.map(({ round }) => `bench-${round}`));
  const pushedAt = await eventually(
    async () => {
      const pushes = await readPushes(scene, heads, first);
      if (!rounds.every((round) => pushes.has(round))) throw new Error("Not every change is pushed yet");
      return pushes;
    },
    PUSH_DEADLINE_MS,
    1_000,
  );
  const delaysOf = (all: readonly Probe[]): Delays => ({
    accepted: all.map(({ acceptedMs }) => acceptedMs),
    pushed: all.map(({ round, startedAtMs }) => (pushedAt.get(`bench-${round}`) ?? NaN) - startedAtMs),
    told: all.map(({ toldMs }) => toldMs),
  });
  const { calm: alone, other: beside, own: within } = probes;
  return {
    changes: many.length,
    calm: delaysOf(alone),
    other: delaysOf(beside),
    own: delaysOf(within),
    waits: { other: waited.filter((one) => !isOwn(one)), own: waited.filter(isOwn) },
  };
}

/** Describes it for the bench's table. */
export function fairnessRows({ changes, calm, other, own, waits }: Fairness): [string, string, string][] {
  const p50 = (samples: readonly number[]): number => quantile(samples, 0.5);
  const text = ({ accepted, pushed, told }: Delays): string =>
    [accepted, pushed, told]
      .map((samples) => `${p50(samples).toFixed(0)} (${Math.max(...samples).toFixed(0)})`)
      .join(", ") + " ms";
  const more = (part: keyof Delays): string => `${(p50(other[part]) - p50(calm[part])).toFixed(0)} ms`;
  return [
    ["one change in a calm moment: until accepted, pushed, told by its status; p50 (max)", text(calm), ""],
    [`the same while another organization makes ${changes} changes`, text(other), ""],
    ["the same of the organization that makes them", text(own), ""],
    [
      "delay by another organization's changes, p50: until pushed, until its status",
      `${more("pushed")}, ${more("told")}`,
      "",
    ],
    ...["pass", "commit", "projection"].map((stage): [string, string, string] => [
      `waited for a turn (${stage}) within the operator: others, the busy one; p50 (max)`,
      `${waitText(waits.other, stage)}, ${waitText(waits.own, stage)}`,
      "1 s",
    ]),
  ];
}

function waitText(waits: readonly Wait[], stage: string): string {
  const ms = waits.filter((wait) => wait.stage === stage).map((wait) => wait.ms);
  if (ms.length === 0) return "none";
  return `${quantile(ms, 0.5).toFixed(0)} (${ms.reduce((a, b) => Math.max(a, b)).toFixed(0)}) ms of ${ms.length}`;
}

async function probe(scene: OperatorScene, deployment: SceneDeployment, round: string): Promise<Probe> {
  const startedAtMs = performance.now();
  await scene.change(deployment, round);
  const acceptedMs = performance.now() - startedAtMs;
  for (;;) {
    const found = await scene.client.get(DEPLOYMENTS, deployment);
    const { observedGeneration, phase } = (found?.["status"] ?? {}) as { observedGeneration?: number; phase?: string };
    // Accepted is what its first pass says; that it runs hangs on others than the operator.
    if (observedGeneration === found?.metadata.generation && phase !== undefined)
      return { round, startedAtMs, acceptedMs, toldMs: performance.now() - startedAtMs };
    await delay(POLL_MS);
  }
}

/** Tells, by request id, when the branch came to hold a change. */
async function readPushes(scene: OperatorScene, heads: HeadWatch, first: string): Promise<Map<string, number>> {
  const { repository, branch } = scene.backend.git;
  const format = "--format=%H %(trailers:key=Berth-Request-Id,valueonly,separator=%x20)";
  const args = ["-C", repository, "log", "--reverse", format, `${first}..${branch}`];
  const { stdout } = await run("git", args, { maxBuffer: 2 ** 26 });
  const seen = new Map(heads.moves.map(({ commit, atMs }) => [commit, atMs]));
  const pushes = new Map<string, number>();
  const waiting: string[] = [];
  for (const line of stdout.trim().split("\n")) {
    const [commit = "", ...ids] = line.split(" ");
    waiting.push(...ids);
    // Of two moves at one moment only the later one is seen.
    const atMs = seen.get(commit);
    if (atMs === undefined) continue;
    for (const id of waiting.splice(0)) if (!pushes.has(id)) pushes.set(id, atMs);
  }
  return pushes;
}
