import {
  findInvoiceSettings,
  writeInvoiceSettings,
  type InvoiceAddress,
} from "../../../adapters/postgres/billing/invoice-settings-store.ts";
import { lockOrganization } from "../../../adapters/postgres/identity/organization-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { updateInvoiceSettings } from "../../../contract/rest/invoice-settings.ts";
import type { ParsedRequest } from "../../../contract/rest/operation.ts";
import type { Handler } from "../../http/context.ts";
import { assertVersion } from "../../http/etag.ts";
import { refusedValue } from "../../http/refused-value.ts";
import { ValidationFault, type Fault } from "../../http/validation-fault.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { newId } from "../../identity/new-id.ts";
import { recordChange } from "../../identity/record-change.ts";
import { invoiceSettingsAnswer } from "../../invoices/invoice-settings-body.ts";
import { isKnownToVies, normalizeVatNumber, vatNumberFault } from "../../invoices/vat-number.ts";
import { auditOf } from "../../resources/audit-of.ts";

type Body = ParsedRequest<typeof updateInvoiceSettings>["body"];

/** Changes the members that were sent; the first change makes the settings. */
export const handle: Handler<typeof updateInvoiceSettings> = async (context, { path, body, headers }) => {
  const { organizationId } = membershipOf(context, path.org_slug);
  const changed = await recordChange(context, async (db) => {
    if ((await lockOrganization(db, organizationId)) === undefined) throw new BerthError("not_found");
    const before = await findInvoiceSettings(db, organizationId);
    assertVersion(before ?? { version: 0 }, headers["if-match"]);
    const after = merge(before, body);
    assertVatNumber(after, body);
    const target = { id: before?.id ?? newId(), organizationId };
    const audit = auditOf(context, { kind: "InvoiceSettings", ...target, members: Object.keys(body) });
    const isVatChecked = after.vatNumber !== null && isKnownToVies(after.vatNumber);
    return { result: await writeInvoiceSettings(db, target, after, isVatChecked), audit };
  });
  context.services.vat?.wake();
  return invoiceSettingsAnswer(changed, context.services.config.sellerCountry);
};

/** Null clears what may be unset; what settings must have is kept, as if it were left out (docs/adr/0014). */
function merge(before: InvoiceAddress | undefined, body: Body): InvoiceAddress {
  const kept: Partial<InvoiceAddress> = before ?? {};
  const missing: Fault[] = [];
  const needed = (name: keyof Body, old: string | undefined): string => {
    const value = body[name] ?? old;
    if (value === undefined) missing.push({ type: "missing", loc: ["body", name], msg: "Field required", input: body });
    return value ?? "";
  };
  const free = (sent: string | null | undefined, old: string | null | undefined): string | null =>
    (sent === undefined ? old : sent) ?? null;
  const vatNumber = free(body.vat_number, kept.vatNumber);
  const merged = {
    companyName: free(body.company_name, kept.companyName),
    contactEmail: needed("contact_email", kept.contactEmail),
    addressLine1: needed("address_line1", kept.addressLine1),
    addressLine2: free(body.address_line2, kept.addressLine2),
    city: needed("city", kept.city),
    postalCode: needed("postal_code", kept.postalCode),
    countryCode: needed("country_code", kept.countryCode),
    vatNumber: vatNumber === null ? null : normalizeVatNumber(vatNumber),
  };
  if (missing.length > 0) throw new ValidationFault(missing);
  return merged;
}

function assertVatNumber({ vatNumber, countryCode }: InvoiceAddress, body: Body): void {
  const fault = vatNumber === null ? undefined : vatNumberFault(vatNumber, countryCode);
  if (fault === undefined) return;
  if (typeof body.vat_number === "string") throw refusedValue(["body", "vat_number"], fault);
  throw refusedValue(["body", "country_code"], `${fault}; send the VAT number of that country too, or null`);
}
