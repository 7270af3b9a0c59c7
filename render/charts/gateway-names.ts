/** Names the class of the Gateways that Berth brings. */
export const GATEWAY_CLASS = "berth";

/** Names the Gateway of a cluster (charts/components/gateway), to which charts/workload attaches its routes. */
export const GATEWAY = { namespace: "berth-gateway", name: "berth" } as const;

/** Names its listener for plain HTTP, at which an authority asks too. */
export const HTTP_LISTENER = "http";

/** Names its listener for the platform's hosts. */
export const HTTPS_LISTENER = "https";

/** Names the Secret that its listener for all names of the platform's takes its certificate from. */
export const GATEWAY_CERTIFICATE = { namespace: GATEWAY.namespace, name: "apps-tls" } as const;

/** Derives the name of the listener of a deployment's own domain, and of the route that is attached to it. */
export function domainRouteName(handle: string): string {
  return `${handle}-domain`;
}

/** Derives the name of the listeners of a deployment's public ports. */
export function portListenersName(handle: string): string {
  return `${handle}-ports`;
}

/** Derives the name of a public port's listener, which its route is named after. */
export function portListenerName(publicPort: number): string {
  return `port-${publicPort}`;
}

/** Derives the name of the route of a public port. */
export function portRouteName(handle: string, publicPort: number): string {
  return `${handle}-${portListenerName(publicPort)}`;
}

/** The releases of charts/workload that refuse the value `gateway`. */
const BEFORE_GATEWAYS: ReadonlySet<string> = new Set(["0.1.0", "0.1.1"]);
/** Those that refuse its ports. */
const BEFORE_PORTS: ReadonlySet<string> = new Set([...BEFORE_GATEWAYS, ...[2, 3, 4, 5, 6, 7].map((n) => `0.1.${n}`)]);

/** Those that know of no certificate of a name's own. */
const BEFORE_OWN_CERTIFICATES: ReadonlySet<string> = new Set([...BEFORE_PORTS, "0.1.8"]);

/** Tells whether a release of charts/workload can attach a deployment to a Gateway. */
export function knowsGateways(version: string): boolean {
  return !BEFORE_GATEWAYS.has(version);
}

/** Tells whether a release of charts/workload can make a port public. */
export function knowsPublicPorts(version: string): boolean {
  return !BEFORE_PORTS.has(version);
}

/** Tells whether a release of charts/workload can have a name of the platform's certified by itself. */
export function knowsOwnCertificates(version: string): boolean {
  return !BEFORE_OWN_CERTIFICATES.has(version);
}
