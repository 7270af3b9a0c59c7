import { onlyRow } from "../only-row.ts";
import type { Queryable } from "../queryable.ts";

/** To whom invoices go. */
export type InvoiceAddress = Readonly<{
  companyName: string | null;
  contactEmail: string;
  addressLine1: string;
  addressLine2: string | null;
  city: string;
  postalCode: string;
  countryCode: string;
  vatNumber: string | null;
}>;

/** Invoice settings as they are stored. */
export type InvoiceSettingsRow = InvoiceAddress &
  Readonly<{
    id: string;
    organizationId: string;
    vatNumberVerified: boolean;
    version: number;
    createdAt: Date;
    updatedAt: Date;
  }>;

const COLUMNS = `id, organization_id AS "organizationId", company_name AS "companyName", contact_email AS "contactEmail",
  address_line1 AS "addressLine1", address_line2 AS "addressLine2", city, postal_code AS "postalCode",
  country_code AS "countryCode", vat_number AS "vatNumber", vat_number_verified AS "vatNumberVerified", version,
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Reads the invoice settings of an organization; undefined when there are none yet. */
export async function findInvoiceSettings(
  db: Queryable,
  organizationId: string,
): Promise<InvoiceSettingsRow | undefined> {
  const found = await db.query<InvoiceSettingsRow>(
    `SELECT ${COLUMNS} FROM invoice_settings WHERE organization_id = $1`,
    [organizationId],
  );
  return found.rows[0];
}

/** Makes or replaces the invoice settings of an organization, which is locked; another VAT number is not verified, and is due to be checked where there is an office to ask. */
export async function writeInvoiceSettings(
  db: Queryable,
  { id, organizationId }: Readonly<{ id: string; organizationId: string }>,
  to: InvoiceAddress,
  isVatChecked: boolean,
): Promise<InvoiceSettingsRow> {
  const written = await db.query<InvoiceSettingsRow>(
    `INSERT INTO invoice_settings AS s (id, organization_id, company_name, contact_email, address_line1, address_line2,
        city, postal_code, country_code, vat_number, vat_check_due_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $11 THEN now() END)
      ON CONFLICT (organization_id) DO UPDATE SET company_name = $3, contact_email = $4, address_line1 = $5,
        address_line2 = $6, city = $7, postal_code = $8, country_code = $9, vat_number = $10,
        vat_number_verified = s.vat_number_verified AND s.vat_number IS NOT DISTINCT FROM $10,
        vat_consultation = CASE WHEN s.vat_number IS NOT DISTINCT FROM $10 THEN s.vat_consultation END,
        vat_checked_at = CASE WHEN s.vat_number IS NOT DISTINCT FROM $10 THEN s.vat_checked_at END,
        vat_check_due_at = CASE WHEN s.vat_number IS NOT DISTINCT FROM $10 THEN s.vat_check_due_at WHEN $11 THEN now() END,
        vat_check_attempts = CASE WHEN s.vat_number IS NOT DISTINCT FROM $10 THEN s.vat_check_attempts ELSE 0 END,
        vat_check_leased_until = CASE WHEN s.vat_number IS NOT DISTINCT FROM $10 THEN s.vat_check_leased_until END,
        version = s.version + 1, updated_at = now()
      RETURNING ${COLUMNS}`,
    [
      id,
      organizationId,
      to.companyName,
      to.contactEmail,
      to.addressLine1,
      to.addressLine2,
      to.city,
      to.postalCode,
      to.countryCode,
      to.vatNumber,
      isVatChecked,
    ],
  );
  return onlyRow(written);
}
