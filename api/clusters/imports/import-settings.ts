import { z } from "zod";
import { DENIED_DEFAULT, isDenyWord } from "../../../adapters/outgoing/address-guard.ts";

/** Holds where imported clusters may be, and how often one may be looked at. */
export type ImportConfig = Readonly<{ deniedAddresses: readonly string[]; preflightsPerHour: number }>;

/** Lists the settings of imports. */
export const importSettings = {
  BERTH_CLUSTER_DENIED_ADDRESSES: z
    .string()
    .default(DENIED_DEFAULT)
    .transform((words) => words.split(",").map((word) => word.trim()))
    .pipe(z.array(z.string().refine(isDenyWord)))
    .meta({
      description:
        "Addresses that imported clusters may not have: loopback, link-local, private, metadata, multicast, reserved, public, ranges such as 10.96.0.0/12, or none; comma separated",
    }),
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
    deniedAddresses: given.BERTH_CLUSTER_DENIED_ADDRESSES,
    preflightsPerHour: given.BERTH_PREFLIGHTS_PER_HOUR,
  };
}
