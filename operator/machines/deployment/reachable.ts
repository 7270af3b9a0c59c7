/*
 * Decides what is said of an application's public address, once the application itself is healthy (docs/adr/0074):
 *
 * 1. it is asked as a stranger would ask, and the first link that fails is named: name, address, TLS, route, application;
 * 2. a failure is told once it has lasted: before that what was told last holds;
 * 3. what was told of one change holds until the next one was asked for, and names the change it is of;
 * 4. where nobody can ask, nothing is claimed.
 *
 * Nothing here holds up the application itself, nor changes its phase.
 */
import type { Condition } from "../../../contract/resources/conditions.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";
import { publishedOf, recordOf } from "./domain-points.ts";
import type { ApplicationView, DeploymentState } from "./state.ts";

/** The links between a stranger and an application that can fail before it has answered. */
type BrokenLink =
  | "NameUnknown"
  | "DnsUnavailable"
  | "AddressRefused"
  | "AddressSilent"
  | "TlsInvalid"
  | "AnswerMissing"
  | "NodesSimulated";

/** What came of asking an address once. */
export type AddressAnswer = Readonly<{ tookMs: number }> &
  (
    | Readonly<{ kind: "answered"; status: number }>
    /** `detail`: in words of ours, what of the link failed. */
    | Readonly<{ kind: "failed"; link: BrokenLink; detail: string }>
  );

/** What is known of an application's address. */
export type AddressView =
  /** This platform asks nobody. */
  | Readonly<{ kind: "off" }>
  | Readonly<{ kind: "unasked" }>
  /** `failingMs`: how long it has failed; 0 where it does not. */
  | Readonly<{ kind: "asked"; generation: number; answer: AddressAnswer; failingMs: number }>;

/** An application's public address, with what is known of it. */
export type AddressFacts = Readonly<{
  url: string;
  path: string;
  /** Whether the application itself is known to answer well at that path: then a 404 is not its own. */
  isProbed: boolean;
  /** Address, or name, at which requests come in to its cluster. */
  leadsTo?: string | undefined;
  view: AddressView;
}>;

type Told = Readonly<{ conditions?: readonly Condition[] | undefined; endpointUrl?: string | undefined }>;
type Verdict = Readonly<{ status: Condition["status"]; reason: string; message: string }>;

const TYPE = "Reachable";
/** So long a failure may be a moment's: a route that is on its way, a packet that was lost. */
const TOLD_AFTER_MS = 20_000;
const ASKED_EVERY_MS = 300_000;
const FIRST_RETRY_MS = 2_000;

/** Tells whether an application serves what was last delivered: then its address is worth asking. */
export function isServing(application: ApplicationView): boolean {
  if (application.kind === "absent") return false;
  const { current, compared, sync, operationRunning, revision, health } = application;
  // What runs at another revision are the pods of an older change: their answer would be told of this one.
  if (!current || !compared || operationRunning || revision !== "reached") return false;
  return sync === "Synced" && health === "Healthy";
}

/** Derives the condition Reachable; undefined for what has no public address. */
export function reachableCondition(
  facts: AddressFacts | undefined,
  { phase, unhealthySinceMs }: Pick<DeploymentState, "phase" | "unhealthySinceMs">,
  before: Told,
): WantedCondition | undefined {
  if (facts === undefined) return undefined;
  const { view } = facts;
  const idle = view.kind === "off" ? OFF : idleVerdict(phase, unhealthySinceMs);
  if (idle !== undefined) return conditionOf(TYPE, "Unknown", idle.reason, idle.message);
  const told = toldOf(facts, before);
  if (view.kind === "asked") return askedCondition(facts, view, told);
  return told ?? conditionOf(TYPE, "Unknown", "Asking", `${facts.url} is asked.`);
}

function askedCondition(
  facts: AddressFacts,
  { answer, failingMs, generation }: Extract<AddressView, { kind: "asked" }>,
  told: WantedCondition | undefined,
): WantedCondition {
  const { status, reason, message } = verdictOf(facts, answer);
  const mayPass = status !== "True" && reason !== "NodesSimulated";
  if (mayPass && failingMs < TOLD_AFTER_MS) return told ?? conditionOf(TYPE, "Unknown", "Asking", message);
  // What it says already it says of the moment it began.
  if (told?.reason === reason && told.generation === generation) return told;
  return { type: TYPE, status, reason, message, generation };
}

