import { useId } from "preact/hooks";
import type { VNode } from "preact";
import { toldOnce, type ToldOnce } from "../store/told-once.ts";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";

/** Shows what is told once; Berth itself does not know it any more. */
export function Once({ title, sentence, values }: ToldOnce): VNode {
  const id = useId();
  const onClose = (): void => {
    toldOnce.value = undefined;
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="note note-warn">{sentence}</p>
      {values.map(({ label, value }, index) => (
        <div key={label} class="field">
          <label for={`${id}-${index}`}>{label}</label>
          <textarea class="once" id={`${id}-${index}`} readOnly rows={value.split("\n").length} value={value} />
          <CopyButton text={value} of={label} />
        </div>
      ))}
      <div class="actions actions-end">
        <button class="button button-first" type="button" onClick={onClose}>
          I have it
        </button>
      </div>
    </Dialog>
  );
}
