import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { Input, Output } from "../../../client/operation-types.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { useAttempt } from "../../store/use-attempt.ts";
import { writePlainly } from "../../store/write-plainly.ts";

type Made = NonNullable<Input<"confirmSecondFactor">["body"]["passkey"]>;
type Given = Readonly<{
  passkey: Output<"addPasskeyFactor">;
  onEnd: (recoveryCodes?: readonly string[] | null) => void;
}>;

/** Has the browser make the passkey. */
export function ConfirmPasskey({ passkey, onEnd }: Given): VNode {
  const { problem, attempt } = useAttempt();
  const make = (): void =>
    attempt(async () => {
      const body = { passkey: await makePasskey(passkey.options) };
      onEnd((await writePlainly("confirmSecondFactor", { path: { factor_id: passkey.id }, body })).recovery_codes);
    });
  useEffect(make, []);
  return (
    <Dialog title="Make the passkey" onClose={() => onEnd()}>
      <p role="status">Your browser asks you now.</p>
      <ProblemNote problem={problem} />
      <div class="actions actions-end">
        <button class="button" type="button" onClick={() => onEnd()}>
          Leave it
        </button>
        <button class="button button-first" type="button" onClick={make}>
          Ask again
        </button>
      </div>
    </Dialog>
  );
}

async function makePasskey(options: object): Promise<Made> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const made = await navigator.credentials.create({ publicKey });
  if (!(made instanceof PublicKeyCredential)) throw new Error("No passkey was made.");
  return made.toJSON() as Made;
}
