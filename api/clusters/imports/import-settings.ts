import type { z } from "zod";
import type { AddressRules } from "../../../adapters/outgoing/address-guard.ts";
import { addressSettings, toAddressRules } from "../../../adapters/outgoing/address-settings.ts";
import { wholeNumber } from "../../../contract/whole-number.ts";

/** Where imported clusters may be, and how often one may be looked at. */
export type ImportConfig = Readonly<{ addresses: AddressRules; preflightsPerHour: number }>;

/** Lists the settings of imports. */
export const importSettings = {
  ...addressSettings,
  BERTH_PREFLIGHTS_PER_HOUR: wholeNumber(10, 1, 1_000_000).meta({
    description: "Preflights and imports of clusters per hour and organization",
  }),
};

type Given = z.infer<z.ZodObject<typeof importSettings>>;

/** Makes the part of the settings that imports read. */
export function toImportConfig(given: Given): ImportConfig {
  return {
    addresses: toAddressRules(given),
    preflightsPerHour: given.BERTH_PREFLIGHTS_PER_HOUR,
  };
}
