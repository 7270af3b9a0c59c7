/** Whose pods are meant: all of a cluster, of one of its namespaces, or those there whose names begin so. */
export type HistoryScope = Readonly<{ cluster: string; namespace?: string; namePrefix?: string }>;

/** What is asked: a metric that the store keeps, in the unit in which it is answered. */
export type HistoryMetric =
  "cpu_millicores" | "memory_bytes" | "network_received_bytes_per_second" | "network_sent_bytes_per_second";

/** A rate needs several measurements, which come every 15 to 60 s. */
const WINDOW_SECONDS_MIN = 180;
const NAME = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;
const LABEL = /^[a-zA-Z_][a-zA-Z0-9_]{0,62}$/;

/**
 * Writes the query of a metric. There are these and no others: nobody's text becomes part of one but names of Kubernetes,
 * and the cluster stands in each selector.
 */
export function historyQuery(
  metric: HistoryMetric,
  scope: HistoryScope,
  { clusterLabel, stepSeconds }: Readonly<{ clusterLabel: string; stepSeconds: number }>,
): string {
  const pods = selectorOf(scope, clusterLabel);
  const window = `[${Math.max(WINDOW_SECONDS_MIN, stepSeconds)}s]`;
  switch (metric) {
    case "cpu_millicores":
      return `1000 * sum(rate(container_cpu_usage_seconds_total{${pods},container!="",container!="POD"}${window}))`;
    case "memory_bytes":
      return `sum(container_memory_working_set_bytes{${pods},container!="",container!="POD"})`;
    case "network_received_bytes_per_second":
      return `sum(rate(container_network_receive_bytes_total{${pods},pod!=""}${window}))`;
    case "network_sent_bytes_per_second":
      return `sum(rate(container_network_transmit_bytes_total{${pods},pod!=""}${window}))`;
  }
}

function selectorOf({ cluster, namespace, namePrefix }: HistoryScope, clusterLabel: string): string {
  if (!LABEL.test(clusterLabel)) throw new TypeError("The label of clusters is no name of a label");
  const named = (name: string): string => {
    if (!NAME.test(name)) throw new TypeError("What is asked for is no name of Kubernetes");
    return name;
  };
  return [
    `${clusterLabel}="${named(cluster)}"`,
    ...(namespace === undefined ? [] : [`namespace="${named(namespace)}"`]),
    // In a pattern a dot is every character, and its backslash has one of its own in a text.
    ...(namePrefix === undefined ? [] : [`pod=~"${named(namePrefix).replaceAll(".", "[.]")}(-.*)?"`]),
  ].join(",");
}
