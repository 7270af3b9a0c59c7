import type { VNode } from "preact";
import type { Item as One } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Section } from "../../parts/section.tsx";
import { Tag } from "../../parts/tag.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { ownership } from "../../store/session.ts";
import { useItems } from "../../store/use-items.ts";
import { useLive } from "../../store/use-live.ts";
import { ORGANIZATION_PLACES } from "../../view/places.ts";

const FIELDS = fieldsOf("CloudCredentialCreate", "organization_id");

/** Accounts of the organization's own at providers, by the tokens that were given for them. */
export function CloudsPage(): VNode {
  const items = useItems("clouds", (limit, signal) =>
    berth.pages("listCloudCredentials", { query: { ...ownership.value, limit } }, { signal }),
  );
  const { value } = useLive("providers", "providers", (signal) => berth.listProviders({}, { signal }));
  const providers = (value?.providers ?? []).map(({ id, name }) => ({ value: id, name }));
  return (
    <Section
      name="Organization"
      places={ORGANIZATION_PLACES}
      title="Cloud accounts"
      reads={[toCall("listCloudCredentials", { query: ownership.value })]}
      lead="Clusters can be made in an account of your own. Its token goes into the secret store and is shown to nobody."
      actions={
        <Deed
          label="Add an account"
          isFirst
          call={toCall("createCloudCredential", { body: { ...ownership.value, name: "", provider: "", token: "" } })}
          form={{ fields: FIELDS, ...(providers.length > 0 && { named: { provider: providers } }) }}
          touches={["clouds"]}
        >
          <p>The token is tried once, with a request that changes nothing.</p>
        </Deed>
      }
    >
      <Items
        label="Cloud accounts"
        items={items}
        empty={
          <Empty title="There is no account of your own">
            <p>Without one clusters are made in the platform's. Add yours to pay the provider yourself.</p>
          </Empty>
        }
      >
        {(one) => <CloudItem key={one.id} cloud={one} />}
      </Items>
    </Section>
  );
}

function CloudItem({ cloud: one }: Readonly<{ cloud: One<"listCloudCredentials"> }>): VNode {
  return (
    <Item
      title={one.name}
      mark={<Tag>{one.provider}</Tag>}
      facts={[
        <>
          added <When at={one.created_at} />
        </>,
      ]}
      actions={
        <Deed
          label="Delete"
          of={one.name}
          isDangerous
          call={toCall("deleteCloudCredential", { path: { credential_id: one.id }, query: ownership.value })}
          touches={["clouds"]}
        >
          <p>The token is forgotten. This is refused while clusters use it.</p>
        </Deed>
      }
    />
  );
}
