import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "../seeded-random.ts";
import type { Fault, Lane } from "./faults.ts";

/** Tells what goes wrong now and what went wrong so far. */
export class FaultTally {
  readonly done = new Map<string, number>();
  readonly missed = new Map<string, number>();
  readonly now = new Set<string>();

  get total(): number {
    return [...this.done.values()].reduce((sum, count) => sum + count, 0);
  }
}

/** Yields the faults of a lane without end: each kind in turn, of each kind each target in turn, both shuffled by the seed. */
export function* planOf(
  lane: Lane,
  random: () => number,
): Generator<Readonly<{ fault: Fault; lastsMs: number }>, never> {
  const [least, most] = lane.lastsMs;
  const kinds = Map.groupBy(lane.faults, ({ kind }) => kind);
  const waiting = new Map<string, Fault[]>();
  for (;;) {
    for (const kind of shuffle([...kinds.keys()], random)) {
      const left = waiting.get(kind) ?? [];
      if (left.length === 0) left.push(...shuffle(kinds.get(kind) ?? [], random));
      waiting.set(kind, left);
      const fault = left.pop();
      if (fault !== undefined) yield { fault, lastsMs: least + random() * (most - least) };
    }
  }
}

/** Lets things go wrong on every lane until the signal aborts; what holds at that moment ends. */
export async function breakThings(
  lanes: readonly Lane[],
  { seed, pauseMsMax }: Readonly<{ seed: number; pauseMsMax: number }>,
  tally: FaultTally,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    lanes.map(async (lane, index) => {
      const random = seededRandom(seed + index);
      for (const { fault, lastsMs } of planOf(lane, random)) {
        await delay(random() * pauseMsMax, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        const label = `${fault.kind}: ${fault.target}`;
        tally.now.add(label);
        const counts = (await fault.happen(lastsMs, signal)) ? tally.done : tally.missed;
        counts.set(fault.kind, (counts.get(fault.kind) ?? 0) + 1);
        tally.now.delete(label);
      }
    }),
  );
}

function shuffle<T>(from: readonly T[], random: () => number): T[] {
  const mixed = [...from];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [mixed[at], mixed[other]] = [mixed[other]!, mixed[at]!];
  }
  return mixed;
}
