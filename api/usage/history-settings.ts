import { z } from "zod";
import type { HistoryAddress } from "../../adapters/history/history-client.ts";
import { HISTORY_LABEL } from "../../adapters/history/history-queries.ts";
import { SecretText } from "../../contract/secret-text.ts";

/** Lists the settings of the store that keeps metrics over time. */
export const historySettings = {
  BERTH_METRICS_HISTORY_URL: z
    .string()
    .regex(/^https?:\/\/[^ @]+$/)
    .optional()
    .meta({
      description:
        "Where metrics of all clusters are kept, by Prometheus' HTTP interface (VictoriaMetrics, Prometheus, Thanos, Mimir); without it there is no history",
    }),
  BERTH_METRICS_HISTORY_TOKEN: z.string().min(1).optional().meta({ description: "Token for that, where it wants one" }),
  BERTH_METRICS_HISTORY_CLUSTER_LABEL: z
    .string()
    .regex(HISTORY_LABEL)
    .default("cluster")
    .meta({ description: "Label of every series there that names its cluster, by its handle" }),
};

/** Makes the part of the settings that leads to the store; undefined where there is none. */
export function toHistoryAddress(given: z.output<z.ZodObject<typeof historySettings>>): HistoryAddress | undefined {
  const { BERTH_METRICS_HISTORY_URL: url, BERTH_METRICS_HISTORY_TOKEN: token } = given;
  if (url === undefined) return undefined;
  return {
    url,
    token: token === undefined ? undefined : new SecretText(token),
    clusterLabel: given.BERTH_METRICS_HISTORY_CLUSTER_LABEL,
  };
}
