import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import type { OperationId } from "../../client/operation-types.ts";
import type { Call } from "../store/call.ts";
import { may } from "../store/may.ts";
import { useWarning } from "../store/use-warning.ts";
import { toProblem, type Problem } from "../view/problem.ts";
import { CommandDialog } from "./command-dialog.tsx";
import { ProblemNote } from "./problem-note.tsx";

type Given = Readonly<{
  action: string;
  /** What it is a form of, for who may call that; of the few that are anybody's, none. */
  operation?: OperationId;
  /** Does what the form is for; what it throws is shown. */
  onSend: (values: Readonly<Record<string, string>>) => Promise<unknown>;
  /** The call that it comes to, for a terminal; of the few that browsers alone make, none. */
  toCall: ((values: Readonly<Record<string, string>>) => Call) | undefined;
  onProblem?: (problem: Problem | undefined) => void;
  onInput?: ((values: Readonly<Record<string, string>>) => void) | undefined;
  children: ComponentChildren;
}>;

/** A form with one action, for whoever may call what it is a form of; while that is under way it cannot be sent again. */
export function Form(given: Given): VNode {
  const { operation } = given;
  return operation === undefined || may(operation) ? (
    <Sendable {...given} />
  ) : (
    <p class="note">Your role does not allow this. Who administers the organization can do it, or change your role.</p>
  );
}

function Sendable({ action, operation, onSend, toCall, onProblem, onInput, children }: Given): VNode {
  const problem = useSignal<Problem | undefined>(undefined);
  const isSending = useSignal(false);
  const said = useSignal<Call | undefined>(undefined);
  const warn = useWarning(false);
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
  const say = (form: HTMLFormElement): void => {
    told(undefined);
    try {
      said.value = toCall?.(valuesOf(new FormData(form)));
    } catch (error) {
      told(toProblem(error));
    }
  };
  return (
    <>
      <form
        noValidate
        onInput={(event) => {
          // Those without an operation are short.
          if (operation !== undefined) warn();
          onInput?.(valuesOf(new FormData(event.currentTarget)));
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending.value) send(event.currentTarget).catch(() => undefined);
        }}
      >
        {children}
        <ProblemNote problem={problem.value} />
        <FormEnd action={action} operation={operation} isSending={isSending.value} onSay={toCall && say} />
      </form>
      {said.value !== undefined && <CommandDialog calls={[said.value]} onClose={() => (said.value = undefined)} />}
    </>
  );
}

type End = Pick<Given, "action" | "operation"> &
  Readonly<{ isSending: boolean; onSay: ((form: HTMLFormElement) => void) | undefined }>;

function FormEnd({ action, operation, isSending, onSay }: End): VNode {
  return (
    <p class="actions">
      <button class="button button-first" type="submit" data-operation={operation} aria-disabled={isSending}>
        {action}
      </button>
      {onSay !== undefined && (
        <button
          class="button"
          type="button"
          onClick={({ currentTarget: { form } }) => {
            if (form !== null) onSay(form);
          }}
        >
          As a command
        </button>
      )}
    </p>
  );
}

/** Reads what the controls of a form have; what was ticked of several is given one a line. */
export function valuesOf(data: FormData): Readonly<Record<string, string>> {
  const told = (value: FormDataEntryValue): string => (typeof value === "string" ? value : "");
  return Object.fromEntries([...new Set(data.keys())].map((name) => [name, data.getAll(name).map(told).join("\n")]));
}
