import { findInvoiceSettings } from "../../../adapters/postgres/billing/invoice-settings-store.ts";
import { BerthError } from "../../../contract/errors.ts";
import type { getInvoiceSettings } from "../../../contract/rest/invoice-settings.ts";
import type { Handler } from "../../http/context.ts";
import { membershipOf } from "../../identity/membership-of.ts";
import { invoiceSettingsAnswer } from "../../invoices/invoice-settings-body.ts";

/** Reads to whom an organization's invoices go. */
export const handle: Handler<typeof getInvoiceSettings> = async (context, { path }) => {
  const { pool, config } = context.services;
  const { organizationId } = membershipOf(context, path.org_slug);
  const settings = await findInvoiceSettings(pool, organizationId);
  if (settings === undefined) throw new BerthError("not_found");
  return invoiceSettingsAnswer(settings, config.sellerCountry);
};
