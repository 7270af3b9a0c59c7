/* Types through the gateway and straight in turn, so that what else the machine does meets both, and says what it cost meanwhile. */
import { readFile } from "node:fs/promises";
import { constants, PerformanceObserver } from "node:perf_hooks";
import { setImmediate as turn } from "node:timers/promises";
import { median, quantile } from "./report.ts";
import { WAYS, type Samples, type Typist, type Way } from "./typist.ts";

type Ticks = Readonly<{ busy: number; all: number }>;
type Collection = Readonly<{ startTime: number; duration: number; isMajor: boolean }>;

/** What this process did while it was typed through, and how busy all processors were, by the way that was typed. */
type Used = { cpuMs: number; waitedMs: number; wallMs: number; majors: number; majorMs: number };
type Busy = Record<Way, Ticks>;

/** How long echoes took in all rounds, what that cost, and how much more each round's 99th percentile was through the gateway. */
export type Typed = Readonly<{ took: Samples; used: Readonly<Used>; busy: Busy; moreMs: readonly number[] }>;

/** Types `keys` in each shell, each round in both ways; this process is the gateway's. */
export async function typeInTurn(typist: Typist, rounds: number, keys: number): Promise<Typed> {
  const took: Samples = { straight: [], through: [] };
  const none = { busy: 0, all: 0 };
  const used: Used = { cpuMs: 0, waitedMs: 0, wallMs: 0, majors: 0, majorMs: 0 };
  const busy: Busy = { straight: none, through: none };
  const moreMs: number[] = [];
  const collections: Collection[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { startTime, duration } = entry;
      const { detail } = entry as PerformanceEntry & Readonly<{ detail: Readonly<{ kind: number }> }>;
      const isMajor = detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
      collections.push({ startTime, duration, isMajor });
    }
  });
  observer.observe({ entryTypes: ["gc"] });
  for (let round = 0; round < rounds; round += 1) {
    const p99: Record<Way, number> = { straight: 0, through: 0 };
    for (const way of WAYS) {
      const [before, ticks, startedAtMs] = [await threadTimes(), await machineTicks(), performance.now()];
      const samples = await typist.type(way, keys);
      const [after, now] = [await threadTimes(), await machineTicks()];
      busy[way] = { busy: busy[way].busy + now.busy - ticks.busy, all: busy[way].all + now.all - ticks.all };
      took[way].push(...samples);
      p99[way] = quantile(samples, 0.99);
      if (way === "straight") continue;
      // What was collected last is told in a turn of its own.
      await turn();
      add(used, { before, after, startedAtMs, collections });
    }
    moreMs.push(p99.through - p99.straight);
  }
  observer.disconnect();
  return { took, used, busy, moreMs };
}

type Round = Readonly<{ before: Times; after: Times; startedAtMs: number; collections: readonly Collection[] }>;

function add(used: Used, { before, after, startedAtMs, collections }: Round): void {
  used.cpuMs += after.cpuMs - before.cpuMs;
  used.waitedMs += after.waitedMs - before.waitedMs;
  used.wallMs += performance.now() - startedAtMs;
  for (const { startTime, duration, isMajor } of collections) {
    if (!isMajor || startTime < startedAtMs) continue;
    used.majors += 1;
    used.majorMs += duration;
  }
}

type Times = Readonly<{ cpuMs: number; waitedMs: number }>;

/** Reads how long this process's main thread has run, and waited for a processor, from Linux's /proc. */
async function threadTimes(): Promise<Times> {
  const text = await readFile(`/proc/self/task/${process.pid}/schedstat`, "utf8");
  const [cpuMs = 0, waitedMs = 0] = text.split(" ").map((nanoseconds) => Number(nanoseconds) / 1e6);
  return { cpuMs, waitedMs };
}

/** Reads how long all processors of the machine have been busy, whoever kept them so. */
async function machineTicks(): Promise<Ticks> {
  const [line = ""] = (await readFile("/proc/stat", "utf8")).split("\n");
  const [user = 0, nice = 0, system = 0, idle = 0, waiting = 0, ...more] = line.split(/ +/).slice(1, 9).map(Number);
  const busy = [user, nice, system, ...more].reduce((sum, one) => sum + one, 0);
  return { busy, all: busy + idle + waiting };
}

/** Says in words what the gateway and the processors did while it was typed through. */
export function describeUsed({ used, busy, moreMs }: Typed): string {
  const { cpuMs, waitedMs, wallMs, majors, majorMs } = used;
  const percent = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(0)} %`;
  const [straight, through] = WAYS.map((way) => percent(busy[way].busy, busy[way].all));
  return [
    `While it was typed through it the gateway ran ${percent(cpuMs, wallMs)} of the time, and waited ${percent(waitedMs, wallMs)} for a processor.`,
    `It collected all of its memory ${majors} times in ${(wallMs / 1000).toFixed(0)} s, for ${majorMs.toFixed(0)} ms.`,
    `All processors were busy for ${straight} of the time, and for ${through} when it was typed through the gateway.`,
    `By rounds the 99th percentile was ${moreMs.map((one) => one.toFixed(0)).join(", ")} ms more through the gateway; the middle one ${median(moreMs).toFixed(0)}.`,
  ].join("\n");
}

const ms = (samples: readonly number[], share: number): string => `${quantile(samples, share).toFixed(1)} ms`;

/** A row of what both ways took. */
export const echoRow = (what: string, { straight, through }: Samples): Record<string, string> => ({
  what,
  samples: `${straight.length} + ${through.length}`,
  "API server's own: p50, p99, most": [0.5, 0.99, 1].map((share) => ms(straight, share)).join(", "),
  "through the gateway": [0.5, 0.99, 1].map((share) => ms(through, share)).join(", "),
});
