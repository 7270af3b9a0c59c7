import { kubernetesName as named } from "../../contract/kubernetes-name.ts";

/** Whose pods are meant: all of a cluster, of one of its namespaces, or those there whose names begin so. */
export type HistoryScope = Readonly<{ cluster: string; namespace?: string; namePrefix?: string }>;

/** What is asked: a metric that the store keeps, in the unit in which it is answered. */
export type HistoryMetric = PodMetric | RouteMetric;
type PodMetric =
  "cpu_millicores" | "memory_bytes" | "network_received_bytes_per_second" | "network_sent_bytes_per_second";
type RouteMetric = "requests_per_second" | "errors_per_second" | "latency_p95_seconds";

/** A rate needs several measurements, which come every 15 to 60 s. */
const WINDOW_SECONDS_MIN = 180;
/** How long what is told of all namespaces together looks back. */
export const ROUTES_WINDOW_SECONDS = 300;
/** Longer than any namespace may be. */
const NOBODYS = "x".repeat(64);
/** What a label may be called. */
export const HISTORY_LABEL = /^[a-zA-Z_][a-zA-Z0-9_]{0,62}$/;

/**
 * Writes the query of a metric. There are these and no others: nobody's text becomes part of one but names of Kubernetes,
 * and the cluster stands in each selector.
 */
export function historyQuery(
  metric: HistoryMetric,
  scope: HistoryScope,
  { clusterLabel, stepSeconds }: Readonly<{ clusterLabel: string; stepSeconds: number }>,
): string {
  const window = `[${Math.max(WINDOW_SECONDS_MIN, stepSeconds)}s]`;
  return isOfRoute(metric)
    ? routeQuery(metric, scope, { clusterLabel, window })
    : podQuery(metric, scope, { clusterLabel, window });
}

type How = Readonly<{ clusterLabel: string; window: string }>;

/** What kubelets tell of containers and pods. */
function podQuery(metric: PodMetric, scope: HistoryScope, { clusterLabel, window }: How): string {
  const pods = selectorOf(scope, clusterLabel);
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

/**
 * What ingress-nginx and Envoy Gateway tell of the requests that they carried to a namespace, added up. The former names the
 * namespace of an Ingress by a label that collectors rename, as its own is another; the latter in the name of a route.
 */
function routeQuery(metric: RouteMetric, scope: HistoryScope, { clusterLabel, window }: How): string {
  const { nginx, envoy } = routeSelectors(scope, clusterLabel);
  const rates = (counter: string, more = ""): string =>
    nginx.map((one) => `rate(${counter}{${one}${more}}${window})`).join(" or ");
  switch (metric) {
    case "requests_per_second":
      return `sum(${rates("nginx_ingress_controller_requests")} or rate(envoy_cluster_upstream_rq_xx{${envoy}}${window}))`;
    case "errors_per_second":
      return `sum(${rates("nginx_ingress_controller_requests", ',status=~"5.."')} or rate(envoy_cluster_upstream_rq_xx{${envoy},envoy_response_code_class="5"}${window}))`;
    case "latency_p95_seconds": {
      const seconds = `sum by (le) (${rates("nginx_ingress_controller_request_duration_seconds_bucket")})`;
      const milliseconds = `sum by (le) (rate(envoy_cluster_upstream_rq_time_bucket{${envoy}}${window}))`;
      return `histogram_quantile(0.95, ${seconds}) or histogram_quantile(0.95, ${milliseconds}) / 1000`;
    }
  }
}

/**
 * Writes one query of the requests, errors and latency (seconds) of every namespace of a cluster. A label `told` says which of
 * them a value is, `tenant` of which namespace. As everywhere the latency is ingress-nginx's where Envoy tells one, too.
 */
export function routesQuery(cluster: string, clusterLabel: string): string {
  const of = selectorOf({ cluster }, clusterLabel);
  const rate = (counter: string, more = ""): string => `rate(${counter}{${of}${more}}[${ROUTES_WINDOW_SECONDS}s])`;
  const routes = ',envoy_cluster_name=~"httproute/.*"';
  const both = (nginx: string, envoy: string): string =>
    `sum by (tenant) (${nginxTenant(rate("nginx_ingress_controller_requests", nginx))} or ${envoyTenant(rate("envoy_cluster_upstream_rq_xx", routes + envoy))})`;
  const seconds = nginxTenant(rate("nginx_ingress_controller_request_duration_seconds_bucket"));
  const milliseconds = envoyTenant(rate("envoy_cluster_upstream_rq_time_bucket", routes));
  const quantile = (buckets: string): string => `histogram_quantile(0.95, sum by (tenant, le) (${buckets}))`;
  return [
    toldAs("requests", both("", "")),
    toldAs("errors", both(',status=~"5.."', ',envoy_response_code_class="5"')),
    toldAs("latency", `${quantile(seconds)} or ${quantile(milliseconds)} / 1000`),
  ].join(" or ");
}

function toldAs(what: string, values: string): string {
  return `label_replace(${values}, "told", "${what}", "", "")`;
}

/** What a collector has renamed counts before the namespace of the controller itself. */
function nginxTenant(values: string): string {
  const own = `label_replace(${values}, "tenant", "$1", "namespace", "(.+)")`;
  return `label_replace(${own}, "tenant", "$1", "exported_namespace", "(.+)")`;
}

function envoyTenant(values: string): string {
  return `label_replace(${values}, "tenant", "$1", "envoy_cluster_name", "httproute/([^/]+)/.*")`;
}

function isOfRoute(metric: HistoryMetric): metric is RouteMetric {
  return metric === "requests_per_second" || metric === "errors_per_second" || metric === "latency_p95_seconds";
}

/** In a namespace that is shared nothing says whose the requests are: then none are found, by a name that nothing has. */
function routeSelectors(
  { cluster, namespace, namePrefix }: HistoryScope,
  clusterLabel: string,
): Readonly<{ nginx: readonly string[]; envoy: string }> {
  const of = selectorOf({ cluster }, clusterLabel);
  const name = namespace === undefined || namePrefix === undefined ? namespace : NOBODYS;
  if (name === undefined) return { nginx: [of], envoy: `${of},envoy_cluster_name=~"httproute/.*"` };
  return {
    nginx: [`${of},namespace="${named(name)}",exported_namespace=""`, `${of},exported_namespace="${named(name)}"`],
    envoy: `${of},envoy_cluster_name=~"httproute/${named(name).replaceAll(".", "[.]")}/.*"`,
  };
}

function selectorOf({ cluster, namespace, namePrefix }: HistoryScope, clusterLabel: string): string {
  if (!HISTORY_LABEL.test(clusterLabel)) throw new TypeError("The label of clusters is no name of a label");
  return [
    `${clusterLabel}="${named(cluster)}"`,
    ...(namespace === undefined ? [] : [`namespace="${named(namespace)}"`]),
    // In a pattern a dot is every character, and its backslash has one of its own in a text.
    ...(namePrefix === undefined ? [] : [`pod=~"${named(namePrefix).replaceAll(".", "[.]")}(-.*)?"`]),
  ].join(",");
}
