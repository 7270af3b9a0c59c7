import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { Call } from "../store/call.ts";
import { may } from "../store/may.ts";
import { CommandDialog } from "./command-dialog.tsx";

/** Says how a terminal reads what this page shows; nothing where the reader may read none of it. */
export function CommandButton({ calls }: Readonly<{ calls: readonly Call[] }>): VNode | null {
  const isOpen = useSignal(false);
  const allowed = calls.filter(({ id }) => may(id));
  if (allowed.length === 0) return null;
  return (
    <>
      <button class="button" type="button" onClick={() => (isOpen.value = true)}>
        As a command
      </button>
      {isOpen.value && <CommandDialog calls={allowed} onClose={() => (isOpen.value = false)} />}
    </>
  );
}
