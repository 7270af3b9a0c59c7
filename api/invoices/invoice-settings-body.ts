import type { InvoiceSettingsRow } from "../../adapters/postgres/billing/invoice-settings-store.ts";
import type { InvoiceSettingsResponse } from "../../contract/rest/invoice-settings.ts";
import type { Answer } from "../http/context.ts";
import { taggedText } from "../http/etag.ts";
import { vatTreatment } from "./vat-treatment.ts";

/** Answers invoice settings with their ETag. */
export function invoiceSettingsAnswer(row: InvoiceSettingsRow, sellerCountry: string): Answer {
  const body: InvoiceSettingsResponse = {
    id: row.id,
    organization_id: row.organizationId,
    company_name: row.companyName,
    contact_email: row.contactEmail,
    address_line1: row.addressLine1,
    address_line2: row.addressLine2,
    city: row.city,
    postal_code: row.postalCode,
    country_code: row.countryCode,
    vat_number: row.vatNumber,
    vat_number_verified: row.vatNumberVerified,
    vat_treatment: vatTreatment(row, sellerCountry),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
  return taggedText(row.version, body);
}
