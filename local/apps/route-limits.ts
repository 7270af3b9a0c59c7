/*
 * What holds of an application's requests, as those say it who route it: annotations of ingress-nginx, and what Envoy Gateway
 * has beside the Gateway API.
 */
import type { GatewayObjects, HttpRoute } from "./gateway-objects.ts";

/** What holds of the requests of a route. */
export type RouteLimits = Readonly<{
  /** A request of which nothing has come for so long ends. */
  idleMs?: number | undefined;
  bodyBytesMax?: number | undefined;
  /** Whether the application speaks HTTP/2 without TLS. */
  isGrpc?: boolean;
}>;

const NGINX = "nginx.ingress.kubernetes.io";
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Reads what the annotations of an Ingress say. */
export function readIngressLimits(annotations: Readonly<Record<string, string>>): RouteLimits {
  const said = (name: string): string | undefined => annotations[`${NGINX}/${name}`];
  const [, megabytes] = /^(\d+)m$/.exec(said("proxy-body-size") ?? "") ?? [];
  const seconds = Number(said("proxy-read-timeout") ?? "0");
  return {
    idleMs: seconds > 0 ? seconds * 1_000 : undefined,
    bodyBytesMax: megabytes === undefined ? undefined : Number(megabytes) * 1_048_576,
    isGrpc: said("backend-protocol") === "GRPC",
  };
}

/** Reads what the policies say of a route in their namespace. */
export function readRouteLimits({ policies = [] }: GatewayObjects, { metadata }: HttpRoute): RouteLimits {
  const policy = policies.find(
    ({ metadata: { namespace }, spec }) =>
      namespace === metadata.namespace &&
      spec.targetRefs?.some(({ kind, name }) => kind === "HTTPRoute" && name === metadata.name) === true,
  );
  return { idleMs: toMs(policy?.spec.timeout?.http?.streamIdleTimeout) };
}

function toMs(duration = ""): number | undefined {
  const parts = [...duration.matchAll(/(\d+)(ms|s|m|h)/g)];
  const sum = parts.reduce((total, [, count, unit = ""]) => total + Number(count) * (UNITS[unit] ?? 0), 0);
  return sum > 0 ? sum : undefined;
}
