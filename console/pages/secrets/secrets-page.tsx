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
import { databases, deployments } from "../../store/kinds.ts";
import { ownership } from "../../store/session.ts";
import { useItems } from "../../store/use-items.ts";
import { ORGANIZATION_PLACES } from "../../view/places.ts";

type Secret = One<"listSecrets">;

const FIELDS = fieldsOf("SecretCreate", "organization_id");
const VALUE = fieldsOf("SecretReplace");

/** Secrets by their names: values are given here and never shown. */
export function SecretsPage(): VNode {
  const items = useItems("Secret", (limit, signal) =>
    berth.pages("listSecrets", { query: { ...ownership.value, limit } }, { signal }),
  );
  const named = { deployment_id: deployments.value.rows.map(({ id, name }) => ({ value: id, name })) };
  return (
    <Section
      name="Organization"
      places={ORGANIZATION_PLACES}
      title="Secrets"
      reads={[toCall("listSecrets", { query: ownership.value })]}
      lead="A value goes into the secret store and is shown to nobody. Environment variables name it by secret_ref; pods are restarted when it is another."
      actions={
        <Deed
          label="New secret"
          isFirst
          call={toCall("createSecret", { body: { ...ownership.value, name: "", value: "" } })}
          form={{ fields: FIELDS, named, settle: ofOne }}
          touches={["Secret"]}
        />
      }
    >
      <Items
        label="Secrets"
        items={items}
        empty={
          <Empty title="There is no secret yet">
            <p>
              Passwords and tokens of your applications belong here: make one, then name it in the environment variables
              of a deployment.
            </p>
          </Empty>
        }
      >
        {(secret) => <SecretItem key={secret.key} secret={secret} />}
      </Items>
    </Section>
  );
}

/** A secret is of a deployment or of the organization: the gateway takes one of them. */
function ofOne<T extends Members>(members: T): T {
  return members.deployment_id == null ? members : { ...members, organization_id: undefined };
}
type Members = Readonly<{ deployment_id?: unknown; organization_id?: unknown }>;

function SecretItem({ secret }: Readonly<{ secret: Secret }>): VNode {
  const { name, deployment_id: deploymentId, database_id: databaseId } = secret;
  const path = { secret_name: name };
  const query = ofOne({ ...ownership.value, deployment_id: deploymentId ?? undefined });
  return (
    <Item
      title={<code>{name}</code>}
      mark={<Tag>{ownerOf(secret)}</Tag>}
      facts={[
        `version ${secret.version}`,
        <>
          changed <When at={secret.updated_at} />
        </>,
      ]}
      actions={
        databaseId === null && (
          <>
            <Deed
              label="New value"
              of={`of ${name}`}
              call={toCall("replaceSecret", { path, query, body: { value: "" } })}
              form={{ fields: VALUE }}
              touches={["Secret"]}
            >
              <p>Deployments that use it get the new value, and restart their pods one after the other.</p>
            </Deed>
            <Deed
              label="Delete"
              of={name}
              isDangerous
              call={toCall("deleteSecret", { path, query })}
              touches={["Secret"]}
            >
              <p>
                All its versions go. Pods that run keep the value they have; a deployment that still names it waits with
                its next change until there is one again.
              </p>
            </Deed>
          </>
        )
      }
    />
  );
}

function ownerOf({ deployment_id: deploymentId, database_id: databaseId }: Secret): string {
  if (deploymentId !== null)
    return deployments.value.rows.find(({ id }) => id === deploymentId)?.name ?? "a deployment";
  if (databaseId !== null) return databases.value.rows.find(({ id }) => id === databaseId)?.name ?? "a database";
  return "organization";
}
