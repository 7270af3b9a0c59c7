import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import { toProblem, type Problem } from "../view/problem.ts";
import { ProblemNote } from "./problem-note.tsx";

type Given = Readonly<{
  action: string;
  /** Does what the form is for; what it throws is shown. */
  onSend: (values: Readonly<Record<string, string>>) => Promise<unknown>;
  onProblem?: (problem: Problem | undefined) => void;
  onInput?: ((values: Readonly<Record<string, string>>) => void) | undefined;
  children: ComponentChildren;
}>;

/** A form with one action; while that is under way it cannot be sent again. */
export function Form({ action, onSend, onProblem, onInput, children }: Given): VNode {
  const problem = useSignal<Problem | undefined>(undefined);
  const isSending = useSignal(false);
  const told = (next: Problem | undefined): void => {
    problem.value = next;
    onProblem?.(next);
  };
  const send = async (form: HTMLFormElement): Promise<void> => {
    isSending.value = true;
    told(undefined);
    try {
      await onSend(valuesOf(new FormData(form)));
    } catch (error) {
      told(toProblem(error));
    } finally {
      isSending.value = false;
    }
  };
  return (
    <form
      noValidate
      onInput={(event) => onInput?.(valuesOf(new FormData(event.currentTarget)))}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending.value) send(event.currentTarget).catch(() => undefined);
      }}
    >
      {children}
      <ProblemNote problem={problem.value} />
      <button class="button button-first" type="submit" aria-disabled={isSending.value}>
        {action}
      </button>
    </form>
  );
}

/** What was ticked of several is given one a line. */
function valuesOf(data: FormData): Readonly<Record<string, string>> {
  const told = (value: FormDataEntryValue): string => (typeof value === "string" ? value : "");
  return Object.fromEntries([...new Set(data.keys())].map((name) => [name, data.getAll(name).map(told).join("\n")]));
}
