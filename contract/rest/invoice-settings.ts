import { z } from "zod";
import { text } from "../fields.ts";
import { atLeast, defineOperation } from "./operation.ts";
import type { OperationRule } from "./rules.ts";
import { email, slug, timestamp, uuid } from "./values.ts";

const VAT_TREATMENTS = ["domestic", "reverse_charge", "oss", "outside_scope"] as const;

const line = (what: string): z.ZodType<string | null | undefined> =>
  text(200, 1).nullable().optional().meta({ description: what });

const invoiceSettingsUpdate = z
  .strictObject({
    company_name: line("Name of the company"),
    contact_email: email.nullable().optional().meta({ description: "Where invoices go" }),
    address_line1: line("Street and number"),
    address_line2: line("More of the address"),
    city: line("City"),
    postal_code: text(20, 1).nullable().optional().meta({ description: "Postal code" }),
    country_code: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable()
      .optional()
      .meta({ description: "Country (ISO 3166-1 alpha-2)" }),
    vat_number: text(30, 1)
      .nullable()
      .optional()
      .meta({ description: "VAT number with its country's prefix; blanks, dots and hyphens are left out" }),
  })
  .meta({
    component: "InvoiceSettingsUpdate",
    examples: [
      {
        company_name: "Harbour Works B.V.",
        contact_email: "invoices@example.org",
        address_line1: "Kade 1",
        city: "Rotterdam",
        postal_code: "3011 AA",
        country_code: "NL",
      },
    ],
  });

const invoiceSettingsResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    organization_id: uuid,
    company_name: z.string().nullable(),
    contact_email: z.string(),
    address_line1: z.string(),
    address_line2: z.string().nullable(),
    city: z.string(),
    postal_code: z.string(),
    country_code: z.string(),
    vat_number: z.string().nullable(),
    vat_number_verified: z.boolean().meta({ description: "Whether the tax office knows the number" }),
    vat_treatment: z
      .enum(VAT_TREATMENTS)
      .meta({ description: "How invoices are taxed; follows from country and verified VAT number" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ component: "InvoiceSettingsResponse" });
export type InvoiceSettingsResponse = z.infer<typeof invoiceSettingsResponse>;

const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** Codes that have a name and are no country. */
const NO_COUNTRIES = ["EU", "EZ", "UN", "ZZ", "UK", "QO"];

const countryExists: OperationRule = {
  name: "countryExists",
  message: "country_code is no country's (ISO 3166-1 alpha-2)",
  path: ["country_code"],
  check: (body) => {
    const { country_code: code } = body as { country_code?: string | null };
    if (typeof code !== "string") return true;
    return COUNTRIES.of(code) !== undefined && !NO_COUNTRIES.includes(code);
  },
};

const group = "organizations";
const pathParameters = { org_slug: slug.meta({ description: "Slug of the organization" }) };
const path = "/organizations/{org_slug}/invoice-settings";

export const getInvoiceSettings = defineOperation({
  operationId: "getInvoiceSettings",
  method: "get",
  path,
  group,
  summary: "Read the invoice settings of an organization",
  description: "404 as long as there are none.",
  who: atLeast("viewer"),
  scope: "organizations:read",
  pathParameters,
  concurrency: "read",
  success: { status: 200, schema: invoiceSettingsResponse, description: "The invoice settings" },
});
export const updateInvoiceSettings = defineOperation({
  operationId: "updateInvoiceSettings",
  method: "patch",
  path,
  group,
  summary: "Change the invoice settings of an organization",
  description:
    "The first change makes them and needs contact_email, address_line1, city, postal_code and country_code. A VAT number is checked in form at once.",
  who: atLeast("admin"),
  scope: "organizations:write",
  pathParameters,
  body: invoiceSettingsUpdate,
  rules: [countryExists],
  concurrency: "write",
  success: { status: 200, schema: invoiceSettingsResponse, description: "The changed invoice settings" },
});
export const invoiceSettingsOperations = [getInvoiceSettings, updateInvoiceSettings];
