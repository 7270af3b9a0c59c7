/**
 * Is loaded into the operator before its own code, and writes down how long each thing waited for its turn in the lines that
 * organizations share: for a pass, for a commit, for the projection. What an API server or Git takes is no wait here.
 */
import { appendFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { RoundRobin } from "../adapters/round-robin.ts";

const file = process.env["BENCH_QUEUE_WAITS"];
const requestedMs = new Map<string, number>();

/** How long something of an organization waited for its turn. */
export type Wait = Readonly<{ stage: string; organization: string; ms: number }>;

/** Reads what was written down. */
export async function readWaits(path: string): Promise<readonly Wait[]> {
  const lines = (await readFile(path, "utf8").catch(() => "")).split("\n");
  return lines.flatMap((line) => {
    const [stage, organization, ms] = line.split(" ");
    return stage === undefined || organization === undefined || ms === undefined
      ? []
      : [{ stage, organization, ms: Number(ms) }];
  });
}

type Dated = Readonly<{ sinceMs: number; isListed?: boolean }>;

/** Passes and changes for the projection have their date; a commit's request is known by its key alone. */
function waitOf(item: unknown): readonly [stage: string, sinceMs: number] {
  if (typeof item === "string") return ["commit", requestedMs.get(item) ?? NaN];
  const { sinceMs, isListed } = item as Dated;
  return [isListed === undefined ? "pass" : "projection", sinceMs];
}

if (file !== undefined) {
  const { push, shift } = RoundRobin.prototype;
  const lanes = new Map<unknown, string>();
  RoundRobin.prototype.push = function (lane: string, item: unknown): void {
    if (typeof item === "string") requestedMs.set(item, performance.now());
    else lanes.set(item, lane);
    push.call(this, lane, item);
  };
  RoundRobin.prototype.shift = function (): unknown {
    const item: unknown = shift.call(this);
    if (item === undefined) return item;
    const [stage, sinceMs] = waitOf(item);
    const lane = typeof item === "string" ? (item.split("/")[1] ?? "") : (lanes.get(item) ?? "");
    lanes.delete(item);
    appendFileSync(file, `${stage} ${lane} ${(performance.now() - sinceMs).toFixed(1)}\n`);
    return item;
  };
}
