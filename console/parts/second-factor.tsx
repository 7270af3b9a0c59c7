import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Input, Output } from "../../client/operation-types.ts";
import { Form } from "./form.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { berth } from "../store/berth.ts";
import { enterSession } from "../store/open-session.ts";
import { writePlainly } from "../store/write-plainly.ts";
import { toProblem, type Problem } from "../view/problem.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import { TextField } from "./text-field.tsx";

type Pending = Output<"getPendingLogin">;

/** Finishes a sign-in by a code, a recovery code or a passkey, whatever the account has. */
export function SecondFactor({ onBack }: Readonly<{ onBack: () => void }>): VNode | null {
  const pending = useSignal<Pending | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  const byRecovery = useSignal(false);
  useEffect(() => {
    berth.getPendingLogin().then(
      (told) => (pending.value = told),
      (error: unknown) => (problem.value = toProblem(error)),
    );
  }, []);
  const finish = async (body: Input<"finishLogin">["body"]): Promise<void> => {
    await writePlainly("finishLogin", { body });
    await enterSession();
  };
  const send = ({ code = "" }: Readonly<Record<string, string>>): Promise<void> =>
    finish(byRecovery.value ? { recovery_code: code.trim() } : { code: code.replaceAll(/\s/g, "") });
  const { methods = [], passkey_options: options } = pending.value ?? {};
  const label = byRecovery.value ? "Recovery code" : "Code of your authenticator app";
  const hasCode = byRecovery.value || methods.includes("totp");
  return (
    <>
      <ProblemNote problem={problem.value} />
      {options !== undefined && options !== null && (
        <PasskeyButton options={options} onPasskey={(passkey) => finish({ passkey })} />
      )}
      {hasCode && (
        <Form action="Finish signing in" onSend={send} toCall={undefined}>
          <TextField name="code" label={label} autocomplete="one-time-code" />
        </Form>
      )}
      <p class="actions">
        <button class="link" type="button" onClick={onBack}>
          Back
        </button>
        {methods.includes("recovery_code") && (
          <button class="link" type="button" onClick={() => (byRecovery.value = !byRecovery.value)}>
            {byRecovery.value ? "Use the app instead" : "Use a recovery code"}
          </button>
        )}
      </p>
    </>
  );
}
