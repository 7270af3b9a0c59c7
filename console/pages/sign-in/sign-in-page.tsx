import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { lazy } from "preact-iso";
import { useEffect } from "preact/hooks";
import { isBerthError } from "../../../client/berth-error.ts";
import { Doorway } from "../../parts/doorway.tsx";
import { Field, tied } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { berth } from "../../store/berth.ts";
import { openSession } from "../../store/session.ts";
import { writePlainly } from "../../store/write-plainly.ts";
import { ProviderLinks } from "./provider-links.tsx";

/** Of whoever has one. */
const SecondFactor = lazy(() => import("./second-factor.tsx").then((part) => part.SecondFactor));

/** Asks who it is: a password, and the second factor where the account has one. */
export function SignInPage(): VNode {
  const isHalfway = useSignal(false);
  useEffect(() => {
    document.title = "Sign in – Berth";
    // Who comes back from a login provider, or reads this page anew, may be halfway already.
    berth.getPendingLogin().then(
      () => (isHalfway.value = true),
      () => undefined,
    );
  }, []);
  const send = async ({ email = "", password = "" }: Readonly<Record<string, string>>): Promise<void> => {
    try {
      await writePlainly("login", { body: { email, password } });
      openSession();
    } catch (error) {
      if (!isBerthError(error) || error.code !== "second_factor_needed") throw error;
      isHalfway.value = true;
    }
  };
  if (isHalfway.value)
    return (
      <Doorway title="One more step">
        <SecondFactor onBack={() => (isHalfway.value = false)} />
      </Doorway>
    );
  return (
    <Doorway title="Sign in">
      <Form action="Sign in" onSend={send} toCall={undefined}>
        <Field id="email" label="E-mail">
          <input {...tied("email", undefined, undefined)} name="email" type="email" autocomplete="username" required />
        </Field>
        <Field id="password" label="Password">
          <input
            {...tied("password", undefined, undefined)}
            name="password"
            type="password"
            autocomplete="current-password"
            required
          />
        </Field>
      </Form>
      <ProviderLinks />
      <p class="faint">
        No account yet? <a href="/register">Register</a>
      </p>
    </Doorway>
  );
}
