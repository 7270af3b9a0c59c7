import { closeSync, openSync } from "node:fs";
import type { ChildProcess } from "node:child_process";
import { readFile, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Guard } from "./guard.ts";
import { killGroup, launch } from "./launch.ts";

/** One supervised process. */
export type ChildSpec = Readonly<{
  name: string;
  command: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  owner?: Readonly<{ uid: number; gid: number }>;
  stopSignal?: NodeJS.Signals;
  graceMs?: number;
  /** How much the process stands back behind others (nice); not at all unless told. */
  niceness?: number;
  /** Lower waves stop first: clients before the servers they hang on. */
  stopWave: number;
  ready: (signal: AbortSignal) => Promise<boolean>;
  readyTimeoutMs?: number;
  /** Restarted when one of these came back: its clients would wait out a long back-off of their own. */
  follows?: readonly string[];
  /** Runs before every start, also after a crash. */
  prepare?: () => Promise<void>;
  /** Removes what the process leaves outside of its files, once it was stopped. */
  cleanUp?: () => Promise<void>;
  /** Folders of cgroups that it makes; the guard removes them where nobody is left to clean up. */
  cgroups?: readonly string[];
}>;

/** What a supervised process needs from its supervisor. */
type ChildSurroundings = Readonly<{
  guard: Guard;
  logDir: string;
  env: Readonly<Record<string, string>>;
  report: (line: string) => void;
  changed: () => void;
  /** Called when the process is ready again after a death. */
  recovered: () => void;
  restartPauseMsMax: number;
}>;

const logSizeBytesMax = 16 * 1024 * 1024;
const steadyMs = 30_000;
const progressMs = 15_000;

/** Keeps one process running from start() to stop(): a death in between is followed by a new start after a back-off. */
export class Child {
  readonly spec: ChildSpec;
  readonly #around: ChildSurroundings;
  #process: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #wanted: AbortController | undefined;
  #deaths = 0;

  constructor(spec: ChildSpec, around: ChildSurroundings) {
    this.spec = spec;
    this.#around = around;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get logFile(): string {
    return join(this.#around.logDir, `${this.spec.name}.log`);
  }

  /** Starts the process and resolves when it is ready. */
  async start(): Promise<void> {
    if (this.#wanted) return;
    const wanted = new AbortController();
    this.#wanted = wanted;
    await this.#rotateLog();
    await this.#spawn(wanted);
    await this.#becomeReady(wanted.signal);
  }

  /** Stops the process and resolves when it has ended and nothing is left of it. */
  async stop(): Promise<void> {
    this.#wanted?.abort();
    this.#wanted = undefined;
    await this.#end();
    // Also of one that is between a death and its next start. What it cannot remove keeps nothing else from being stopped.
    await this.spec.cleanUp?.().catch((error: unknown) => this.#around.report(`${this.spec.name}: ${String(error)}`));
  }

  /** Sends a signal to the process itself, as a fault would. */
  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  async #end(): Promise<void> {
    const { pid } = this;
    if (pid === undefined) return;
    this.signal(this.spec.stopSignal ?? "SIGTERM");
    const patience = new AbortController();
    const grace = delay(this.spec.graceMs ?? 5_000, undefined, { signal: patience.signal })
      .then(() => killGroup(pid, "SIGKILL"))
      .catch(() => undefined);
    await this.#ended;
    patience.abort();
    await grace;
  }

  async #spawn(wanted: AbortController): Promise<void> {
    await this.spec.prepare?.();
    if (wanted.signal.aborted) return;
    const outputFd = openSync(this.logFile, "a", 0o600);
    const { command, args, env, cwd, owner, stopSignal, niceness, cgroups } = this.spec;
    const started = performance.now();
    const child = launch(this.#around.guard, {
      command,
      args,
      cwd,
      owner,
      stopSignal,
      niceness,
      cgroups,
      outputFd,
      env: { ...this.#around.env, ...env },
    });
    closeSync(outputFd);
    this.#process = child;
    this.#ended = new Promise((resolve) => {
      child.on("error", (error) => this.#bury(wanted, error.message, started, resolve));
      child.once("exit", (code, signal) => this.#bury(wanted, signal ?? `exit code ${String(code)}`, started, resolve));
    });
    this.#around.changed();
  }

  #bury(wanted: AbortController, cause: string, started: number, resolve: () => void): void {
    if (this.#process === undefined) return;
    this.#process = undefined;
    resolve();
    this.#around.changed();
    if (wanted.signal.aborted) return;
    this.#deaths = performance.now() - started > steadyMs ? 1 : this.#deaths + 1;
    const waitMs = Math.min(this.#around.restartPauseMsMax, 500 * 2 ** (this.#deaths - 1)) * (0.5 + Math.random());
    this.#around.report(`${this.spec.name} ended (${cause}); starting it again in ${(waitMs / 1000).toFixed(1)} s`);
    this.#again(wanted, waitMs);
  }

  #again(wanted: AbortController, waitMs: number): void {
    delay(waitMs, undefined, { signal: wanted.signal })
      .then(() => this.#spawn(wanted))
      .then(() => this.#noteRecovery(wanted))
      .catch((error: unknown) => {
        if (wanted.signal.aborted) return;
        this.#around.report(`${this.spec.name} could not be started: ${String(error)}`);
        this.#again(wanted, 5_000);
      });
  }

  #noteRecovery(wanted: AbortController): void {
    // A death in between is buried, and noted, on its own.
    this.#becomeReady(wanted.signal).then(
      () => this.#around.recovered(),
      () => undefined,
    );
  }

  async #becomeReady(wanted: AbortSignal): Promise<void> {
    const timeoutMs = this.spec.readyTimeoutMs ?? 90_000;
    const begunMs = performance.now();
    const end = begunMs + timeoutMs;
    let toldMs = begunMs;
    while (!wanted.aborted) {
      const probe = AbortSignal.any([wanted, AbortSignal.timeout(2_000)]);
      if (this.pid !== undefined && (await this.spec.ready(probe).catch(() => false))) return;
      if (performance.now() > end)
        throw new Error(`${this.spec.name} was not ready within ${timeoutMs / 1000} s. ${await this.#lastWords()}`);
      if (performance.now() - toldMs >= progressMs) {
        toldMs = performance.now();
        const seconds = Math.round((toldMs - begunMs) / 1000);
        this.#around.report(`${this.spec.name}: not ready after ${seconds} s; its log is ${this.logFile}`);
      }
      await delay(50);
    }
    throw new Error(`${this.spec.name} was stopped before it was ready`);
  }

  async #rotateLog(): Promise<void> {
    const size = await stat(this.logFile).then(
      (found) => found.size,
      () => 0,
    );
    if (size > logSizeBytesMax) await rename(this.logFile, `${this.logFile}.1`);
  }

  async #lastWords(): Promise<string> {
    const text = await readFile(this.logFile, "utf8").catch(() => "");
    return `${this.logFile} ends with:\n${text.trimEnd().split("\n").slice(-8).join("\n")}`;
  }
}
