import type { VNode } from "preact";
import { now } from "../store/now.ts";
import { age, moment, until } from "../view/times.ts";

/** An age, or how long until then, with the moment in the reader's zone and in UTC on hover. */
export function When({ at }: Readonly<{ at: string }>): VNode {
  return (
    <time dateTime={at} title={`${moment(new Date(at))} (${at})`}>
      {Date.parse(at) > now.value ? until(at, now.value) : age(at, now.value)}
    </time>
  );
}
