import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useEffect } from "preact/hooks";
import { hasPlan, type Call, type Plan } from "../store/call.ts";
import { askPlan, perform } from "../store/perform.ts";
import { useAttempt } from "../store/use-attempt.ts";
import { useIsHere } from "../store/use-is-here.ts";
import { useRead, type ReadOnce } from "../store/use-read.ts";
import { Commands } from "./commands.tsx";
import { DialogEnd } from "./dialog-end.tsx";
import { Dialog } from "./dialog.tsx";
import { PlanView } from "./plan-view.tsx";
import { ProblemNote } from "./problem-note.tsx";

type Given = Readonly<{
  title: string;
  action: string;
  isDangerous?: boolean;
  /** What is done once it is said here; its plan is asked for anew when it is another. */
  call: Call;
  /** The plan, where it was asked for already. */
  plan?: Plan | undefined;
  /** Does it otherwise than by making the call alone. */
  perform?: ((call: Call) => Promise<unknown>) | undefined;
  onDone?: ((answer: unknown) => void) | undefined;
  /** What is left to do where the answer comes after the dialog was left: the reader goes on elsewhere. */
  onLate?: ((answer: unknown) => void) | undefined;
  onClose: () => void;
  children?: ComponentChildren;
}>;

/** Shows what a call would do, and makes it only then. */
export function CallDialog({ title, action, isDangerous = false, call, onClose, children, ...given }: Given): VNode {
  const tries = useSignal(0);
  const chosen = JSON.stringify(call);
  const isAsked = given.plan === undefined && hasPlan(call);
  const asked = useRead(isAsked ? `${tries.value} ${chosen}` : "", (signal) => askPlan(call, signal));
  const { isBusy, problem, attempt, forget } = useAttempt();
  const isHere = useIsHere();
  // What went wrong with another choice is not what is wrong with this one.
  useEffect(forget, [chosen]);
  const send = async (): Promise<void> => {
    const answer = await (given.perform ?? perform)(call);
    if (!isHere()) return given.onLate?.(answer);
    onClose();
    return given.onDone?.(answer);
  };
  const isReady = (!isAsked || asked.value !== undefined) && !isBusy;
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {isAsked && <Planned {...asked} onAgain={() => (tries.value += 1)} />}
      {given.plan !== undefined && <PlanView plan={given.plan} />}
      <ProblemNote problem={problem} />
      <details>
        <summary>As a command</summary>
        <Commands call={call} />
      </details>
      <DialogEnd
        action={action}
        isDangerous={isDangerous}
        isReady={isReady}
        onAct={() => attempt(send)}
        onClose={onClose}
      />
    </Dialog>
  );
}

/** A plan that is asked for: on its way, there, or why it cannot be had. */
function Planned({ value, problem, onAgain }: ReadOnce<Plan | undefined> & Readonly<{ onAgain: () => void }>): VNode {
  if (value !== undefined) return <PlanView plan={value} />;
  if (problem === undefined) return <p role="status">Asking what would be done…</p>;
  return (
    <>
      <ProblemNote problem={problem} />
      <button class="button" type="button" onClick={onAgain}>
        Ask again
      </button>
    </>
  );
}
