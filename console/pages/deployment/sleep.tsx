import type { VNode } from "preact";
import { Moment } from "../../parts/moment.tsx";
import { saySleep, type Sleeping } from "../../view/sleep.ts";
import { weekMoment } from "../../view/times.ts";

/** Says when a deployment turns by itself; nothing of one without a schedule. */
export function Sleep({ deployment }: Readonly<{ deployment: Sleeping }>): VNode | null {
  const turn = saySleep(deployment);
  if (turn === undefined) return null;
  return (
    <span class="faint">
      {turn.words} <Moment at={turn.at} say={weekMoment} />
    </span>
  );
}
