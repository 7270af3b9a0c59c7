import type { VNode } from "preact";

type Given = Readonly<{
  action: string;
  isDangerous: boolean;
  /** Whether it can be done yet. */
  isReady: boolean;
  onAct: () => void;
  onClose: () => void;
}>;

/** The end of a dialog: the way out, and what it is for. */
export function DialogEnd({ action, isDangerous, isReady, onAct, onClose }: Given): VNode {
  return (
    <div class="actions actions-end">
      <button class="button" type="button" onClick={onClose}>
        Leave it
      </button>
      <button
        class={`button ${isDangerous ? "button-bad" : "button-first"}`}
        type="button"
        aria-disabled={!isReady}
        onClick={() => {
          if (isReady) onAct();
        }}
      >
        {action}
      </button>
    </div>
  );
}
