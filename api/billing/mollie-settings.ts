import { z } from "zod";
import { SecretText } from "../../contract/secret-text.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** How payments are taken. */
export type MollieConfig = Readonly<{ apiKey: SecretText; url: string; publicUrl: string; webhookUrl: string }>;

const httpUrl = z.string().regex(/^https?:\/\/[^ ]+$/);

/** Lists the settings of payments. */
export const mollieSettings = {
  BERTH_MOLLIE_API_KEY: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "API key of Mollie; without one no payments are taken" }),
  BERTH_MOLLIE_URL: httpUrl.default("https://api.mollie.com/v2").meta({ description: "Address of Mollie's API" }),
  BERTH_MOLLIE_WEBHOOK_URL: httpUrl.optional().meta({
    description: "Address that Mollie tells of payments; below BERTH_PUBLIC_URL when unset",
  }),
};
type Settings = z.infer<z.ZodObject<typeof mollieSettings>>;

/** Says what settings of payments lack. */
export function mollieFaults({ BERTH_MOLLIE_API_KEY: apiKey }: Settings, publicUrl: string | undefined): string[] {
  const isAlone = apiKey !== undefined && publicUrl === undefined;
  return isAlone ? ["BERTH_MOLLIE_API_KEY needs BERTH_PUBLIC_URL, to which checkouts return"] : [];
}

/** Makes the configuration of payments; undefined where none are taken. */
export function toMollieConfig(given: Settings, publicUrl: string | undefined): MollieConfig | undefined {
  const { BERTH_MOLLIE_API_KEY: apiKey, BERTH_MOLLIE_URL: url } = given;
  if (apiKey === undefined || publicUrl === undefined) return undefined;
  const webhookUrl = given.BERTH_MOLLIE_WEBHOOK_URL ?? `${withoutEndSlashes(publicUrl)}/api/v1/billing/mollie/webhook`;
  return { apiKey: new SecretText(apiKey), url, publicUrl, webhookUrl };
}
