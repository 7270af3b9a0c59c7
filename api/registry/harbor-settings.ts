import { z } from "zod";
import { SecretText } from "../../contract/secret-text.ts";

/** How the registry is reached. */
export type HarborConfig = Readonly<{ url: string; username: string; password: SecretText }>;

/** Lists the settings of the registry. */
export const harborSettings = {
  BERTH_HARBOR_URL: z
    .string()
    .regex(/^https?:\/\/[^ ]+$/)
    .optional()
    .meta({ description: "Address of the platform's Harbor registry" }),
  BERTH_HARBOR_USER: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Account that may make projects and robots there" }),
  BERTH_HARBOR_PASSWORD: z.string().min(1).optional().meta({ description: "Password of that account" }),
};

/** Makes the part of the settings that the registry reads; undefined where there is none. */
export function toHarborConfig(given: z.infer<z.ZodObject<typeof harborSettings>>): HarborConfig | undefined {
  const { BERTH_HARBOR_URL: url, BERTH_HARBOR_USER: username, BERTH_HARBOR_PASSWORD: password } = given;
  if (url === undefined || username === undefined || password === undefined) return undefined;
  return { url, username, password: new SecretText(password) };
}
