import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../test/support/eventually.ts";
import { processUsage } from "./process-usage.ts";

const ROOT = join(import.meta.dirname, "..");
const START_DEADLINE_MS = 900_000;
const STOP_DEADLINE_MS = 30_000;
/** A scrape takes the operator milliseconds: ten a second were a tenth of what it was measured to need. */
const POLL_MS = 500;
const LOOK_MS = 2_000;

/** One scrape, by metric name with its labels. */
export type Metrics = ReadonlyMap<string, number>;

/** Runs `operator/main.ts` and tells what it costs. */
export class OperatorProcess {
  readonly #child: ChildProcess;
  readonly #url: string;
  readonly #readyUrl: string;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.#url = `${url}/metrics`;
    this.#readyUrl = `${url}/readyz`;
  }

  /**
   * Starts it; its log goes to standard error when it is a warning or worse. Set BENCH_PROFILE to a folder for CPU
   * profiles, BENCH_NODE_FLAGS to try flags of the engine.
   */
  static start(env: Readonly<Record<string, string>>, metricsPort: number): OperatorProcess {
    const folder = process.env["BENCH_PROFILE"];
    const flags = [
      ...(folder === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${folder}`]),
      ...(process.env["BENCH_NODE_FLAGS"]?.split(" ") ?? []),
    ];
    const child = spawn(process.execPath, [...flags, join(ROOT, "operator/main.ts")], {
      env: {
        PATH: process.env["PATH"],
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        ...env,
        BERTH_METRICS_PORT: String(metricsPort),
        BERTH_LOG_LEVEL: process.env["BENCH_LOG_LEVEL"] ?? "warn",
      },
      stdio: ["ignore", process.stderr, process.stderr],
    });
    return new OperatorProcess(child, `http://127.0.0.1:${metricsPort}`);
  }

  /** Returns the CPU time used so far, of all threads, in user and kernel mode. */
  async cpuMs(): Promise<number> {
    return (await processUsage(this.#pid())).cpuMs;
  }

  /** Returns the resident memory now and at its peak. */
  async residentMib(): Promise<{ now: number; peak: number }> {
    const status = await readFile(`/proc/${this.#pid()}/status`, "utf8");
    const mib = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    return { now: mib("VmRSS"), peak: mib("VmHWM") };
  }

  async metrics(): Promise<Metrics> {
    if (this.#child.exitCode !== null) throw new Error(`The operator ended with ${this.#child.exitCode}`);
    return parseMetrics(await (await fetch(this.#url)).text());
  }

  /**
   * Waits until every key was looked at, none waits, no deployment is worked on and Postgres has it all, for `lastingMs`;
   * returns when that began. Clusters are looked at all the time: of a thousand some wait at every moment.
   */
  async quiet(objects: Readonly<{ deployments: number; clusters: number }>, lastingMs: number): Promise<number> {
    let sinceMs: number | undefined;
    await eventually(
      async () => {
        const busy = describeBusy(await this.metrics().catch(() => new Map<string, number>()), objects);
        if (busy !== undefined) sinceMs = undefined;
        else sinceMs ??= performance.now();
        if (sinceMs === undefined || performance.now() - sinceMs < lastingMs)
          throw new Error(`The operator is not quiet: ${busy ?? "for a moment only"}`);
      },
      START_DEADLINE_MS,
      POLL_MS,
    );
    return sinceMs!;
  }

  /** Tells whether it holds the lease; a process that is paused or gone says nothing and counts as not leading. */
  async leads(): Promise<boolean> {
    const answer = await fetch(this.#url, { signal: AbortSignal.timeout(LOOK_MS) }).catch(() => undefined);
    return answer !== undefined && sumOf(parseMetrics(await answer.text()), "berth_leader") === 1;
  }

  /** Returns what stands in the way of its readiness; empty when nothing does. */
  async readinessFaults(): Promise<readonly string[]> {
    const answer = await fetch(this.#readyUrl, { signal: AbortSignal.timeout(LOOK_MS) });
    return answer.status === 200 ? [] : (await answer.text()).trim().split("\n");
  }

  signal(name: "SIGSTOP" | "SIGCONT" | "SIGKILL" | "SIGTERM"): void {
    this.#child.kill(name);
  }

  /** Waits for its end. */
  async gone(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, "exit");
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    const giveUp = setTimeout(() => this.#child.kill("SIGKILL"), STOP_DEADLINE_MS);
    await closed;
    clearTimeout(giveUp);
  }

  #pid(): number {
    return this.#child.pid!;
  }
}

/** Sums a metric over all its labels that contain `part`. */
export function sumOf(metrics: Metrics, name: string, part = ""): number {
  let sum = 0;
  for (const [key, value] of metrics) {
    const bare = key === name || key.startsWith(`${name}{`);
    if (bare && key.includes(part)) sum += value;
  }
  return sum;
}

function describeBusy(
  metrics: Metrics,
  { deployments, clusters }: Readonly<{ deployments: number; clusters: number }>,
): string | undefined {
  const passes = (controller: string): number =>
    sumOf(metrics, "berth_reconcile_seconds_count", `controller="${controller}"`);
  if (metrics.size === 0) return "it does not answer";
  if (sumOf(metrics, "berth_leader") !== 1) return "it does not lead";
  if (passes("deployments") < deployments) return `${passes("deployments")} passes over deployments`;
  if (passes("clusters") < clusters) return `${passes("clusters")} passes over clusters`;
  const atRest = [
    ["berth_queue_depth", 'controller="deployments"'],
    ["berth_queue_running", 'controller="deployments"'],
    ["berth_mirror_pending", ""],
  ] as const;
  for (const [name, part] of atRest)
    if (sumOf(metrics, name, part) > 0) return `${name} is ${sumOf(metrics, name, part)}`;
  return undefined;
}

/** Reads the Prometheus text format; values of one name and labels. */
export function parseMetrics(text: string): Metrics {
  const metrics = new Map<string, number>();
  for (const line of text.split("\n")) {
    if (line === "" || line.startsWith("#")) continue;
    const at = line.lastIndexOf(" ");
    metrics.set(line.slice(0, at), Number(line.slice(at + 1)));
  }
  return metrics;
}
