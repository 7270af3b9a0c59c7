import type { VNode } from "preact";
import type { Call } from "../store/call.ts";
import { Commands } from "./commands.tsx";
import { Dialog } from "./dialog.tsx";

type Given = Readonly<{ calls: readonly Call[]; onClose: () => void }>;

/** Calls for a terminal, to be copied. */
export function CommandDialog({ calls, onClose }: Given): VNode {
  return (
    <Dialog title="As a command" onClose={onClose}>
      <p class="faint">With an API key in BERTH_API_KEY, or signed in with berth login.</p>
      {calls.map((call) => (
        <Commands key={call.id} call={call} />
      ))}
      <div class="actions actions-end">
        <button class="button" type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
