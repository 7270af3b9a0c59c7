/*
 * Supervision, in order:
 * 1. open() ends what an earlier run left behind, from the process numbers it recorded.
 * 2. start() adds a child and waits until it is ready; a child that dies is started again after a back-off.
 * 3. The guard kills every child when this process ends without stopAll().
 * 4. stopAll() stops children wave by wave, clients before servers.
 */
import { writeFileSync, renameSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Child } from "./child.ts";
import type { ChildSpec } from "./child.ts";
import { Guard } from "./guard.ts";
import { killGroup, launch } from "./launch.ts";
import type { Launch } from "./launch.ts";
import { observeProcessIdentity } from "./process-identity.ts";

/** Where a supervisor keeps its records and to whom it reports. */
type SupervisorOptions = Readonly<{
  /** Holds logs/ and processes.json. */
  dir: string;
  env: Readonly<Record<string, string>>;
  report: (line: string) => void;
  changed?: () => void;
  /** Longest pause before a child that died is started again; half a minute unless told. */
  restartPauseMsMax?: number;
}>;

type Recorded = Readonly<{ name: string; pid: number; identity: string }>;

/** Owns a set of child processes and leaves none behind. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #guard = new Guard();
  readonly #children = new Map<string, Child>();
  readonly #closing = new AbortController();
  #recording: Promise<void> = Promise.resolve();

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Prepares the folders and ends children of an earlier run that nobody ended. */
  async open(): Promise<void> {
    await mkdir(this.#logDir, { recursive: true });
    const leftovers = await readRecorded(this.#recordFile);
    await Promise.all(leftovers.map(endLeftover));
  }

  /** Adds a child, starts it and waits until it is ready. */
  async start(spec: ChildSpec): Promise<void> {
    if (this.#children.has(spec.name)) throw new Error(`A child named ${spec.name} exists already`);
    this.#closing.signal.throwIfAborted();
    const { env, report } = this.#options;
    const child = new Child(spec, {
      guard: this.#guard,
      logDir: this.#logDir,
      env,
      report,
      changed: () => this.#changed(),
      recovered: () => this.#restartFollowers(spec.name),
      restartPauseMsMax: this.#options.restartPauseMsMax ?? 30_000,
    });
    this.#children.set(spec.name, child);
    await child.start();
  }

  /** Aborts once everything is being stopped. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Names the file in which a child's output is kept. */
  logFile(name: string): string {
    return join(this.#logDir, `${name}.log`);
  }

  /** Stops a child and keeps it for resume(). */
  stop(name: string): Promise<void> {
    return this.#child(name).stop();
  }

  /** Starts a stopped child again and waits until it is ready. */
  async resume(name: string): Promise<void> {
    await this.#child(name).start();
    this.#restartFollowers(name);
  }

  /** Stops a child and forgets it; an unknown name is no fault. */
  async remove(name: string): Promise<void> {
    await this.#children.get(name)?.stop();
    this.#children.delete(name);
  }

  /** Sends a signal to a child, as a fault would. */
  kill(name: string, signal: NodeJS.Signals): void {
    this.#child(name).signal(signal);
  }

  /** Tells the process number of a child while it runs. */
  pid(name: string): number | undefined {
    return this.#children.get(name)?.pid;
  }

  /** Lists the running children. */
  pids(): Record<string, number> {
    const running = [...this.#children].flatMap(([name, { pid }]) => (pid === undefined ? [] : [[name, pid] as const]));
    return Object.fromEntries(running);
  }

  /** Runs a command to its end under the guard and answers its exit code and both outputs. */
  run(what: Omit<Launch, "env"> & { env?: Record<string, string> }): Promise<{ code: number; output: string }> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    const child = launch(this.#guard, { ...what, env: { ...this.#options.env, ...what.env } });
    const abort = (): void => {
      if (child.pid !== undefined) killGroup(child.pid, "SIGTERM");
    };
    signal.addEventListener("abort", abort, { once: true });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-64 * 1024);
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    return new Promise((resolve, reject) => {
      child.on("error", reject);
      child.once("close", (code) => {
        signal.removeEventListener("abort", abort);
        resolve({ code: code ?? 1, output });
      });
    });
  }

  /** Stops all children, lower waves first, and the guard at the end. */
  async stopAll(): Promise<void> {
    this.#closing.abort(new Error("The processes are being stopped"));
    const waves = [...new Set([...this.#children.values()].map((child) => child.spec.stopWave))].sort((a, b) => a - b);
    for (const wave of waves) {
      const members = [...this.#children.values()].filter((child) => child.spec.stopWave === wave);
      await Promise.all(members.map((child) => child.stop()));
    }
    this.#children.clear();
    await this.#recording;
    this.#guard.close();
  }

  get #logDir(): string {
    return join(this.#options.dir, "logs");
  }

  get #recordFile(): string {
    return join(this.#options.dir, "processes.json");
  }

  #child(name: string): Child {
    const child = this.#children.get(name);
    if (!child) throw new Error(`No process is named ${name}; there are ${[...this.#children.keys()].join(", ")}`);
    return child;
  }

  #restartFollowers(name: string): void {
    for (const child of this.#children.values()) {
      if (!child.spec.follows?.includes(name) || child.pid === undefined) continue;
      this.#options.report(`${child.spec.name}: starting it again, since ${name} came back`);
      child
        .stop()
        .then(() => child.start())
        .catch((error: unknown) => this.#options.report(String(error)));
    }
  }

  #changed(): void {
    this.#recording = this.#recording.then(() => this.#record());
    this.#options.changed?.();
  }

  async #record(): Promise<void> {
    const identified = Object.entries(this.pids()).map(async ([name, pid]) => ({
      name,
      pid,
      identity: await observeProcessIdentity(pid),
    }));
    const next = `${this.#recordFile}.next`;
    writeFileSync(next, JSON.stringify(await Promise.all(identified)));
    renameSync(next, this.#recordFile);
  }
}

async function readRecorded(path: string): Promise<Recorded[]> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Recorded[];
  } catch {
    return [];
  }
}

async function endLeftover({ pid, identity }: Recorded): Promise<void> {
  // The guard of the earlier run may be ending it right now, in order; only what outlives that is killed.
  for (let waitedMs = 0; (await observeProcessIdentity(pid)) === identity; waitedMs += 100) {
    if (waitedMs === 0) killGroup(pid, "SIGTERM");
    if (waitedMs >= 4_000) killGroup(pid, "SIGKILL");
    if (waitedMs > 10_000) throw new Error(`Process ${pid} of an earlier run does not end`);
    await delay(100);
  }
}
