import { z } from "zod";
import { DENIED_DEFAULT, isDenyWord } from "./address-guard.ts";

/** Lists the setting that says where clusters may not be; the gateway and the operator have the same. */
export const addressSettings = {
  BERTH_CLUSTER_DENIED_ADDRESSES: z
    .string()
    .default(DENIED_DEFAULT)
    .transform((words) => words.split(",").map((word) => word.trim()))
    .pipe(z.array(z.string().refine(isDenyWord)))
    .meta({
      description:
        "Addresses that clusters may not have: loopback, link-local, private, metadata, multicast, reserved, public, ranges such as 10.96.0.0/12, or none; comma separated",
    }),
};
