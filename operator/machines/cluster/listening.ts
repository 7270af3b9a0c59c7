import { conditionOf, type WantedCondition } from "../conditions.ts";
import type { GatewayCondition } from "../deployment/domain-route.ts";

/** How the HTTPS listener of a cluster's Gateway stands; `late` where what is said of it is of an older generation. */
export type ListenerVerdict = "listens" | "uncertified" | "closed" | "silent" | "late";

/** How its Gateway stands, of which no listener counts before it has an address. */
export type GatewayVerdict = ListenerVerdict | "unaddressed";

/** What is known of a cluster's Gateway; `seen` is of the listener that requests need. */
export type ListeningView =
  | Readonly<{ kind: "unasked"; told: WantedCondition | undefined }>
  | Readonly<{ kind: "seen"; routing: "both" | "gateway"; verdict: Exclude<GatewayVerdict, "late"> }>;

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

/** What bears on who has the certificates of the platform's names at a Gateway. */
export type NamesAtGateway = Readonly<{
  /** What was decided last; undefined where nothing was yet. */
  before: boolean | undefined;
  /** Whether somebody is to bring one certificate for all of them. */
  isPromised: boolean;
  /** Of the listener for all of them; undefined while nobody has looked. */
  verdict: GatewayVerdict | undefined;
}>;

/**
 * Decides whether each name of the platform's has a certificate of its own (docs/adr/0140): never where the Gateway has one for
 * all of them, nor before one that is promised could come; else as soon as it is seen that nobody has brought one.
 */
export function decideEachName({ before, isPromised, verdict }: NamesAtGateway): boolean | undefined {
  if (verdict === "listens") return false;
  if (isPromised || verdict === undefined || verdict === "late" || verdict === "closed") return before;
  // Before it has said a word it is only on its way: what was decided of it stands.
  return verdict === "uncertified" ? true : (before ?? true);
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
        "The cluster's Gateway does not take requests: see the conditions of its listeners http and https",
      );
    case "silent":
      return no("Pending", "The cluster's Gateway has not said yet whether it takes HTTPS");
  }
}
