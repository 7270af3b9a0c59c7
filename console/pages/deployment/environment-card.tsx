import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { Facts } from "../../parts/facts.tsx";
import { may } from "../../store/may.ts";

type Variable = NonNullable<Output<"getDeployment">["environment_variables"]>[number];

/** What is longer, or has several lines, is folded. */
const SHOWN_MAX = 160;

/** What the container finds in its environment; of a secret its name, since no value of one ever comes out. */
export function EnvironmentCard({ variables }: Readonly<{ variables: readonly Variable[] }>): VNode {
  return (
    <Card id="environment" title="Environment variables">
      {variables.length === 0 ? (
        <p class="faint">None was set. Passwords and keys belong into secrets, which a variable names.</p>
      ) : (
        <Facts facts={variables.map((one) => [one.name, <Value variable={one} />])} />
      )}
    </Card>
  );
}

function Value({ variable: { name, value, secret_ref: secret } }: Readonly<{ variable: Variable }>): VNode {
  if (secret !== null) return <SecretName name={secret} />;
  const text = value ?? "";
  if (text === "") return <span class="faint">Empty</span>;
  if (text.length <= SHOWN_MAX && !text.includes("\n")) return <code>{text}</code>;
  return (
    <details>
      <summary>{text.length} characters</summary>
      <pre class="whole" tabIndex={0} aria-label={`Value of ${name}`}>
        {text}
      </pre>
    </details>
  );
}

function SecretName({ name }: Readonly<{ name: string }>): VNode {
  return (
    <>
      from the secret{" "}
      {may("listSecrets") ? <a href={`/organization/secrets?q=${name}`}>{name}</a> : <code>{name}</code>}
    </>
  );
}
