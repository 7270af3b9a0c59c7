import type { VNode } from "preact";
import { ProblemNote } from "./problem-note.tsx";
import { askPasskey, type Passkey } from "../store/ask-passkey.ts";
import { useAttempt } from "../store/use-attempt.ts";

type Given = Readonly<{ options: object; onPasskey: (passkey: Passkey) => Promise<unknown> }>;

/** Asks the browser for a passkey of the account. */
export function PasskeyButton({ options, onPasskey }: Given): VNode {
  const { problem, attempt } = useAttempt();
  return (
    <>
      <button
        class="button button-first"
        type="button"
        onClick={() => attempt(async () => onPasskey(await askPasskey(options)))}
      >
        Use a passkey
      </button>
      <ProblemNote problem={problem} />
    </>
  );
}
