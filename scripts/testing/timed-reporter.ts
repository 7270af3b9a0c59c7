import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import Mocha from "mocha";
import { hearWitnesses } from "../../test/support/evidence/witnesses.ts";

/** What one test process came to, as it writes it for the runner. */
export type ProcessResult = Readonly<{
  passed: number;
  failed: number;
  skipped: number;
  /** Left out because of a failure before: of a hook, or of what a story goes on from. */
  notRun: number;
  /** A paragraph each: the titles, then the error. */
  failures: readonly string[];
  /** What the first failure's platform knew as it failed, in short. */
  evidence: string;
  files: readonly FileTimes[];
}>;

/** What one file took: from its first suite's beginning to its last one's end, hooks included. */
type FileTimes = Readonly<{ file: string; seconds: number; cpuSeconds: number; tests: number }>;

type Begun = Readonly<{ atMs: number; cpu: NodeJS.CpuUsage }>;

/** Prints as mocha's own `spec` does, and writes what the runner counts into the file that BERTH_TEST_RESULT names. */
export default class TimedReporter extends Mocha.reporters.Spec {
  readonly #files = new Map<string, FileTimes>();
  readonly #failures: string[] = [];
  #evidence = "";
  #notRun = 0;
  #begun: Begun = now();

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.on("suite", (suite) => {
      if (suite.parent?.root === true) this.#begun = now();
    });
    runner.on("suite end", (suite) => {
      if (suite.parent?.root === true) this.#add(suite);
      if (suite.parent?.root === true) this.#noteLeftOut(suite);
    });
    runner.on("fail", (test, error: Error) => {
      const failure = `${test.fullTitle()}: ${error.message}`;
      this.#failures.push(failure);
      this.#gather(failure).catch((error: unknown) => console.log(String(error)));
    });
    runner.once("end", () => this.#write());
  }

  #add(suite: Mocha.Suite): void {
    const file = relative(process.cwd(), suite.file ?? "");
    const before = this.#files.get(file) ?? { file, seconds: 0, cpuSeconds: 0, tests: 0 };
    const cpu = process.cpuUsage(this.#begun.cpu);
    this.#files.set(file, {
      file,
      seconds: before.seconds + (performance.now() - this.#begun.atMs) / 1000,
      cpuSeconds: before.cpuSeconds + (cpu.user + cpu.system) / 1e6,
      tests: before.tests + suite.total(),
    });
  }

  /** At once: what goes on after a failure, hooks above all, takes away what there was to see. */
  async #gather(failure: string): Promise<void> {
    const { short, full } = await hearWitnesses(failure);
    if (full !== "") console.log(`What the platform knew when this failed:\n${full}`);
    if (this.#evidence === "") this.#evidence = short;
  }

  #noteLeftOut(suite: Mocha.Suite): void {
    let count = 0;
    suite.eachTest((test) => {
      if (test.state === undefined && !test.isPending()) count += 1;
    });
    this.#notRun += count;
    if (count > 0) this.#failures.push(`${suite.title}: ${count} of its tests were not run after that.`);
  }

  #write(): void {
    const path = process.env["BERTH_TEST_RESULT"];
    if (path === undefined) return;
    const { passes, failures, pending } = this.stats;
    const counts = { passed: passes, failed: failures, skipped: pending, notRun: this.#notRun };
    const files = [...this.#files.values()];
    const result: ProcessResult = { ...counts, failures: this.#failures, evidence: this.#evidence, files };
    writeFileSync(path, JSON.stringify(result));
  }
}

function now(): Begun {
  return { atMs: performance.now(), cpu: process.cpuUsage() };
}
