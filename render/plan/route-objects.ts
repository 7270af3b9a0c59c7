import { domainRouteName, portListenersName, portRouteName } from "../charts/gateway-names.ts";
import type { WorkloadValues } from "../charts/workload-values.ts";
import type { Json } from "../text/yaml-text.ts";
import { CHART_DEFAULTS } from "./chart-defaults.ts";
import { deriveChartNames, labelsOf } from "./chart-names.ts";

/** An object of a deployment by which requests come to it; the content differs when, and only when, the object does. */
type RouteObject = Readonly<{ apiVersion: string; kind: string; name: string; content: Json }>;

const GATEWAY_API = "gateway.networking.k8s.io/v1";

/** Lists what attaches the hosts of a deployment to its cluster's Gateway. */
export function listRoutes(values: WorkloadValues): RouteObject[] {
  const { handle, gateway, port = 0 } = values;
  const { hasGateway, service } = deriveChartNames(values);
  if (!hasGateway) return [];
  const {
    host,
    ownCertificate = false,
    customDomain,
    healthPath,
    namespace,
    name,
    clusterIssuer,
    requestTimeout,
    tooLarge = "",
  } = {
    ...CHART_DEFAULTS.gateway,
    ...gateway,
  };
  const parent = [namespace, name];
  const rules = [service, port, healthPath ?? "", requestTimeout, tooLarge, labelsOf(values)];
  const route = { apiVersion: GATEWAY_API, kind: "HTTPRoute" };
  const domain = domainRouteName(handle);
  const listeners = { apiVersion: GATEWAY_API, kind: "ListenerSet" };
  const own = [parent, clusterIssuer, labelsOf(values)];
  return [
    ...(host !== undefined && ownCertificate ? [{ ...listeners, name: handle, content: [host, ...own] }] : []),
    ...(host === undefined ? [] : [{ ...route, name: handle, content: [host, parent, ownCertificate, rules] }]),
    ...(customDomain === undefined
      ? []
      : [
          { ...listeners, name: domain, content: [customDomain, ...own] },
          { ...route, name: domain, content: [customDomain, rules] },
        ]),
    ...routeLimits(values, [host !== undefined, customDomain !== undefined]),
  ];
}

function routeLimits(values: WorkloadValues, hosts: Json): RouteObject[] {
  const { handle, gateway: { timeoutSeconds, maxBodySizeMb } = {} } = values;
  const apiVersion = "gateway.envoyproxy.io/v1alpha1";
  const name = `${handle}-too-large`;
  const filter = { apiVersion, kind: "HTTPRouteFilter", name, content: [maxBodySizeMb ?? 0, labelsOf(values)] };
  const policy = { apiVersion, kind: "BackendTrafficPolicy", name: handle };
  return [
    ...(maxBodySizeMb === undefined ? [] : [filter]),
    ...(timeoutSeconds === undefined ? [] : [{ ...policy, content: [timeoutSeconds, hosts, labelsOf(values)] }]),
  ];
}

/** Lists what makes ports of a deployment public at its cluster's Gateway. */
export function listPublicPorts(values: WorkloadValues): RouteObject[] {
  const { handle, gateway } = values;
  const { ports = [], namespace, name } = { ...CHART_DEFAULTS.gateway, ...gateway };
  if (ports.length === 0) return [];
  const { service } = deriveChartNames(values);
  const numbers = ports.map(({ publicPort }) => publicPort);
  const content = [numbers, namespace, name, labelsOf(values)];
  return [
    { apiVersion: GATEWAY_API, kind: "ListenerSet", name: portListenersName(handle), content },
    ...ports.map(({ port, publicPort }) => ({
      apiVersion: GATEWAY_API,
      kind: "TCPRoute",
      name: portRouteName(handle, publicPort),
      content: [service, port, labelsOf(values)],
    })),
  ];
}
