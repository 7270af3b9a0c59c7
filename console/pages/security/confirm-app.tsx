import type { VNode } from "preact";
import { encode } from "uqr";
import type { Output } from "../../../client/operation-types.ts";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Form } from "../../parts/form.tsx";
import { LeaveIt } from "../../parts/leave-it.tsx";
import { TextField } from "../../parts/text-field.tsx";
import { writePlainly } from "../../store/write-plainly.ts";

type Given = Readonly<{
  app: Output<"addTotpFactor">;
  /** With the recovery codes once it counts; with nothing where it was left. */
  onEnd: (recoveryCodes?: readonly string[] | null) => void;
}>;

/** What the app is to scan, and the code by which it shows that it has. */
export function ConfirmApp({ app, onEnd }: Given): VNode {
  const confirm = async ({ code = "" }: Readonly<Record<string, string>>): Promise<void> => {
    const body = { code: code.replaceAll(/\s/g, "") };
    const told = await writePlainly("confirmSecondFactor", { path: { factor_id: app.id }, body });
    onEnd(told.recovery_codes);
  };
  return (
    <Dialog title="Scan it with the app" onClose={() => onEnd()}>
      <QrCode text={app.otpauth_uri} />
      <div class="field">
        <span class="label">Or type it</span>
        <p>
          <code>{app.secret}</code> <CopyButton text={app.secret} of="the secret" />
        </p>
        <p>
          <a href={app.otpauth_uri} target="_self">
            Open it in an app of this device
          </a>
        </p>
      </div>
      <Form action="Turn it on" onSend={confirm} toCall={undefined}>
        <TextField name="code" label="Code that the app shows" inputMode="numeric" autocomplete="one-time-code" />
      </Form>
      <LeaveIt onClose={() => onEnd()} />
    </Dialog>
  );
}

/** Black on white in the dark too: that is what cameras read. */
function QrCode({ text }: Readonly<{ text: string }>): VNode {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      class="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code for the app"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
