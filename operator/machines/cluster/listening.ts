import { conditionOf, type WantedCondition } from "../conditions.ts";
import type { GatewayCondition } from "../deployment/domain-route.ts";

/** How the HTTPS listener of a cluster's Gateway stands; `late` where what is said of it is of an older generation. */
export type ListenerVerdict = "listens" | "uncertified" | "closed" | "silent" | "late";

/**
 * How its Gateway stands, of which no listener counts before it is there and has an address; `unnamed` where it does not serve all
 * names yet that are to be led there.
 */
export type GatewayVerdict = ListenerVerdict | "absent" | "unaddressed" | "unnamed";

/** What keeps a Gateway away: kinds of the Gateway API that are somebody else's, or that its own Envoy Gateway does not serve. */
export type HeldGateway = Readonly<{ kind: "taken" | "missing"; what: string }>;

/** What is known of a cluster's Gateway; `seen` is of the listener that requests need. */
export type ListeningView = Readonly<{ told: WantedCondition | undefined }> &
  (
    | Readonly<{ kind: "unasked" }>
    | HeldGateway
    | Readonly<{
        kind: "seen";
        verdict: Exclude<GatewayVerdict, "late">;
        /** Whether requests come in by an Ingress while the Gateway does not listen. */
        hasIngress: boolean;
      }>
  );
type Missing = Exclude<Extract<ListeningView, { kind: "seen" }>["verdict"], "listens">;

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
type NamesAtGateway = Readonly<{
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

/** What a Gateway lacks: said of one that is being made, and of one that should have it by now. */
const LACKS: Readonly<Record<Missing, Readonly<{ yet: string; reason: string; message: string }>>> = {
  absent: {
    yet: "the bundle brings it",
    reason: "GatewayMissing",
    message: "The cluster has no Gateway: the bundle brings it, and BundleApplied says what is in its way",
  },
  unaddressed: {
    yet: "it has no address yet",
    reason: "AddressMissing",
    message: "The cluster's Gateway has no address yet: see its load balancer",
  },
  uncertified: {
    yet: "it waits for its certificate, the Secret apps-tls in berth-gateway",
    reason: "CertificateMissing",
    message:
      "The cluster's Gateway waits for its certificate: bring the Secret apps-tls in berth-gateway, or see why cert-manager does not make it",
  },
  closed: {
    yet: "it does not take requests yet",
    reason: "ListenerClosed",
    message: "The cluster's Gateway does not take requests: see the conditions of its listeners http and https",
  },
  unnamed: {
    yet: "it does not serve all names of the platform's yet",
    reason: "NamesAwaited",
    message:
      "The cluster's Gateway does not serve all names of the platform's yet that are reached: see Synced of its deployments, and the ListenerSets of their names on the cluster",
  },
  silent: {
    yet: "it has not said yet whether it takes HTTPS",
    reason: "Pending",
    message: "The cluster's Gateway has not said yet whether it takes HTTPS: see whether Envoy Gateway runs",
  },
};
/** What is so where nothing else serves: own domains have certificates of their own, and who says nothing may take requests. */
const NOTHING_ELSE: Readonly<Partial<Record<Missing, string>>> = {
  absent: "nothing answers by HTTPS meanwhile",
  unaddressed: "nothing answers by HTTPS meanwhile",
  uncertified: "no name of the platform's answers by HTTPS meanwhile",
};

const HELD: Readonly<Record<HeldGateway["kind"], Readonly<{ reason: string; message: (what: string) => string }>>> = {
  taken: {
    reason: "GatewayApiTaken",
    message: (what) =>
      `The cluster has ${what}: the bundle brings its own version of them over nobody's. Remove them when nothing needs them, name envoy-gateway in own_components where an Envoy Gateway of its own serves them, or set routing to ingress`,
  },
  missing: {
    reason: "GatewayApiMissing",
    message: (what) =>
      `Envoy Gateway is left to the cluster, which does not serve ${what}: install or upgrade it there, or name own_components without envoy-gateway`,
  },
};

/**
 * Derives the condition that says whether a cluster's Gateway takes HTTPS; nothing waits for it. Of what is being made, and was
 * never told to be at fault, nobody knows yet.
 */
export function listeningCondition(view: ListeningView, isBeingMade: boolean): WantedCondition {
  if (view.kind === "unasked") return view.told ?? conditionOf(GATEWAY_LISTENS, "Unknown", "Looking", "");
  return view.kind === "seen" ? seenCondition(view, isBeingMade) : heldCondition(view);
}

function heldCondition({ kind, what }: HeldGateway): WantedCondition {
  const { reason, message } = HELD[kind];
  return conditionOf(GATEWAY_LISTENS, "False", reason, `${message(what)}; requests come in by Ingress meanwhile.`);
}

function seenCondition(
  { told, verdict, hasIngress }: Extract<ListeningView, { kind: "seen" }>,
  isBeingMade: boolean,
): WantedCondition {
  if (verdict === "listens") return conditionOf(GATEWAY_LISTENS, "True", "Listens", "");
  const { yet, reason, message } = LACKS[verdict];
  const meanwhile = hasIngress ? "requests come in by ingress-nginx meanwhile" : NOTHING_ELSE[verdict];
  const sentence = (text: string, more: string | undefined): string =>
    `${text}${more === undefined ? "" : `; ${more}`}.`;
  if (isBeingMade && (told?.status ?? "Unknown") === "Unknown") {
    const preparing = `The cluster's Gateway is being made ready: ${yet}`;
    const text = sentence(preparing, hasIngress ? meanwhile : undefined);
    return conditionOf(GATEWAY_LISTENS, "Unknown", "Preparing", text);
  }
  return conditionOf(GATEWAY_LISTENS, "False", reason, sentence(message, meanwhile));
}
