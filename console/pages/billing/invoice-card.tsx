import type { VNode } from "preact";
import { isBerthError } from "../../../client/berth-error.ts";
import type { Output } from "../../../client/operation-types.ts";
import { Card } from "../../parts/card.tsx";
import { Deed } from "../../parts/deed.tsx";
import { Facts } from "../../parts/facts.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { berth } from "../../store/berth.ts";
import { toCall } from "../../store/call.ts";
import { fieldsOf } from "../../store/fields-of.ts";
import { useLive } from "../../store/use-live.ts";

type Settings = Output<"getInvoiceSettings">;
type Read = Readonly<{ data: Settings | undefined; etag: string | undefined }>;

const FIELDS = fieldsOf("InvoiceSettingsUpdate");
const TREATMENTS: Readonly<Record<Settings["vat_treatment"], string>> = {
  domestic: "With the seller's VAT",
  reverse_charge: "Without VAT: you owe it (reverse charge)",
  oss: "With your country's VAT",
  outside_scope: "Without VAT: outside of the EU",
};

/** To whom invoices go. */
export function InvoiceCard({ slug }: Readonly<{ slug: string }>): VNode {
  const { value, problem } = useLive("invoice-settings", slug, (signal) => readSettings(slug, signal));
  return (
    <Card id="invoices" title="Invoices">
      <ProblemNote problem={problem} />
      {value !== undefined && value.data === undefined && (
        <p>Nobody has said yet to whom invoices go. The address and the country are needed; a VAT number is checked.</p>
      )}
      {value?.data !== undefined && <SettingsFacts settings={value.data} />}
      {value !== undefined && (
        <div class="actions">
          <Deed
            label="Change invoices"
            call={toCall("updateInvoiceSettings", { path: { org_slug: slug }, body: {} })}
            form={{ fields: FIELDS }}
            read={async (signal) => {
              const { data = {}, etag } = await readSettings(slug, signal);
              return { data, etag };
            }}
            touches={["invoice-settings"]}
          />
        </div>
      )}
    </Card>
  );
}

/** None is an answer as well. */
async function readSettings(slug: string, signal: AbortSignal): Promise<Read> {
  try {
    return await berth.ask("getInvoiceSettings", { path: { org_slug: slug } }, { signal });
  } catch (error) {
    if (isBerthError(error) && error.code === "not_found") return { data: undefined, etag: undefined };
    throw error;
  }
}

function SettingsFacts({ settings: one }: Readonly<{ settings: Settings }>): VNode {
  const verified = one.vat_number_verified ? "known to the tax office" : "not known to the tax office yet";
  return (
    <Facts
      facts={[
        ["Company", one.company_name],
        ["Sent to", one.contact_email],
        ["Address", [one.address_line1, one.address_line2].filter(Boolean).join(", ")],
        ["City", `${one.postal_code} ${one.city}, ${one.country_code}`],
        ["VAT number", one.vat_number === null ? null : `${one.vat_number}, ${verified}`],
        ["Taxed", TREATMENTS[one.vat_treatment]],
      ]}
    />
  );
}