/** Tells whether it was the application that answered. */
export function isReached(answer: AddressAnswer, isProbed: boolean): boolean {
  return answer.kind === "answered" && answer.status < 500 && !(isProbed && answer.status === 404);
}

/** Tells whether an address was told to answer, of this generation: an operator that starts need not hurry to see it. */
export function isToldReached(url: string, generation: number, before: Told | undefined): boolean {
  const told = before && toldOf({ url }, before);
  return told?.status === "True" && told.generation === generation;
}

/** Derives after how long an address is asked again: soon while it fails, later and later, and every few minutes for good. */
export function askAgainAfterMs(failures: number): number {
  return failures === 0 ? ASKED_EVERY_MS : Math.min(ASKED_EVERY_MS, FIRST_RETRY_MS * 2 ** Math.min(10, failures - 1));
}

const OFF = {
  reason: "NotAsked",
  message: "This platform does not ask the addresses of its applications.",
} as const;

function idleVerdict(
  phase: DeploymentState["phase"],
  unhealthySinceMs: number | undefined,
): Readonly<{ reason: string; message: string }> | undefined {
  if (phase === "stopped") return { reason: "Stopped", message: "It is stopped: its address is not asked." };
  if (phase === "failed" || phase === "error" || unhealthySinceMs !== undefined)
    return { reason: "NotHealthy", message: "Its address is asked once the application is healthy." };
  return undefined;
}

/** What an address was told of; what was not an answer is nothing to hold on to. */
function toldOf({ url }: Pick<AddressFacts, "url">, { conditions, endpointUrl }: Told): WantedCondition | undefined {
  const told = conditions?.find(({ type }) => type === TYPE);
  if (told === undefined || told.status === "Unknown" || endpointUrl !== url) return undefined;
  const { status, reason, message, observedGeneration = 0 } = told;
  return { type: TYPE, status, reason, message, generation: observedGeneration };
}

function verdictOf(facts: AddressFacts, answer: AddressAnswer): Verdict {
  const { url, path, isProbed } = facts;
  if (answer.kind === "failed") return linkVerdict(facts, answer);
  const { status, tookMs } = answer;
  const said = `${url} answered ${status}`;
  if (isReached(answer, isProbed))
    return { status: "True", reason: "Answered", message: `${said} in ${Math.round(tookMs)} ms.` };
  if (status === 404)
    return no("RouteMissing", `${said} at ${path}, where the application answers well inside: its route is missing.`);
  return no("ApplicationFails", `${said}: the application fails, or none of its pods is behind the address.`);
}

function linkVerdict(
  { url, leadsTo }: AddressFacts,
  { link, detail }: Extract<AddressAnswer, { kind: "failed" }>,
): Verdict {
  const host = new URL(url).hostname;
  switch (link) {
    case "NameUnknown":
      return no(
        link,
        `DNS names no address for ${host}; create ${leadsTo === undefined ? "its record" : recordOf(host, publishedOf(leadsTo))}, it is asked again by itself.`,
      );
    case "DnsUnavailable":
      return { status: "Unknown", reason: link, message: `DNS did not say where ${host} is.` };
    case "AddressRefused":
      return no(link, `DNS leads ${host} to an address that is not public; correct its record.`);
    case "AddressSilent":
      return no(link, `Nobody takes connections at the address of ${host} (${detail}).`);
    case "TlsInvalid":
      return no(link, `The certificate that ${host} shows cannot be trusted: ${detail}.`);
    case "AnswerMissing":
      return no("ApplicationFails", `${url} takes connections and does not answer (${detail}).`);
    case "NodesSimulated":
      return { status: "Unknown", reason: link, message: "Its pods are simulated: nobody is behind its address." };
  }
}

function no(reason: string, message: string): Verdict {
  return { status: "False", reason, message };
}
