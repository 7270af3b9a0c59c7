import type { Operator } from "../../../operator/controllers/operator.ts";
import { createAgreedClock, type AgreedClock } from "../../../operator/runtime/agreed-clock.ts";
import type { Clock } from "../../../operator/runtime/clock.ts";
import type { FakeGitWriter } from "./fake-git.ts";

/** One operator, from its start to its death. */
export type Life = {
  alive: boolean;
  leads: boolean;
  abort: AbortController;
  clock: AgreedClock;
  operator?: Operator;
  writer?: FakeGitWriter;
};

/** Begins a life whose own clock is the world's, but for what it is ahead. */
export function beginLife(clock: Clock, aheadMs: () => number): Life {
  const own = { ...clock, nowMs: () => clock.nowMs() + aheadMs() };
  return { alive: true, leads: true, abort: new AbortController(), clock: createAgreedClock(own) };
}

/** Ends a life as `kill -9` would. */
export function endLife(life: Life): void {
  life.alive = false;
  life.abort.abort();
  void life.operator?.stop(0);
  void life.writer?.stop();
}
