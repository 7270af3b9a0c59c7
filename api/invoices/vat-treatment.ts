import type { InvoiceSettingsResponse } from "../../contract/rest/invoice-settings.ts";
import { isInEu } from "./vat-number.ts";

/** Says how invoices to a customer are taxed (Directive 2006/112/EC): an unverified number counts as none. */
export function vatTreatment(
  customer: Readonly<{ countryCode: string; vatNumber: string | null; vatNumberVerified: boolean }>,
  sellerCountry: string,
): InvoiceSettingsResponse["vat_treatment"] {
  if (customer.countryCode === sellerCountry) return "domestic";
  if (!isInEu(customer.countryCode)) return "outside_scope";
  return customer.vatNumber !== null && customer.vatNumberVerified ? "reverse_charge" : "oss";
}
