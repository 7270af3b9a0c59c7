import type { VNode } from "preact";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { Deed } from "../../parts/deed.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Mark } from "../../parts/mark.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { When } from "../../parts/when.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { useLive } from "../../store/use-live.ts";

type Method = Output<"getPaymentMethod">;

const FIELDS = fieldsOf("PaymentMethodCreate", "organization_id", "redirect_to");
const TONES = { valid: "good", pending: "moving", invalid: "bad", none: "quiet" } as const;
const WORDS = { valid: "usable", pending: "not usable yet", invalid: "not usable", none: "none" } as const;

/** What invoices are paid with; the payment provider is asked each time. */
export function PaymentCard({ organizationId }: Readonly<{ organizationId: string }>): VNode {
  const query = { organization_id: organizationId };
  const { value, problem } = useLive("payment-method", organizationId, (signal) =>
    berth.getPaymentMethod({ query }, { signal }),
  );
  const isOff = problem?.code === "billing_not_configured";
  return (
    <Card id="payment" title="Payment method">
      {isOff ? <p>This platform takes no payments.</p> : <ProblemNote problem={problem} />}
      {value !== undefined && <MethodFacts method={value} />}
      {value !== undefined && (
        <div class="actions">
          <Deed
            label={value.usable ? "Pay with another" : "Add a payment method"}
            isFirst={!value.usable}
            call={toCall("addPaymentMethod", { body: { ...query, redirect_to: "/organization/billing" } })}
            form={{ fields: FIELDS }}
            touches={["payment-method"]}
            // Once the form is gone: the browser would ask whether to leave what was entered.
            onDone={(answer) =>
              requestAnimationFrame(() => location.assign((answer as Output<"addPaymentMethod">).checkout_url))
            }
          >
            <p>You are led to the payment provider and pay one cent there; what that leaves behind is the method.</p>
          </Deed>
          {value.status !== "none" && (
            <Deed
              label="Remove the payment method"
              isDangerous
              call={toCall("removePaymentMethod", { query })}
              touches={["payment-method"]}
            >
              <p>Nothing is left to pay with. This is refused while there are clusters or deployments.</p>
            </Deed>
          )}
        </div>
      )}
    </Card>
  );
}

function MethodFacts({ method: one }: Readonly<{ method: Method }>): VNode {
  return (
    <Facts
      facts={[
        ["State", <Mark tone={TONES[one.status]}>{WORDS[one.status]}</Mark>],
        ["By", [one.card_label, one.method].filter(Boolean).join(", ")],
        ["Account", one.account],
        ["Holder", one.holder],
        ["Valid until", one.card_expires_on],
        ["Since", one.created_at === null ? null : <When at={one.created_at} />],
      ]}
    />
  );
}
