import { useId } from "preact/hooks";
import type { VNode } from "preact";
import { toldOnce, type ToldOnce } from "../store/told-once.ts";
import { useWarning } from "../store/use-warning.ts";
import { CopyButton } from "./copy-button.tsx";
import { Dialog } from "./dialog.tsx";

/** Shows what is told once; Berth itself does not know it any more. */
export function Once({ title, sentence, values }: ToldOnce): VNode {
  const id = useId();
  useWarning(true);
  const end = (): void => {
    toldOnce.value = undefined;
  };
  return (
    // Escape is pressed by mistake, too, and nothing brings back what was told: only its button ends it.
    <Dialog title={title}>
      <p class="note note-warn">{sentence}</p>
      {values.map(({ label, value }, index) => (
        <div key={label} class="field">
          <label for={`${id}-${index}`}>{label}</label>
          <textarea class="once" id={`${id}-${index}`} readOnly rows={value.split("\n").length} value={value} />
          <CopyButton text={value} of={label} />
        </div>
      ))}
      <div class="actions actions-end">
        <button class="button button-first" type="button" onClick={end}>
          I have it
        </button>
      </div>
    </Dialog>
  );
}
