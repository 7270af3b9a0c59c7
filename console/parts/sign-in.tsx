import { useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentType, VNode } from "preact";
import { lazy } from "preact-iso";
import { useEffect } from "preact/hooks";
import { isBerthError } from "../../client/berth-error.ts";
import { Form } from "./form.tsx";
import { berth } from "../store/berth.ts";
import { enterSession } from "../store/open-session.ts";
import { writePlainly } from "../store/write-plainly.ts";
import { ProviderLinks } from "./provider-links.tsx";
import { TextField } from "./text-field.tsx";

/** Of whoever has one. */
const SecondFactor = lazy(() => import("./second-factor.tsx").then((part) => part.SecondFactor));

type Given = Readonly<{
  /** What it stands in. */
  frame: ComponentType<Readonly<{ title: string; children: ComponentChildren }>>;
  title: string;
  /** Whose it most likely is. */
  email?: string;
  children: ComponentChildren;
}>;

/** Asks who it is: a password, and the second factor where the account has one. */
export function SignIn({ frame: Frame, title, email, children }: Given): VNode {
  const isHalfway = useSignal(false);
  useEffect(() => {
    const before = document.title;
    document.title = `${title} – Berth`;
    // Who comes back from a login provider, or reads this page anew, may be halfway already.
    berth.getPendingLogin().then(
      () => (isHalfway.value = true),
      () => undefined,
    );
    return () => (document.title = before);
  }, []);
  if (isHalfway.value)
    return (
      <Frame title="One more step">
        <SecondFactor onBack={() => (isHalfway.value = false)} />
      </Frame>
    );
  return (
    <Frame title={title}>
      <PasswordForm email={email} onHalfway={() => (isHalfway.value = true)} />
      <ProviderLinks />
      {children}
    </Frame>
  );
}

type Asked = Readonly<{ email: string | undefined; onHalfway: () => void }>;

function PasswordForm({ email: known, onHalfway }: Asked): VNode {
  const send = async ({ email = "", password = "" }: Readonly<Record<string, string>>): Promise<void> => {
    try {
      await writePlainly("login", { body: { email, password } });
    } catch (error) {
      if (!isBerthError(error) || error.code !== "second_factor_needed") throw error;
      onHalfway();
      return;
    }
    await enterSession();
  };
  return (
    <Form action="Sign in" onSend={send} toCall={undefined}>
      <TextField name="email" label="E-mail" type="email" autocomplete="username" defaultValue={known} />
      <TextField
        name="password"
        label="Password"
        type="password"
        autocomplete="current-password"
        autofocus={known !== undefined}
      />
    </Form>
  );
}
