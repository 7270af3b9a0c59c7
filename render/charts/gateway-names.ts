/** Names the class of the Gateways that Berth brings. */
export const GATEWAY_CLASS = "berth";

/** Names the Gateway of a cluster (charts/components/gateway), to which charts/workload attaches its routes. */
export const GATEWAY = { namespace: "berth-gateway", name: "berth" } as const;

/** Names its listener for the platform's hosts. */
export const HTTPS_LISTENER = "https";

/** Names the Secret that its listener for all names of the platform's takes its certificate from. */
export const GATEWAY_CERTIFICATE = { namespace: GATEWAY.namespace, name: "apps-tls" } as const;

/** Derives the name of the listener of a deployment's own domain, and of the route that is attached to it. */
export function domainRouteName(handle: string): string {
  return `${handle}-domain`;
}

/** The releases of charts/workload that refuse the value `gateway`. */
const BEFORE_GATEWAYS: ReadonlySet<string> = new Set(["0.1.0", "0.1.1"]);

/** Tells whether a release of charts/workload can attach a deployment to a Gateway. */
export function knowsGateways(version: string): boolean {
  return !BEFORE_GATEWAYS.has(version);
}
