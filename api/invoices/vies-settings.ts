import { z } from "zod";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** Where VAT numbers are verified, and for whom. */
export type ViesConfig = Readonly<{ url: string; sellerVatNumber: string | undefined }>;

/** Lists the settings of the verification of VAT numbers. */
export const viesSettings = {
  BERTH_VIES_URL: z
    .string()
    .regex(/^https?:\/\/[^ ]+$/)
    .optional()
    .meta({ description: "Address of VIES' REST interface; without it VAT numbers are never verified" }),
  BERTH_SELLER_VAT_NUMBER: z
    .string()
    .regex(/^[A-Z]{2}[A-Z0-9+*]{2,18}$/)
    .optional()
    .meta({ description: "The seller's own VAT number; VIES then gives consultation numbers as evidence" }),
};

/** Makes that part of the settings; undefined where nothing is verified. */
export function toVies(given: z.output<z.ZodObject<typeof viesSettings>>): ViesConfig | undefined {
  const { BERTH_VIES_URL: url, BERTH_SELLER_VAT_NUMBER: sellerVatNumber } = given;
  return url === undefined ? undefined : { url: withoutEndSlashes(url), sellerVatNumber };
}
