import { useId } from "preact/hooks";
import type { VNode } from "preact";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";

/** What only one answer tells: a key, a password, an address to pass on. */
export type ToldOnce = Readonly<{
  title: string;
  sentence: string;
  values: readonly Readonly<{ label: string; value: string }>[];
}>;

/** Shows what is told once; Berth itself does not know it any more. */
export function Once({ title, sentence, values, onClose }: ToldOnce & Readonly<{ onClose: () => void }>): VNode {
  const id = useId();
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
