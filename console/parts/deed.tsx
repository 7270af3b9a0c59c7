import { useSignal } from "@preact/signals";
import type { ComponentChildren, VNode } from "preact";
import type { Call } from "../store/call.ts";
import { touch } from "../store/live.ts";
import { may } from "../store/may.ts";
import { deedAddress } from "../view/deed-address.ts";
import { useAction } from "./action-bar.tsx";
import { CallDialog } from "./call-dialog.tsx";
import { FormDialog } from "./form-dialog.tsx";
import { Once, type ToldOnce } from "./once.tsx";
import { OvertakenFormDialog, type ReadVersion } from "./overtaken-form-dialog.tsx";
import type { FormShape } from "./schema-form.tsx";

type Given = Readonly<{
  call: Call;
  /** What the button says: "Remove". */
  label: string;
  /** What it is done to, where several can be: "Grace". */
  of?: string;
  isFirst?: boolean;
  isDangerous?: boolean;
  /** Where what is asked for differs by the row: only then it is a form. */
  form?: FormShape;
  /** Reads what its form begins with, and is held against what somebody else does meanwhile. */
  read?: ReadVersion;
  /** The lists that are read anew afterwards. */
  touches: readonly string[];
  /** What only this answer tells. */
  once?: (answer: unknown) => ToldOnce | undefined;
  onDone?: (answer: unknown) => void;
  children?: ComponentChildren;
}>;

/** A button for one operation, offered to whoever may call it: its dialog has an address; it asks first, by a form where something is to be given, and shows what is told only once. */
export function Deed(given: Given): VNode | null {
  const { call, label, of = "", isFirst = false, isDangerous = false } = given;
  const address = addressOf(given);
  const { asked, ask, leave } = useAction();
  const told = useSignal<ToldOnce | undefined>(undefined);
  if (!may(call.id)) return null;
  const done = (answer: unknown): void => {
    told.value = given.once?.(answer);
    given.onDone?.(answer);
  };
  // Also after it is done; and what was refused because somebody else was quicker is read anew, too.
  const left = (): void => {
    leave();
    for (const list of given.touches) touch(list);
  };
  const look = isFirst ? " button-first" : isDangerous ? " button-bad" : "";
  return (
    <>
      <button class={`button${look}`} type="button" data-operation={call.id} onClick={() => ask(address)}>
        {label}
        {of !== "" && <span class="unseen"> {of}</span>}
      </button>
      {asked === address && <Asking {...given} onDone={done} onClose={left} />}
      {told.value !== undefined && <Once {...told.value} onClose={() => (told.value = undefined)} />}
    </>
  );
}

/** Forms of several members of one body are told apart by these. */
function addressOf({ label, call, form }: Given): string {
  return deedAddress([label, form?.within].filter(Boolean).join(" "), call.input);
}

type Asked = Given & Readonly<{ onDone: (answer: unknown) => void; onClose: () => void }>;

function Asking({ call, label, of = "", isDangerous = false, form, read, onDone, onClose, ...given }: Asked): VNode {
  const { children, touches } = given;
  const title = [label, of].filter(Boolean).join(" ");
  const what = { title, call, action: label, isDangerous, onDone, onClose };
  if (form === undefined) return <CallDialog {...what}>{children}</CallDialog>;
  if (read === undefined)
    return (
      <FormDialog {...what} form={form}>
        {children}
      </FormDialog>
    );
  const done = (answer: unknown): void => {
    onClose();
    onDone(answer);
  };
  return (
    <OvertakenFormDialog {...what} form={form} read={read} id={touches[0] ?? label} onDone={done}>
      {children}
    </OvertakenFormDialog>
  );
}
