import { z } from "zod";
import type { AddressRules } from "../../../adapters/outgoing/address-guard.ts";
import { addressSettings, toAddressRules } from "../../../adapters/outgoing/address-settings.ts";

/** Where imported clusters may be, and how often one may be looked at. */
export type ImportConfig = Readonly<{ addresses: AddressRules; preflightsPerHour: number }>;

/** Lists the settings of imports. */
export const importSettings = {
  ...addressSettings,
  BERTH_PREFLIGHTS_PER_HOUR: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(10)
    .meta({ description: "Preflights and imports of clusters per hour and organization" }),
};

type Given = z.infer<z.ZodObject<typeof importSettings>>;

/** Makes the part of the settings that imports read. */
export function toImportConfig(given: Given): ImportConfig {
  return {
    addresses: toAddressRules(given),
    preflightsPerHour: given.BERTH_PREFLIGHTS_PER_HOUR,
  };
}
