import type { VNode } from "preact";
import { now } from "../store/now.ts";
import { age, until } from "../view/times.ts";
import { Moment } from "./moment.tsx";

/** An age, or how long until then, with the moment in the reader's zone and in UTC on hover. */
export function When({ at }: Readonly<{ at: string }>): VNode {
  return <Moment at={at} say={() => (Date.parse(at) > now.value ? until(at, now.value) : age(at, now.value))} />;
}
