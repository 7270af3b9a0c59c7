import { z } from "zod";
import { LOG_STORE_KINDS, type LogStoreAddress } from "../../adapters/log-store/log-store-client.ts";
import { LINES_FIELD } from "../../adapters/log-store/log-store-query.ts";
import { LOKI_LABEL } from "../../adapters/log-store/loki-query.ts";
import { SecretText } from "../../contract/secret-text.ts";

/** Lists the settings of the store that keeps log lines. */
export const logStoreSettings = {
  BERTH_LOGS_URL: z
    .string()
    .regex(/^https?:\/\/[^ @]+$/)
    .optional()
    .meta({
      description:
        "Where the log lines of all clusters are kept (VictoriaLogs or Loki); without it there are those of pods that are there",
    }),
  BERTH_LOGS_STORE: z
    .enum(LOG_STORE_KINDS)
    .default("victoria-logs")
    .meta({ description: "What answers there: victoria-logs or loki" }),
  BERTH_LOGS_TENANT: z
    .string()
    .regex(/^[A-Za-z0-9!._*'()-]{1,150}$/)
    .optional()
    .meta({ description: "Tenant of a Loki that has several (X-Scope-OrgID)" }),
  BERTH_LOGS_TOKEN: z.string().min(1).optional().meta({ description: "Token for that, where it wants one" }),
  BERTH_LOGS_CLUSTER_FIELD: z
    .string()
    .regex(LINES_FIELD)
    .default("cluster")
    .meta({ description: "Stream field of every line there (of Loki: label) that names its cluster, by its handle" }),
};

/** Lists what is wrong between the settings of the store. */
export function logStoreFaults(given: z.output<z.ZodObject<typeof logStoreSettings>>): string[] {
  const { BERTH_LOGS_STORE: store, BERTH_LOGS_CLUSTER_FIELD: field, BERTH_LOGS_TENANT: tenant } = given;
  const isLoki = store === "loki";
  return [
    ...(isLoki && !LOKI_LABEL.test(field) ? ["BERTH_LOGS_CLUSTER_FIELD: labels of Loki have no dots"] : []),
    ...(!isLoki && tenant !== undefined ? ["BERTH_LOGS_TENANT needs BERTH_LOGS_STORE=loki"] : []),
  ];
}

/** Makes the part of the settings that leads to the store; undefined where there is none. */
export function toLogStoreAddress(given: z.output<z.ZodObject<typeof logStoreSettings>>): LogStoreAddress | undefined {
  const { BERTH_LOGS_URL: url, BERTH_LOGS_TOKEN: token } = given;
  if (url === undefined) return undefined;
  return {
    kind: given.BERTH_LOGS_STORE,
    tenant: given.BERTH_LOGS_TENANT,
    url,
    token: token === undefined ? undefined : new SecretText(token),
    clusterField: given.BERTH_LOGS_CLUSTER_FIELD,
  };
}
