import type { VNode } from "preact";
import { useLocation } from "preact-iso";
import type { Output } from "../../../client/operation-types.ts";
import { Deed } from "../../parts/deed.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";

const FIELDS = fieldsOf("WebhookUpdate");

type Given = Readonly<{ path: Readonly<{ slug: string; webhook_id: string }> }>;

/** What can be done with a webhook. */
export function WebhookDeeds({ path }: Given): VNode {
  const { route } = useLocation();
  return (
    <>
      <Deed label="Deliver a test" isFirst call={toCall("testWebhook", { path })} touches={["deliveries", "Webhook"]}>
        <p>A delivery of the type test is queued; the list below tells what became of it.</p>
      </Deed>
      <Deed
        label="Change"
        call={toCall("updateWebhook", { path, body: {} })}
        form={{ fields: FIELDS }}
        read={(signal) => berth.ask("getWebhook", { path }, { signal })}
        touches={["Webhook"]}
      />
      <Deed
        label="New secret"
        call={toCall("rotateWebhookSecret", { path })}
        touches={["Webhook"]}
        once={(answer) => ({
          title: "The new secret",
          sentence: "Every attempt from now on is signed with it. It is shown only now.",
          values: [{ label: "Secret", value: (answer as Output<"rotateWebhookSecret">).secret }],
        })}
      >
        <p>What receives the deliveries must know the new one at once.</p>
      </Deed>
      <Deed
        label="Delete"
        isDangerous
        call={toCall("deleteWebhook", { path })}
        touches={["Webhook"]}
        onDone={() => route("/organization/webhooks")}
      >
        <p>Its queue and its deliveries go with it.</p>
      </Deed>
    </>
  );
}
