import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { ProblemNote } from "./problem-note.tsx";
import { toProblem, type Problem } from "../view/problem.ts";
import { askPasskey, type Passkey } from "../store/ask-passkey.ts";

type Given = Readonly<{ options: object; onPasskey: (passkey: Passkey) => Promise<unknown> }>;

/** Asks the browser for a passkey of the account. */
export function PasskeyButton({ options, onPasskey }: Given): VNode {
  const problem = useSignal<Problem | undefined>(undefined);
  const ask = (): void => {
    problem.value = undefined;
    askPasskey(options)
      .then(onPasskey)
      .catch((error: unknown) => (problem.value = toProblem(error)));
  };
  return (
    <>
      <button class="button button-first" type="button" onClick={ask}>
        Use a passkey
      </button>
      <ProblemNote problem={problem.value} />
    </>
  );
}
