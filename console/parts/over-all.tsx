import type { VNode } from "preact";
import { waitingProof } from "../store/prove-again.ts";
import { session } from "../store/session.ts";
import { overSession } from "../store/sign-in-again.ts";
import { toldOnce } from "../store/told-once.ts";
import { Once } from "./once.tsx";
import { ProveAgain } from "./prove-again.tsx";
import { SignInAgain } from "./sign-in-again.tsx";

/** What stands before whatever page it is: what is told once, the question who it is, and the sign-in of whose session is over. */
export function OverAll(): VNode {
  const now = session.value;
  return (
    <>
      {toldOnce.value !== undefined && <Once {...toldOnce.value} />}
      {waitingProof.value !== undefined && <ProveAgain />}
      {overSession.value !== undefined && now.state === "in" && <SignInAgain email={now.me.email} />}
    </>
  );
}
