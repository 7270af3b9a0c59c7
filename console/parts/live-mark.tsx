import type { VNode } from "preact";
import { connection } from "../store/connection.ts";
import { clock } from "../view/times.ts";
import { Moment } from "./moment.tsx";

/** Says whether what is shown is the newest. */
export function LiveMark(): VNode {
  const { state, since } = connection.value;
  const said = {
    open: "Live",
    opening: "Connecting",
    reading: "Connecting",
    lost: (
      <>
        Not live since <Moment at={since} say={clock} />
      </>
    ),
  }[state];
  return (
    <span class={`live live-${state}`} role="status">
      {said}
    </span>
  );
}
