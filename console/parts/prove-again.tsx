import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Input, Output } from "../../client/operation-types.ts";
import { waitingProof } from "../store/prove-again.ts";
import { writePlainly } from "../store/write-plainly.ts";
import { toProblem, type Problem } from "../view/problem.ts";
import { Dialog } from "./dialog.tsx";
import { Form } from "./form.tsx";
import { LeaveIt } from "./leave-it.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { TextField } from "./text-field.tsx";

type Proof = Input<"proveAgain">["body"];

const WAYS = [
  { method: "password", field: { label: "Your password", type: "password" } },
  { method: "totp", field: { label: "Code of your authenticator app", autocomplete: "one-time-code" } },
  { method: "recovery_code", field: { label: "Recovery code", autocomplete: "one-time-code" } },
] as const;

/** Asks again who it is, where something is asked for that a session left open must not give away. */
export function ProveAgain(): VNode {
  const told = useSignal<Output<"startProof"> | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const isOther = useSignal(false);
  useEffect(() => {
    writePlainly("startProof").then(
      (pending) => (told.value = pending),
      (error: unknown) => (problem.value = toProblem(error)),
    );
  }, []);
  const end = (isProven: boolean): void => waitingProof.value?.end(isProven);
  const prove = async (body: Proof): Promise<void> => {
    await writePlainly("proveAgain", { body });
    end(true);
  };
  const { methods = [], passkey_options: options } = told.value ?? {};
  const ways = WAYS.filter(({ method }) =>
    methods.length === 0 ? method === "password" : methods.some((one) => one === method),
  );
  const way = ways[Number(isOther.value)];
  const send = ({ proof = "" }: Readonly<Record<string, string>>): Promise<void> => {
    if (way?.method === "password") return prove({ password: proof });
    const code = proof.replaceAll(/\s/g, "");
    return prove(way?.method === "totp" ? { code } : { recovery_code: code });
  };
  return (
    <Dialog title="Is it you?" onClose={() => end(false)}>
      <p>This gives away what opens doors, so that it takes a fresh proof. It then counts for a while.</p>
      <ProblemNote problem={problem.value} />
      {options !== undefined && options !== null && (
        <PasskeyButton options={options} onPasskey={(passkey) => prove({ passkey })} />
      )}
      {told.value !== undefined && way !== undefined && (
        <Form action="It is me" onSend={send} toCall={undefined}>
          <TextField key={way.method} name="proof" {...way.field} />
        </Form>
      )}
      {ways.length > 1 && (
        <button class="link" type="button" onClick={() => (isOther.value = !isOther.value)}>
          {isOther.value ? "Use the app instead" : "Use a recovery code"}
        </button>
      )}
      <LeaveIt onClose={() => end(false)} />
    </Dialog>
  );
}
