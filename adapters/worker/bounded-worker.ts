/**
 * Does work with texts of strangers in a thread of its own, so that no text holds up the process:
 *
 * 1. the thread is started when it is needed, and ends when nothing was asked of it for a minute;
 * 2. tasks come one after the other, of those who ask for them in turn; one that takes more of the processor, or of memory,
 *    than its budget ends with the thread. The processor's time of the thread is what counts: a busy machine makes no work
 *    too costly;
 * 3. whoever waits for an ended task is told so, all others are served by the next thread.
 */
import { Worker } from "node:worker_threads";
import { BerthError } from "../../contract/errors.ts";
import { RoundRobin } from "../round-robin.ts";
import type { TaskAnswer, TaskCall } from "./serve-tasks.ts";

/** What one task may take. */
type WorkBudget = Readonly<{ cpuMs: number; heapMb: number }>;

const BUDGET: WorkBudget = { cpuMs: 4_000, heapMb: 256 };
const LOOK_MS = 100;
const IDLE_MS = 60_000;

/** Says that a task was ended because it took more than its budget. */
export class TooCostlyError extends Error {
  override readonly name = "TooCostlyError";
}

type Job = TaskCall & Readonly<{ resolve: (output: never) => void; reject: (error: Error) => void }>;
type Running = { readonly thread: Worker; job: Job | undefined; isReady: boolean };

/** Runs the tasks of one module, one after the other and one of each who asks in turn. */
export class BoundedWorker {
  readonly #module: URL;
  readonly #budget: WorkBudget;
  readonly #jobs = new RoundRobin<Job>();
  #running: Running | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(module: URL, budget: WorkBudget = BUDGET) {
    this.#module = module;
    this.#budget = budget;
  }

  /** Runs a task; rejects with a TooCostlyError, or with what the task refused. */
  run<Output>(task: string, input: unknown, whose: string): Promise<Output> {
    return new Promise<Output>((resolve, reject) => {
      this.#jobs.push(whose, { task, input, resolve, reject });
      this.#next();
    });
  }

  /** Ends the thread; what was not done yet is told to be too costly. */
  async close(): Promise<void> {
    const running = this.#running;
    for (let job = this.#jobs.shift(); job !== undefined; job = this.#jobs.shift())
      job.reject(new TooCostlyError("Closed"));
    if (running !== undefined) await this.#end(running, new TooCostlyError("Closed"));
  }

  #next(): void {
    clearTimeout(this.#idle);
    this.#running ??= this.#start();
    const running = this.#running;
    if (!running.isReady || running.job !== undefined) return;
    const job = this.#jobs.shift();
    if (job === undefined) {
      this.#idle = setTimeout(() => this.#drop(running), IDLE_MS).unref();
      return;
    }
    running.job = job;
    this.#watch(running, job).catch((error: unknown) => this.#drop(running, asError(error)));
  }

  #start(): Running {
    const thread = new Worker(this.#module, { resourceLimits: { maxOldGenerationSizeMb: this.#budget.heapMb } });
    thread.unref();
    const running: Running = { thread, job: undefined, isReady: false };
    thread.on("message", (answer: TaskAnswer) => this.#onAnswer(running, answer));
    thread.on("error", (error: Error & { code?: string }) => {
      const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
      this.#drop(running, isMemory ? new TooCostlyError("Too much memory") : error);
    });
    // One that ends without an error would leave its task to be waited for without end.
    thread.on("exit", () => {
      if (running.job !== undefined || this.#running === running)
        this.#drop(running, new Error("The thread has ended"));
    });
    return running;
  }

  /** Hands a task over, and looks at what it takes until it is done. */
  async #watch(running: Running, job: Job): Promise<void> {
    const startMs = await cpuMsOf(running.thread);
    running.thread.postMessage({ task: job.task, input: job.input } satisfies TaskCall);
    while (running.job === job) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if (running.job !== job) return;
      const spentMs = (await cpuMsOf(running.thread)) - startMs;
      if (running.job === job && spentMs > this.#budget.cpuMs)
        await this.#end(running, new TooCostlyError("Too much time"));
    }
  }

  #onAnswer(running: Running, answer: TaskAnswer): void {
    const { job } = running;
    running.isReady = true;
    running.job = undefined;
    if (answer.kind === "done") job?.resolve(answer.output as never);
    if (answer.kind === "failed") job?.reject(new Error(answer.message));
    if (answer.kind === "refused")
      job?.reject(new BerthError("render_failed", { publicMessage: answer.message, details: answer.details }));
    if (this.#running === running) this.#next();
  }

  #drop(running: Running, fault?: Error): void {
    this.#end(running, fault).catch(() => undefined);
  }

  async #end(running: Running, fault?: Error): Promise<void> {
    if (this.#running === running) this.#running = undefined;
    const { job } = running;
    running.job = undefined;
    if (fault !== undefined) job?.reject(fault);
    await running.thread.terminate();
    if (this.#jobs.first !== undefined) this.#next();
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("unknown");
}

/** A thread that has ended takes nothing any more. */
async function cpuMsOf(thread: Worker): Promise<number> {
  const { user, system } = await thread.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}
