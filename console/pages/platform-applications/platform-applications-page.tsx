import type { VNode } from "preact";
import type { Item as One, Output } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Section } from "../../parts/section.tsx";
import { Tag } from "../../parts/tag.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import type { ToldOnce } from "../../store/told-once.ts";
import { useItems } from "../../store/use-items.ts";
import { ADMIN_PLACES } from "../../view/places.ts";

type Client = One<"listOauthClients">;

const CREATED = fieldsOf("OAuthClientCreate");
const CHANGED = fieldsOf("OAuthClientUpdate");

/** The applications that people can connect. */
export function PlatformApplicationsPage(): VNode {
  const items = useItems("oauth-clients", (limit, signal) =>
    berth.pages("listOauthClients", { query: { limit } }, { signal }),
  );
  return (
    <Section
      name="Administration"
      places={ADMIN_PLACES}
      title="Applications"
      reads={[toCall("listOauthClients", {})]}
      lead="What people can let act for them, by OAuth. Applications of agents register themselves and stand here too."
      actions={
        <Deed
          label="Register an application"
          isFirst
          call={toCall("createOauthClient", { body: { name: "", type: "public", redirect_uris: [], scopes: [] } })}
          form={{ fields: CREATED }}
          touches={["oauth-clients"]}
          once={toldOnce}
        />
      }
    >
      <Items
        label="Applications"
        items={items}
        empty={
          <Empty title="No application is registered">
            <p>Register one of your own: people then read its name before they let it act for them.</p>
          </Empty>
        }
      >
        {(one) => <ClientItem key={one.client_id} one={one} />}
      </Items>
    </Section>
  );
}

function ClientItem({ one }: Readonly<{ one: Client }>): VNode {
  return (
    <Item
      title={one.name}
      mark={
        <>
          <Tag>{one.type}</Tag>
          {one.registration !== "admin" && <Tag>{one.registration}</Tag>}
        </>
      }
      facts={[
        <code>{one.client_id}</code>,
        one.redirect_uris.join(", "),
        one.scopes.join(", "),
        <When at={one.created_at} />,
      ]}
      actions={<ClientDeeds one={one} />}
    />
  );
}

function ClientDeeds({ one }: Readonly<{ one: Client }>): VNode {
  const path = { client_id: one.client_id };
  return (
    <>
      {one.registration === "admin" && (
        <Deed
          label="Change"
          of={one.name}
          call={toCall("updateOauthClient", { path, body: {} })}
          form={{ fields: CHANGED }}
          read={(signal) => berth.ask("getOauthClient", { path }, { signal })}
          touches={["oauth-clients"]}
        />
      )}
      {one.type === "confidential" && (
        <Deed
          label="New secret"
          of={`of ${one.name}`}
          call={toCall("rotateOauthClientSecret", { path })}
          touches={["oauth-clients"]}
          once={toldOnce}
        >
          <p>The old one stops working at once.</p>
        </Deed>
      )}
      <Deed
        label="Remove"
        of={one.name}
        isDangerous
        call={toCall("deleteOauthClient", { path })}
        touches={["oauth-clients"]}
      >
        <p>Every consent and token that it was given stops working at once, for everybody.</p>
      </Deed>
    </>
  );
}

function toldOnce(answer: unknown): ToldOnce | undefined {
  const { client_secret: secret, client_id: id, name } = answer as Output<"createOauthClient">;
  return {
    title: name,
    sentence:
      secret === null
        ? "A public application has no secret."
        : "The application needs both. The secret is shown only now.",
    values: [
      { label: "client_id", value: id },
      ...(secret === null ? [] : [{ label: "client_secret", value: secret }]),
    ],
  };
}
