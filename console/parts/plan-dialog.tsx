import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { toProblem, type Problem } from "../view/problem.ts";
import { PlanView, type Plan } from "./plan-view.tsx";
import { ProblemNote } from "./problem-note.tsx";

type Given = Readonly<{
  title: string;
  action: string;
  isDangerous?: boolean;
  /** Asks what would be done; asked again when `planKey` is another. */
  plan: () => Promise<Plan | undefined>;
  planKey?: string;
  perform: () => Promise<unknown>;
  onClose: () => void;
  children?: ComponentChildren;
}>;

/** Shows what would be done, and does it only then. Escape leaves it. */
export function PlanDialog({ title, action, isDangerous = false, planKey = "", children, ...given }: Given): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();
  const plan = useSignal<Plan | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const isBusy = useSignal(true);
  const attempt = (work: () => Promise<unknown>): void => {
    isBusy.value = true;
    problem.value = undefined;
    work()
      .catch((error: unknown) => (problem.value = toProblem(error)))
      .finally(() => (isBusy.value = false))
      .catch(() => undefined);
  };
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    plan.value = undefined;
    attempt(async () => {
      plan.value = await given.plan();
    });
  }, [planKey]);
  const isReady = plan.value !== undefined && !isBusy.value;
  return (
    <dialog ref={dialog} aria-labelledby={name} onClose={given.onClose}>
      <h2 id={name}>{title}</h2>
      {children}
      {plan.value !== undefined && <PlanView plan={plan.value} />}
      {plan.value === undefined && isBusy.value && <p role="status">Asking what would be done…</p>}
      <ProblemNote problem={problem.value} />
      <div class="actions actions-end">
        <button class="button" type="button" onClick={given.onClose}>
          Leave it
        </button>
        <button
          class={`button ${isDangerous ? "button-bad" : "button-first"}`}
          type="button"
          aria-disabled={!isReady}
          onClick={() => {
            if (isReady) attempt(() => given.perform().then(given.onClose));
          }}
        >
          {action}
        </button>
      </div>
    </dialog>
  );
}
