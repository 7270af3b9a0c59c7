import type { VNode } from "preact";

/** The end of a dialog with a form: the way out that changes nothing. */
export function LeaveIt({ onClose }: Readonly<{ onClose: () => void }>): VNode {
  return (
    <p>
      <button class="link" type="button" onClick={onClose}>
        Leave it
      </button>
    </p>
  );
}
