import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { Call } from "../store/call.ts";
import { Commands } from "./commands.tsx";
import { Dialog } from "./dialog.tsx";

/** Says how a terminal reads what this page shows. */
export function CommandButton({ call }: Readonly<{ call: Call }>): VNode {
  const isOpen = useSignal(false);
  const close = (): void => {
    isOpen.value = false;
  };
  return (
    <>
      <button class="button" type="button" onClick={() => (isOpen.value = true)}>
        As a command
      </button>
      {isOpen.value && (
        <Dialog title="As a command" onClose={close}>
          <p class="faint">With an API key in BERTH_API_KEY, or signed in with berth login.</p>
          <Commands call={call} />
          <div class="actions actions-end">
            <button class="button" type="button" onClick={close}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
