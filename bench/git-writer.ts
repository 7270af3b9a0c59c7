/**
 * Measures the Git writer with 10,000 applications beside the git command line:
 * 1. A child process builds two equal repositories and serves them by `git http-backend`.
 * 2. One change at a time, ours and the command line's in turn, so that both see the same machine.
 * 3. A burst of 1,000 changes handed over at once; 20 changes a second for 30 seconds.
 * 4. A table; nothing is asserted here.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mkdtemp, rm } from "node:fs/promises";
import type { GitWriter } from "../operator/git/git-writer.ts";
import type { FileChange } from "../operator/git/write-request.ts";
import { GitServer } from "../test/support/git-server.ts";
import { fastImport, fastImportStream, GitCommandBaseline } from "./git-baseline.ts";
import type { BaselineFile } from "./git-baseline.ts";
import { openWriter } from "./open-writer.ts";
import { printTable } from "./report.ts";

const APPLICATIONS = Number(process.argv[2] ?? 10_000);
const CLUSTERS = Number(process.argv[3] ?? 50);
const SINGLE_CHANGES = 100;
const BURST = 1_000;
const RATE_PER_SECOND = 20;
const RATE_SECONDS = 30;

type Served = Readonly<{ url: string; pushUrl: string; username: string; token: string; branch: string }>;

function handle(index: number): string {
  return `shop-${index}-${(index * 2_654_435_761).toString(36).padStart(10, "0").slice(0, 10)}`;
}

function* filesOf(index: number, version: number): Generator<BaselineFile> {
  const cluster = `clusters/cluster-${index % CLUSTERS}`;
  const name = handle(index);
  const lines = Array.from({ length: 30 }, (_, line) => `  key${line}: "value ${line} of ${name}"`).join("\n");
  yield {
    path: `${cluster}/applications/${name}.yaml`,
    content: `kind: Application\nmetadata:\n  name: ${name}\n${lines}\n`,
  };
  yield { path: `${cluster}/deployments/${name}/values.yaml`, content: `version: ${version}\nenv:\n${lines}\n` };
  yield {
    path: `${cluster}/deployments/${name}/resource.yaml`,
    content: `kind: Deployment\nname: ${name}\nversion: ${version}\n${lines}\n`,
  };
}

function* allFiles(): Generator<BaselineFile> {
  for (let index = 0; index < APPLICATIONS; index += 1) yield* filesOf(index, 0);
}

async function serve(): Promise<void> {
  const server = await GitServer.start();
  await fastImport(server.repository, fastImportStream(server.branch, undefined, allFiles()));
  await server.git("config", "gc.auto", "0");
  const { url, pushUrl, username, token, branch } = server;
  process.send?.({ url, pushUrl, username, token, branch } satisfies Served);
  await new Promise<void>((resolve) => process.once("disconnect", resolve));
  await server.remove();
}

async function startServer(): Promise<{ child: ChildProcess; served: Served }> {
  const child = fork(import.meta.filename, [...process.argv.slice(2, 4)], {
    env: { ...process.env, BENCH_SERVE: "1" },
  });
  const served = await new Promise<Served>((resolve, reject) => {
    child.once("message", (message) => resolve(message as Served));
    child.once("exit", (code) => reject(new Error(`The server process ended with ${code}`)));
  });
  return { child, served };
}

async function stopServer(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once("exit", resolve));
  child.disconnect();
  await closed;
}

async function writeOne(writer: GitWriter, index: number, version: number): Promise<number> {
  const startedAtMs = performance.now();
  const files: FileChange[] = [...filesOf(index, version)];
  const resource = `Deployment/org-bench/${handle(index)}`;
  await writer.write({
    key: resource,
    files,
    trailers: { resource, generation: version, requestId: `bench-${version}-${index}` },
  });
  return performance.now() - startedAtMs;
}

function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN) * 10) / 10;
}

const rssMib = (): number => Math.round(process.memoryUsage().rss / 1024 / 1024);

async function singleChanges(
  writer: GitWriter,
  baseline: GitCommandBaseline,
): Promise<{ ours: number[]; theirs: number[]; cpuMs: number }> {
  const ours: number[] = [];
  const theirs: number[] = [];
  let cpuMicros = 0;
  for (let round = 0; round < SINGLE_CHANGES; round += 1) {
    const index = (round * 7919) % APPLICATIONS;
    const before = process.cpuUsage();
    ours.push(await writeOne(writer, index, 1));
    const used = process.cpuUsage(before);
    cpuMicros += used.user + used.system;
    theirs.push(await baseline.write([...filesOf(index, 1)].slice(1)));
  }
  return { ours, theirs, cpuMs: Math.round(cpuMicros / SINGLE_CHANGES / 100) / 10 };
}

async function steadyRate(writer: GitWriter): Promise<number[]> {
  const pending: Promise<number>[] = [];
  const startedAtMs = performance.now();
  for (let count = 0; count < RATE_PER_SECOND * RATE_SECONDS; count += 1) {
    const waitMs = startedAtMs + (count * 1000) / RATE_PER_SECOND - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    pending.push(writeOne(writer, (count * 31) % APPLICATIONS, 3));
  }
  return Promise.all(pending);
}

async function measure(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "berth-bench-git-"));
  const [own, other] = await Promise.all([startServer(), startServer()]);
  let pushes = 0;
  const rssBefore = rssMib();
  const writer = openWriter(own.served, () => (pushes += 1));
  const startedAtMs = performance.now();
  await writer.start(new AbortController().signal);
  const startMs = Math.round(performance.now() - startedAtMs);
  const rssStarted = rssMib();
  const baseline = await GitCommandBaseline.open(other.served.pushUrl, other.served.branch, join(folder, "clone.git"));

  const single = await singleChanges(writer, baseline);
  pushes = 0;
  const burstStartedAtMs = performance.now();
  await Promise.all(Array.from({ length: BURST }, (_, index) => writeOne(writer, index, 2)));
  const burstMs = Math.round(performance.now() - burstStartedAtMs);
  const burstCommits = pushes;
  const burstFiles = Array.from({ length: BURST }, (_, index) => [...filesOf(index, 2)].slice(1)).flat();
  const baselineBurstMs = Math.round(await baseline.write(burstFiles));
  pushes = 0;
  const steady = await steadyRate(writer);
  const rssPeak = Math.round(process.resourceUsage().maxRSS / 1024);
  await writer.stop();
  await Promise.all([own, other].map(({ child }) => stopServer(child)));
  await rm(folder, { recursive: true, force: true });
  const ratio = quantile(single.ours, 0.5) / quantile(single.theirs, 0.5);
  printTable(`Git writer, ${APPLICATIONS} applications of ${CLUSTERS} clusters`, [
    { What: "its start", Ours: `${startMs} ms`, "git's commands": "" },
    { What: "one change, p50", ...besideEach(single, 0.5), Ratio: ratio.toFixed(2) },
    { What: "one change, p99", ...besideEach(single, 0.99) },
    { What: "one change, own CPU", Ours: `${single.cpuMs} ms` },
    { What: `${BURST} changes at once, pushed`, Ours: `${burstMs} ms`, "git's commands": `${baselineBurstMs} ms` },
    { What: "their commits", Ours: String(burstCommits), "git's commands": "1" },
    { What: `${RATE_PER_SECOND} a second for ${RATE_SECONDS} s, p50`, Ours: `${quantile(steady, 0.5)} ms` },
    { What: "the same, p99", Ours: `${quantile(steady, 0.99)} ms` },
    { What: "the same, commits", Ours: String(pushes) },
    { What: "memory before, after the start, at its peak", Ours: `${rssBefore}, ${rssStarted}, ${rssPeak} MiB` },
  ]);
}

function besideEach(all: Readonly<{ ours: number[]; theirs: number[] }>, share: number): Record<string, string> {
  return { Ours: `${quantile(all.ours, share)} ms`, "git's commands": `${quantile(all.theirs, share)} ms` };
}

await (process.env["BENCH_SERVE"] === "1" ? serve() : measure());
