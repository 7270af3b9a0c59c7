import { z } from "zod";
import type { LogStoreAddress } from "../../adapters/log-store/log-store-client.ts";
import { LINES_FIELD } from "../../adapters/log-store/log-store-query.ts";
import { SecretText } from "../../contract/secret-text.ts";

/** Lists the settings of the store that keeps log lines. */
export const logStoreSettings = {
  BERTH_LOGS_URL: z
    .string()
    .regex(/^https?:\/\/[^ @]+$/)
    .optional()
    .meta({
      description:
        "Where the log lines of all clusters are kept (VictoriaLogs); without it there are those of pods that are there",
    }),
  BERTH_LOGS_TOKEN: z.string().min(1).optional().meta({ description: "Token for that, where it wants one" }),
  BERTH_LOGS_CLUSTER_FIELD: z
    .string()
    .regex(LINES_FIELD)
    .default("cluster")
    .meta({ description: "Stream field of every line there that names its cluster, by its handle" }),
};

/** Makes the part of the settings that leads to the store; undefined where there is none. */
export function toLogStoreAddress(given: z.output<z.ZodObject<typeof logStoreSettings>>): LogStoreAddress | undefined {
  const { BERTH_LOGS_URL: url, BERTH_LOGS_TOKEN: token } = given;
  if (url === undefined) return undefined;
  return {
    url,
    token: token === undefined ? undefined : new SecretText(token),
    clusterField: given.BERTH_LOGS_CLUSTER_FIELD,
  };
}
