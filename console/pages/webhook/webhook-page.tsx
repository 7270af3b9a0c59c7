import type { VNode } from "preact";
import { useRoute } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { Facts } from "../../parts/facts.tsx";
import { NotHere } from "../../parts/not-here.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { Section } from "../../parts/section.tsx";
import { WebhookMark } from "../../parts/webhook-mark.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { organization } from "../../store/session.ts";
import { useLive } from "../../store/use-live.ts";
import { ORGANIZATION_PLACES } from "../../view/places.ts";
import { Deliveries } from "./deliveries.tsx";
import { WebhookDeeds } from "./webhook-deeds.tsx";

/** One webhook: where it delivers, whether that works, and what became of each delivery. */
export function WebhookPage(): VNode {
  const path = usePath();
  const { value, problem } = useLive("Webhook", path.webhook_id, (signal) =>
    berth.ask("getWebhook", { path }, { signal }),
  );
  if (problem?.code === "not_found")
    return <NotHere what="This webhook" href="/organization/webhooks" all="All webhooks" />;
  const webhook = value?.data;
  return (
    <Section
      name="Organization"
      places={ORGANIZATION_PLACES}
      title={webhook === undefined ? "Webhook" : new URL(webhook.url).host}
      reads={[toCall("getWebhook", { path }), toCall("listWebhookDeliveries", { path })]}
      actions={webhook !== undefined && <WebhookDeeds path={path} />}
    >
      <ProblemNote problem={problem} />
      {webhook === undefined ? (
        problem === undefined && <p role="status">Reading…</p>
      ) : (
        <Known path={path} webhook={webhook} />
      )}
    </Section>
  );
}

function usePath(): Given["path"] {
  return { slug: organization.value?.slug ?? "", webhook_id: useRoute().params["id"] ?? "" };
}

type Given = Readonly<{ path: Readonly<{ slug: string; webhook_id: string }>; webhook: Output<"getWebhook"> }>;

function Known({ path, webhook }: Given): VNode {
  return (
    <>
      {webhook.disabled_reason !== null && (
        <p class="note note-bad">
          It was switched off: {webhook.disabled_reason} Mend it, then switch it on by Change.
        </p>
      )}
      <Card id="facts" title="What it is">
        <WebhookFacts webhook={webhook} />
      </Card>
      <h2>Deliveries</h2>
      <Deliveries path={path} />
    </>
  );
}

function WebhookFacts({ webhook }: Readonly<{ webhook: Output<"getWebhook"> }>): VNode {
  return (
    <Facts
      facts={[
        ["State", <WebhookMark webhook={webhook} />],
        ["Address", <code>{webhook.url}</code>],
        ["For", webhook.description],
        ["Tells of", webhook.kinds === null ? "all changes" : webhook.kinds.join(", ")],
        ["Fails since", webhook.failing_since === null ? null : <When at={webhook.failing_since} />],
        ["Made", <When at={webhook.created_at} />],
      ]}
    />
  );
}
