import type { VNode } from "preact";
import { Section } from "../../parts/section.tsx";
import { toCall } from "../../store/call.ts";
import { may } from "../../store/may.ts";
import { organization } from "../../store/session.ts";
import { ORGANIZATION_PLACES } from "../../view/places.ts";
import { InvoiceCard } from "./invoice-card.tsx";
import { PaymentCard } from "./payment-card.tsx";

/** What invoices say, and what they are paid with. */
export function BillingPage(): VNode {
  const { slug = "", id = "" } = organization.value ?? {};
  return (
    <Section
      name="Organization"
      places={ORGANIZATION_PLACES}
      title="Billing"
      reads={[
        toCall("getInvoiceSettings", { path: { org_slug: slug } }),
        toCall("getPaymentMethod", { query: { organization_id: id } }),
      ]}
    >
      <div class="halves">
        <InvoiceCard slug={slug} />
        {may("getPaymentMethod") && <PaymentCard organizationId={id} />}
      </div>
    </Section>
  );
}
