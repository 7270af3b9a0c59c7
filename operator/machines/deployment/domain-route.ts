import { conditionOf, type WantedCondition } from "../conditions.ts";
import { clusterWord } from "./cluster-word.ts";

/** A condition as an object of the Gateway API has it; of an older generation it says nothing. */
export type GatewayCondition = Readonly<{
  type: string;
  status: string;
  reason?: string;
  observedGeneration?: number;
}>;

/** What stands on a cluster for an own domain: the conditions of its listener, and of its route's parents. */
export type FoundRoute = Readonly<{ listener: readonly GatewayCondition[]; route: readonly GatewayCondition[] }>;

/** How the cluster's Gateway has taken the route of an own domain. */
export type RouteView =
  /** By Ingress alone: there is nothing to be told. */
  | Readonly<{ kind: "none" }>
  | Readonly<{ kind: "unasked" }>
  | Readonly<{ kind: "unreachable" }>
  | Readonly<{ kind: "absent" }>
  | Readonly<{ kind: "found"; verdict: "taken" | "waiting" | "uncertified" }>
  | Readonly<{ kind: "found"; verdict: "refused"; reason: string }>;

const TYPE = "Routed";
const UNVERIFIED = "DomainUnverified";
const LISTENER = ["Accepted", "ResolvedRefs", "Programmed"] as const;
const ROUTE = ["Accepted", "ResolvedRefs"] as const;

function statusOf(all: readonly GatewayCondition[], type: string): string | undefined {
  return all.find((one) => one.type === type)?.status;
}

/** Tells whether a listener of a deployment's own takes connections. */
export function isListening(listener: readonly GatewayCondition[]): boolean {
  return LISTENER.every((type) => statusOf(listener, type) === "True");
}

/** Judges what a Gateway says of a listener and a route; only what it says of both lets requests in. */
export function judgeRoute({ listener, route }: FoundRoute): RouteView {
  const certificate = listener.find(({ type }) => type === "ResolvedRefs");
  if (certificate?.status === "False" && certificate.reason === "InvalidCertificateRef")
    return { kind: "found", verdict: "uncertified" };
  const refusal = [...listener, ...route].find(
    ({ type, status }) => status === "False" && (type === "Accepted" || type === "ResolvedRefs"),
  );
  if (refusal !== undefined)
    return { kind: "found", verdict: "refused", reason: clusterWord(refusal.reason ?? "", "Refused") };
  const isTaken = isListening(listener) && ROUTE.every((type) => statusOf(route, type) === "True");
  return { kind: "found", verdict: isTaken ? "taken" : "waiting" };
}

/** Derives the condition Routed; undefined where the domain comes by Ingress alone. */
export function routeCondition(
  { domain, route, isActive }: Readonly<{ domain: string; route: RouteView; isActive: boolean }>,
  told: WantedCondition | undefined,
): WantedCondition | undefined {
  const no = (reason: string, message = ""): WantedCondition => conditionOf(TYPE, "False", reason, message);
  const unknown = (reason: string): WantedCondition => conditionOf(TYPE, "Unknown", reason, "");
  if (route.kind === "none") return undefined;
  if (!isActive) return no(UNVERIFIED);
  switch (route.kind) {
    case "unasked":
      return told === undefined || told.reason === UNVERIFIED ? unknown("Looking") : told;
    case "unreachable":
      return unknown("ClusterUnreachable");
    case "absent":
      return no("RouteMissing", "Its route is not on the cluster yet; deliver it anew if it stays so.");
    case "found":
      return foundCondition(domain, route);
  }
}

function foundCondition(domain: string, route: Extract<RouteView, { kind: "found" }>): WantedCondition {
  const no = (reason: string, message: string): WantedCondition => conditionOf(TYPE, "False", reason, message);
  switch (route.verdict) {
    case "taken":
      return conditionOf(TYPE, "True", "Routed", domain);
    case "waiting":
      return no("Pending", "The cluster's Gateway has not taken its route yet.");
    case "uncertified":
      return no("CertificateMissing", `The cluster's Gateway waits for the certificate of ${domain}.`);
    case "refused":
      return no(route.reason, `The cluster's Gateway refuses the route of ${domain}.`);
  }
}
