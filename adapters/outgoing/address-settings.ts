import { z } from "zod";
import { DENIED_DEFAULT, isDenyWord, isRange, type AddressRules } from "./address-guard.ts";

const toWords = (text: string): string[] =>
  text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");

/** Lists the settings that say where clusters may be; the gateway and the operator have the same. */
export const addressSettings = {
  BERTH_CLUSTER_DENIED_ADDRESSES: z
    .string()
    .default(DENIED_DEFAULT)
    .transform(toWords)
    .pipe(z.array(z.string().refine(isDenyWord)))
    .meta({
      description:
        "Addresses that clusters may not have: loopback, link-local, private, metadata, multicast, reserved, public, ranges such as 10.96.0.0/12, or none; comma separated",
    }),
  BERTH_CLUSTER_ALLOWED_ADDRESSES: z
    .string()
    .default("")
    .transform(toWords)
    .pipe(z.array(z.string().refine(isRange)))
    .meta({
      description:
        "Ranges of private addresses that clusters may have although private ones are denied, such as 10.20.0.0/16; comma separated",
    }),
};

/** Makes the rules of the settings. */
export function toAddressRules(given: z.infer<z.ZodObject<typeof addressSettings>>): AddressRules {
  return { denied: given.BERTH_CLUSTER_DENIED_ADDRESSES, allowed: given.BERTH_CLUSTER_ALLOWED_ADDRESSES };
}
