import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { Doorway } from "../../parts/doorway.tsx";
import { Form } from "../../parts/form.tsx";
import { TextField } from "../../parts/text-field.tsx";
import { enterSession } from "../../store/open-session.ts";
import { writePlainly } from "../../store/write-plainly.ts";
import type { Problem } from "../../view/problem.ts";

const FIELDS = [
  { name: "name", label: "Your name", type: "text", autocomplete: "name" },
  { name: "email", label: "E-mail", type: "email", autocomplete: "username" },
  { name: "password", label: "Password", type: "password", autocomplete: "new-password" },
] as const;

/** Makes an account; where mail is sent, the rest is in a mail. An invitation's token comes with the address. */
export function RegisterPage(): VNode {
  const { query, route } = useLocation();
  const message = useSignal<string | undefined>(undefined);
  const problem = useSignal<Problem | undefined>(undefined);
  useEffect(() => {
    document.title = "Register – Berth";
  }, []);
  const send = async ({ name = "", email = "", password = "" }: Readonly<Record<string, string>>): Promise<void> => {
    const token = query["invitation"];
    const body = { name, email, password, ...(token !== undefined && { invitation_token: token }) };
    const told = await writePlainly("register", { body });
    if (told.user === null) {
      message.value = told.message;
      return;
    }
    await enterSession();
    route("/");
  };
  if (message.value !== undefined)
    return (
      <Doorway title="Look into your mail">
        <p>{message.value}</p>
        <p>
          <a href="/sign-in">Sign in</a>
        </p>
      </Doorway>
    );
  return (
    <Doorway title="Register">
      <Form action="Make the account" onSend={send} toCall={undefined} onProblem={(next) => (problem.value = next)}>
        {FIELDS.map((field) => (
          <TextField key={field.name} {...field} fault={problem.value?.fields[field.name]} />
        ))}
      </Form>
      <p class="faint">
        You have an account? <a href="/sign-in">Sign in</a>
      </p>
    </Doorway>
  );
}
