import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { hasPlan, type Call, type Plan } from "../store/call.ts";
import { perform } from "../store/perform.ts";
import { toProblem, type Problem } from "../view/problem.ts";
import { Commands } from "./commands.tsx";
import { DialogEnd } from "./dialog-end.tsx";
import { Dialog } from "./dialog.tsx";
import { PlanView } from "./plan-view.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { usePlan } from "./use-plan.ts";

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
  onClose: () => void;
  children?: ComponentChildren;
}>;

/** Shows what a call would do, and makes it only then. */
export function CallDialog({ title, action, isDangerous = false, call, onClose, children, ...given }: Given): VNode {
  const { plan, isAsking, ask, ...asked } = usePlan(call, given.plan);
  const problem = useSignal<Problem | undefined>(undefined);
  const isBusy = useSignal(false);
  const send = async (): Promise<void> => {
    const answer = await (given.perform ?? perform)(call);
    onClose();
    given.onDone?.(answer);
  };
  const act = (): void => {
    isBusy.value = true;
    problem.value = undefined;
    send()
      .catch((error: unknown) => (problem.value = toProblem(error)))
      .finally(() => (isBusy.value = false))
      .catch(() => undefined);
  };
  const isReady = (plan !== undefined || !hasPlan(call)) && !isBusy.value;
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {plan !== undefined && <PlanView plan={plan} />}
      {isAsking && <p role="status">Asking what would be done…</p>}
      <ProblemNote problem={problem.value ?? asked.problem} />
      {asked.problem !== undefined && (
        <button class="button" type="button" onClick={ask}>
          Ask again
        </button>
      )}
      <details>
        <summary>As a command</summary>
        <Commands call={call} />
      </details>
      <DialogEnd action={action} isDangerous={isDangerous} isReady={isReady} onAct={act} onClose={onClose} />
    </Dialog>
  );
}
