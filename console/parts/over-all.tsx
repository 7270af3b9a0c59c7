import type { VNode } from "preact";
import { waitingProof } from "../store/prove-again.ts";
import { toldOnce } from "../store/told-once.ts";
import { Once } from "./once.tsx";
import { ProveAgain } from "./prove-again.tsx";

/** What stands before whatever page it is: what is told once, and the question who it is. */
export function OverAll(): VNode {
  return (
    <>
      {toldOnce.value !== undefined && <Once {...toldOnce.value} />}
      {waitingProof.value !== undefined && <ProveAgain />}
    </>
  );
}
