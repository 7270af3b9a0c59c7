import { createHash } from "node:crypto";

/** What something takes: thousandths of a processor, bytes. */
export type SimulatedUsage = Readonly<{ cpuMilli: number; memoryBytes: number }>;

/** What decides what is taken: whose it is, and what was asked for. */
type UsageWish = Readonly<{ key: string; requested: SimulatedUsage; limit: Partial<SimulatedUsage> }>;

/** What a container takes that asked for nothing. */
const UNASKED: SimulatedUsage = { cpuMilli: 20, memoryBytes: 64 * 2 ** 20 };
const TURN = 2 * Math.PI;

/**
 * Derives what a container that is only simulated would take: a third to two thirds of what it asked for, in slow waves of its
 * own, so that plots move and no autoscaler has a reason to.
 */
export function simulateUsage({ key, requested, limit }: UsageWish, nowMs: number): SimulatedUsage {
  const [share, phase, period] = drawsOf(key);
  const seconds = nowMs / 1_000;
  const wave = Math.sin(TURN * (phase + seconds / (240 + 480 * period)));
  const slowly = Math.sin(TURN * (share + seconds / 3_600));
  const take = (asked: number, unasked: number, moving: number, most = Infinity): number =>
    Math.round(Math.min((asked > 0 ? asked : unasked) * (0.42 + 0.16 * share + moving), 0.9 * most));
  return {
    cpuMilli: take(requested.cpuMilli, UNASKED.cpuMilli, 0.09 * wave, limit.cpuMilli),
    memoryBytes: take(requested.memoryBytes, UNASKED.memoryBytes, 0.03 * slowly, limit.memoryBytes),
  };
}

/** Draws three numbers between 0 and 1 that are always the same for a key. */
function drawsOf(key: string): readonly [number, number, number] {
  const digest = createHash("sha256").update(key).digest();
  const draw = (at: number): number => digest.readUInt32BE(at) / 2 ** 32;
  return [draw(0), draw(4), draw(8)];
}
