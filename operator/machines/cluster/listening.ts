import { conditionOf, type WantedCondition } from "../conditions.ts";
import type { GatewayCondition } from "../deployment/domain-route.ts";

/** How the HTTPS listener of a cluster's Gateway stands; `late` where what is said of it is of an older generation. */
export type ListenerVerdict = "listens" | "uncertified" | "closed" | "silent" | "late";

/** What is known of a cluster's Gateway. */
export type ListeningView =
  | Readonly<{ kind: "unasked"; told: WantedCondition | undefined }>
  | Readonly<{ kind: "seen"; routing: "both" | "gateway"; verdict: Exclude<ListenerVerdict, "late"> | "unaddressed" }>;

/** Names the condition. */
export const GATEWAY_LISTENS = "GatewayListens";

/** Judges what a Gateway says of its HTTPS listener; only a listener that is programmed takes connections. */
export function judgeListener(conditions: readonly GatewayCondition[], generation: number): ListenerVerdict {
  const programmed = conditions.find(({ type }) => type === "Programmed");
  if (programmed?.observedGeneration === undefined) return "silent";
  if (programmed.observedGeneration < generation) return "late";
  if (programmed.status === "True") return "listens";
  const isUncertified = conditions.some(
    ({ type, status, reason }) => type === "ResolvedRefs" && status === "False" && reason === "InvalidCertificateRef",
  );
  return isUncertified ? "uncertified" : "closed";
}

/** Derives the condition that says whether a cluster's Gateway takes HTTPS; nothing waits for it. */
export function listeningCondition(view: ListeningView): WantedCondition {
  if (view.kind === "unasked") return view.told ?? conditionOf(GATEWAY_LISTENS, "Unknown", "Looking", "");
  const meanwhile =
    view.routing === "both" ? "requests come in by ingress-nginx meanwhile" : "nothing answers by HTTPS meanwhile";
  const no = (reason: string, message: string): WantedCondition =>
    conditionOf(GATEWAY_LISTENS, "False", reason, `${message}; ${meanwhile}.`);
  switch (view.verdict) {
    case "listens":
      return conditionOf(GATEWAY_LISTENS, "True", "Listens", "");
    case "unaddressed":
      return no("AddressMissing", "The cluster's Gateway has no address yet: see its load balancer");
    case "uncertified":
      return no(
        "CertificateMissing",
        "The cluster's Gateway waits for its certificate: bring the Secret apps-tls in berth-gateway, or see why cert-manager does not make it",
      );
    case "closed":
      return no(
        "ListenerClosed",
        "The cluster's Gateway does not take HTTPS: see the conditions of its listener https",
      );
    case "silent":
      return no("Pending", "The cluster's Gateway has not said yet whether it takes HTTPS");
  }
}
