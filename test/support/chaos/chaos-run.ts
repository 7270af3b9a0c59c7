/**
 * Plays on a stage, in order:
 *
 * 1. gateway and operators start anew when a known bug is to be in them;
 * 2. things go wrong, on several lanes at once, while the writer makes so many accepted changes;
 * 3. everything is healed, and all that says something about the changes is compared until it agrees or the time is over.
 */
import { setTimeout as delay } from "node:timers/promises";
import { DeliveryRepository } from "../delivery-repository.ts";
import { seededRandom } from "../seeded-random.ts";
import { findFaults } from "./at-rest.ts";
import { ChangeLedger } from "./change-ledger.ts";
import { OPERATORS, type ChaosStage, type Program } from "./chaos-stage.ts";
import { breakThings, FaultTally } from "./fault-plan.ts";
import type { Lane } from "./faults.ts";
import { KNOWN_BUGS } from "./known-bugs.ts";
import { tellUnsettled } from "./tell-unsettled.ts";
import { Writer, type WayName, type WriterOptions } from "./writer.ts";

const PROGRESS_MS = 5_000;
const LOOK_MS = 1_000;
const WARM_UP_MS = 400_000;

/** What is played. */
export type Play = Readonly<{
  changes: number;
  lanes: readonly Lane[];
  /** The longest pause between two faults of a lane. */
  pauseMsMax: number;
  /** On a fast machine the writing lasts so long all the same: what breaks has its own pace. */
  writeMsMin?: number;
  writeMsMax: number;
  restMsMax: number;
  /** One of `known-bugs.ts`, which is in gateway and operators from the beginning to the end. */
  bug?: string;
  ways?: readonly WayName[];
}>;

/** What came of it: `faults` is empty when all agreed. */
export type Played = Readonly<{ faults: readonly string[]; tally: FaultTally; writeMs: number; restMs: number }>;

/** Keeps the changes of all that is played on one stage. */
export class ChaosRun {
  readonly ledger = new ChangeLedger();
  readonly #stage: ChaosStage;
  readonly #seed: number;
  readonly #writer: Writer;
  readonly #repository: DeliveryRepository;
  /** Those that run with a bug since an earlier play. */
  #spoiled: readonly Program[] = [];

  constructor(
    stage: ChaosStage,
    { seed, ...size }: Pick<WriterOptions, "targets" | "workers"> & Readonly<{ seed: number }>,
  ) {
    this.#stage = stage;
    this.#seed = seed;
    this.#writer = new Writer({ stage, ledger: this.ledger, random: seededRandom(seed + 100), ...size });
    this.#repository = new DeliveryRepository(stage.stack);
  }

  async play(play: Play): Promise<Played> {
    const stage = this.#stage;
    if (play.bug !== undefined) await this.#startWith(play.bug);
    const tally = new FaultTally();
    const writeMs = await this.#writeUnderFaults(play, tally);
    stage.heal();
    await stage.ready();
    const healedAtMs = performance.now();
    const faults = await this.#untilAgreed(play.restMsMax);
    return { faults, tally, writeMs, restMs: performance.now() - healedAtMs };
  }

  /** The change shows that an operator leads and delivers again: a bug that fails from the beginning proves nothing. */
  async #startWith(bug: string): Promise<void> {
    const concerned: readonly Program[] = KNOWN_BUGS[bug]?.file.startsWith("api/") === true ? ["api"] : OPERATORS;
    const cured = this.#spoiled.filter((program) => !concerned.includes(program));
    await Promise.all([
      ...concerned.map((program) => this.#stage.restart(program, bug)),
      ...cured.map((program) => this.#stage.restart(program)),
    ]);
    this.#spoiled = concerned;
    await this.#writer.write(1, new AbortController().signal, { ways: ["api"] });
    const faults = await this.#untilAgreed(WARM_UP_MS);
    if (faults.length > 0) throw new Error(`With ${bug} nothing works: ${faults[0] ?? ""}`);
  }

  /** Tells all of Git's history. */
  history(): string {
    this.#repository.fetch();
    return this.#repository.git("log", "-p", "--all", "--format=%B");
  }

  close(): void {
    this.#repository.remove();
  }

  async #writeUnderFaults(play: Play, tally: FaultTally): Promise<number> {
    const { changes, lanes, pauseMsMax, writeMsMin, writeMsMax, ways } = play;
    const begunAtMs = performance.now();
    const wanted = this.ledger.accepted + changes;
    const over = new AbortController();
    const outOfTime = setTimeout(() => over.abort(), writeMsMax);
    const progress = setInterval(() => this.#tell(tally, wanted, begunAtMs + writeMsMax), PROGRESS_MS);
    const broken = breakThings(lanes, { seed: this.#seed, pauseMsMax }, tally, over.signal);
    try {
      // The end of the writing is known before its workers have come back from their last changes.
      await this.#writer.write(changes, over.signal, { ways, msMin: writeMsMin });
    } finally {
      over.abort();
      clearTimeout(outOfTime);
      clearInterval(progress);
      await broken;
    }
    return performance.now() - begunAtMs;
  }

  async #untilAgreed(restMsMax: number): Promise<readonly string[]> {
    const endsMs = performance.now() + restMsMax;
    let toldAtMs = performance.now();
    for (;;) {
      const faults = await findFaults(this.#stage, this.ledger, this.#repository).catch((error: unknown) => [
        `no look: ${String(error)}`,
      ]);
      if (faults.length === 0 || performance.now() > endsMs) return faults;
      if (performance.now() - toldAtMs > PROGRESS_MS) {
        toldAtMs = performance.now();
        console.log(`    coming to rest: ${faults.length} to go, as ${faults[0]!}`);
        for (const line of await tellUnsettled(this.#stage).catch(() => [])) console.log(`      ${line}`);
      }
      await delay(LOOK_MS);
    }
  }

  #tell(tally: FaultTally, wanted: number, endsMs: number): void {
    const { accepted, refused, unanswered } = this.ledger;
    const left = Math.max(0, Math.round((endsMs - performance.now()) / 1000));
    const now = [...tally.now].join("; ");
    console.log(
      `    ${accepted} of ${wanted} accepted, ${refused} refused, ${unanswered} unanswered; ${tally.total} faults, now ${now}; ${left} s left`,
    );
  }
}

/** Makes a lane of one fault: Git is out of both operators' reach for longer than they insist. */
export function gitAway(stage: ChaosStage): Lane {
  return {
    name: "Git away",
    lastsMs: [9_000, 9_000],
    faults: [
      {
        kind: "partition",
        target: "operators to git",
        // It lasts to its end, though the writing is over sooner.
        happen: async (lastsMs) => {
          for (const operator of OPERATORS) stage.link(operator, "git").set({ kind: "reset" });
          await delay(lastsMs);
          for (const operator of OPERATORS) stage.link(operator, "git").set({ kind: "open" });
          return true;
        },
      },
    ],
  };
}

/** Lays out what was played as a table. */
export function tableOf(
  { tally, writeMs, restMs }: Played,
  { accepted, refused, unanswered, refusals }: ChangeLedger,
): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const rows = [
    ...[...tally.done].sort().map(([kind, count]) => [kind, String(count)]),
    ["changes accepted", String(accepted)],
    ["changes refused", String(refused)],
    ...[...refusals].sort().map(([why, count]) => [`  ${why}`, String(count)]),
    ["changes never answered", String(unanswered)],
    ["time of writing", seconds(writeMs)],
    ["time to rest", seconds(restMs)],
  ];
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  return rows.map(([name = "", value = ""]) => `    ${name.padEnd(width)}  ${value.padStart(8)}`).join("\n");
}
