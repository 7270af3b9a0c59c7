import type { VNode } from "preact";
import type { Item as One, Output } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Mark } from "../../parts/mark.tsx";
import { Section } from "../../parts/section.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { session } from "../../store/session.ts";
import type { ToldOnce } from "../../store/told-once.ts";
import { useItems } from "../../store/use-items.ts";
import { ACCOUNT_PLACES } from "../../view/places.ts";

type Key = One<"listApiKeys">;

const FIELDS = fieldsOf("APIKeyCreate");

/** The keys that programs act by for the reader, and what each may do. */
export function ApiKeysPage(): VNode {
  const now = session.value;
  const organizations = now.state === "in" ? now.me.organizations : [];
  const items = useItems("ApiKey", (limit, signal) => berth.pages("listApiKeys", { query: { limit } }, { signal }));
  return (
    <Section
      name="Your account"
      places={ACCOUNT_PLACES}
      title="API keys"
      reads={[toCall("listApiKeys", {})]}
      lead="A program acts for you by a key. Give each its own, with no more scopes than it needs, and an end."
      actions={
        <Deed
          label="New API key"
          isFirst
          call={toCall("createApiKey", { body: { name: "" } })}
          form={{
            fields: FIELDS,
            named: { organization_id: organizations.map(({ id, name }) => ({ value: id, name })) },
          }}
          touches={["ApiKey"]}
          once={toldOnce}
        >
          <p class="faint">A key without any scope ticked may do all that you may.</p>
        </Deed>
      }
    >
      <Items
        label="API keys"
        items={items}
        empty={
          <Empty title="You have no API key">
            <p>The command line and your own programs need one: make it, then set BERTH_API_KEY to what is shown.</p>
          </Empty>
        }
      >
        {(key) => <KeyItem key={key.id} value={key} organizations={organizations} />}
      </Items>
    </Section>
  );
}

type Given = Readonly<{ value: Key; organizations: readonly Readonly<{ id: string; name: string }>[] }>;

function KeyItem({ value: one, organizations }: Given): VNode {
  const limitedTo = organizations.find(({ id }) => id === one.organization_id)?.name;
  return (
    <Item
      title={one.name}
      mark={one.is_active ? <Mark tone="good">active</Mark> : <Mark tone="quiet">ended</Mark>}
      facts={[
        <code>{one.key_prefix}…</code>,
        one.description,
        one.scopes === null ? "all that you may" : one.scopes.join(", "),
        limitedTo !== undefined && `only ${limitedTo}`,
        one.last_used_at === null ? "never used" : <Used at={one.last_used_at} from={one.last_used_ip} />,
        one.expires_at !== null && one.is_active && (
          <>
            ends <When at={one.expires_at} />
          </>
        ),
      ]}
      actions={one.is_active && <KeyDeeds id={one.id} name={one.name} />}
    />
  );
}

function Used({ at, from }: Readonly<{ at: string; from: string | null }>): VNode {
  return (
    <>
      used <When at={at} />
      {from !== null && ` from ${from}`}
    </>
  );
}

function KeyDeeds({ id, name }: Readonly<{ id: string; name: string }>): VNode {
  const path = { key_id: id };
  return (
    <>
      <Deed
        label="New secret"
        of={`of ${name}`}
        call={toCall("rotateApiKey", { path })}
        touches={["ApiKey"]}
        once={toldOnce}
      >
        <p>The old one stops working at once. Everything else of the key stays.</p>
      </Deed>
      <Deed label="Revoke" of={name} isDangerous call={toCall("deleteApiKey", { path })} touches={["ApiKey"]}>
        <p>It stops working at once, for good.</p>
      </Deed>
    </>
  );
}

function toldOnce(answer: unknown): ToldOnce {
  const { key, name } = answer as Output<"createApiKey">;
  return {
    title: `The key ${name}`,
    sentence: "Keep it where the program finds it. It is shown only now.",
    values: [{ label: "API key", value: key }],
  };
}
