import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { Empty } from "../../parts/empty.tsx";
import { Item, Items } from "../../parts/items.tsx";
import { Section } from "../../parts/section.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { organization } from "../../store/session.ts";
import type { ToldOnce } from "../../store/told-once.ts";
import { useItems } from "../../store/use-items.ts";
import { ORGANIZATION_PLACES } from "../../view/places.ts";
import { WebhookMark } from "../../parts/webhook-mark.tsx";

const FIELDS = fieldsOf("WebhookCreate");

/** Which programs are told of changes. */
export function WebhooksPage(): VNode {
  const slug = organization.value?.slug ?? "";
  const items = useItems("Webhook", (limit, signal) =>
    berth.pages("listWebhooks", { path: { slug }, query: { limit } }, { signal }),
  );
  return (
    <Section
      name="Organization"
      places={ORGANIZATION_PLACES}
      title="Webhooks"
      reads={[toCall("listWebhooks", { path: { slug } })]}
      lead="Each change of your resources is posted to the addresses that you name here, signed, and again until it is taken."
      actions={
        <Deed
          label="New webhook"
          isFirst
          call={toCall("createWebhook", { path: { slug }, body: { url: "" } })}
          form={{ fields: FIELDS }}
          touches={["Webhook"]}
          once={toldOnce}
        />
      }
    >
      <Items
        label="Webhooks"
        items={items}
        empty={
          <Empty title="There is no webhook yet">
            <p>Name an address of your own, such as that of your chat or your build; then have a test delivered.</p>
          </Empty>
        }
      >
        {(one) => (
          <Item
            key={one.id}
            title={<a href={`/organization/webhooks/${one.id}`}>{one.url}</a>}
            mark={<WebhookMark webhook={one} />}
            facts={[
              one.description,
              one.kinds === null ? "all changes" : one.kinds.join(", "),
              <>
                made <When at={one.created_at} />
              </>,
            ]}
          />
        )}
      </Items>
    </Section>
  );
}

function toldOnce(answer: unknown): ToldOnce {
  const { secret } = answer as Output<"createWebhook">;
  return {
    title: "The webhook's secret",
    sentence: "What receives the deliveries checks their signatures by it. It is shown only now.",
    values: [{ label: "Secret", value: secret }],
  };
}
