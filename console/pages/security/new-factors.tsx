import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { ConfirmApp } from "./confirm-app.tsx";
import { ConfirmPasskey } from "./confirm-passkey.tsx";

type App = Output<"addTotpFactor">;
type Passkey = Output<"addPasskeyFactor">;
type Given = Readonly<{ onConfirmed: (recoveryCodes: readonly string[] | null) => void }>;

const FIELDS = fieldsOf("SecondFactorCreate");

/** The ways to a second factor; each counts once it was shown. */
export function NewFactors({ onConfirmed }: Given): VNode {
  const app = useSignal<App | undefined>(undefined);
  const passkey = useSignal<Passkey | undefined>(undefined);
  const end = (codes?: readonly string[] | null): void => {
    app.value = undefined;
    passkey.value = undefined;
    if (codes !== undefined) onConfirmed(codes);
  };
  return (
    <>
      <Deed
        label="Add an app"
        isFirst
        call={toCall("addTotpFactor", { body: { name: "" } })}
        form={{ fields: FIELDS, beginning: { name: "" } }}
        touches={[]}
        onDone={(answer) => (app.value = answer as App)}
      />
      {"credentials" in navigator && (
        <Deed
          label="Add a passkey"
          call={toCall("addPasskeyFactor", { body: { name: "" } })}
          form={{ fields: FIELDS, beginning: { name: "" } }}
          touches={[]}
          onDone={(answer) => (passkey.value = answer as Passkey)}
        />
      )}
      {app.value !== undefined && <ConfirmApp app={app.value} onEnd={end} />}
      {passkey.value !== undefined && <ConfirmPasskey passkey={passkey.value} onEnd={end} />}
    </>
  );
}
