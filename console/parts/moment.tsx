import type { VNode } from "preact";
import { moment, momentInUtc } from "../view/times.ts";

type Given = Readonly<{
  /** When: as text, or in milliseconds. */
  at: string | number;
  /** How it is told; whole when unset. */
  say?: (at: Date) => string;
}>;

/** A time in the reader's zone, on hover the whole moment with UTC. */
export function Moment({ at, say = moment }: Given): VNode {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} title={momentInUtc(date)}>
      {say(date)}
    </time>
  );
}
