/*
 * Decides about another certificate that somebody has asked for, as after its key was seen, or that the issuer wants there to be:
 *
 * 1. the serial number of the one that is there is remembered before anything is asked for: whoever dies in between asks once;
 * 2. cert-manager is asked while that one is still there, no other is being made, and its own patience after a failure is over;
 * 3. it is done once another serial number was seen.
 */
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import { conditionOf, type WantedCondition } from "../conditions.ts";
import { certificateRemedy } from "./certificate-remedy.ts";
import type { DeploymentDecision } from "./moves.ts";
import type { DeploymentObserved } from "./observe-types.ts";
import type { CertificateView } from "./domain-certificate.ts";
import { isToReplace, sayWish, type IssuerWish, type Wished } from "./issuer-wish.ts";

type Memory = DeploymentStatus["certificateRenewal"];
/** What the status says of another certificate that was asked for. */
export type RenewalTold = Readonly<{ memory: Memory; condition: WantedCondition | undefined }>;
/** What was decided about it. */
export type RenewalDecision = Readonly<{
  memory: Memory;
  condition: WantedCondition;
  /** Whether cert-manager is to be asked now. */
  due: boolean;
}>;
type Asked = Readonly<{
  /** When people asked for it. */
  requestedAt?: string | undefined;
  domain: string;
  certificate: CertificateView;
  /** What the issuer has said of the one that is there. */
  wish?: IssuerWish | undefined;
}>;

/** Names the condition. */
export const CERTIFICATE_RENEWED = "CertificateRenewed";

/** Tells whether what is remembered is of what people ask for now; where they ask for nothing it is the issuer's. */
export function isOfRequest(memory: Memory, requestedAt: string | undefined): boolean {
  if (memory === undefined) return false;
  return requestedAt === undefined ? memory.wished !== undefined : memory.requestedAt === requestedAt;
}

/** Decides how a request for another certificate stands; undefined where nobody has asked for one. */
export function decideRenewal(asked: Asked, before: RenewalTold, nowMs: number): RenewalDecision | undefined {
  const { certificate, requestedAt } = asked;
  const known = isOfRequest(before.memory, requestedAt) ? before : NOTHING;
  if (isHeld(certificate))
    return decideHeld({ ...asked, certificate }, { ...known, wished: before.memory?.wished }, nowMs);
  if (requestedAt === undefined && known.memory === undefined) return undefined;
  // Then the first one is another one.
  const memory =
    certificate.kind === "absent" ? (known.memory ?? { ...requestOf(requestedAt), replaces: "" }) : known.memory;
  return {
    memory: certificate.kind === "brought" ? undefined : memory,
    condition: unseen(certificate, known),
    due: false,
  };
}

const NOTHING: RenewalTold = { memory: undefined, condition: undefined };
type Present = Extract<CertificateView, { kind: "present" }>;
/** One of which it was read which one it is. */
type Held = Present & Readonly<{ serial: string }>;

function isHeld(certificate: CertificateView): certificate is Held {
  return certificate.kind === "present" && certificate.serial !== undefined;
}

function unseen(certificate: Exclude<CertificateView, Held>, { condition }: RenewalTold): WantedCondition {
  switch (certificate.kind) {
    case "unasked":
    case "present":
      return condition ?? tell("Unknown", "Looking");
    case "unreachable":
      return tell("Unknown", "ClusterUnreachable");
    case "brought":
      return tell("False", "Brought", bring(certificate.secret));
    case "absent":
      return certificate.toBring === undefined
        ? tell("False", "NotRequested", "There is none yet: the first one is another one.")
        : tell("False", "Brought", bring(certificate.toBring));
  }
}

type Known = RenewalTold & Readonly<{ wished: Wished }>;

function decideHeld(
  { requestedAt, domain, certificate, wish }: Asked & Readonly<{ certificate: Held }>,
  { memory, wished }: Known,
  nowMs: number,
): RenewalDecision | undefined {
  const { serial } = certificate;
  if (requestedAt !== undefined && memory === undefined)
    return begin({ requestedAt, replaces: serial, ...(wished && { wished }) });
  if (memory?.replaces === serial) return decideWaiting({ domain, certificate }, memory, nowMs);
  if (isToReplace(wish, certificate, wished, nowMs))
    return begin({ ...requestOf(memory?.requestedAt), replaces: serial, wished: actedOn(wish, nowMs) });
  if (memory === undefined) return undefined;
  const done = joined(sayWish(memory), `Another one is there: ${serial}`);
  return { memory, condition: tell("True", "Renewed", done), due: false };
}

function actedOn({ serial, explanationUrl }: IssuerWish, nowMs: number): Wished {
  return { serial, at: new Date(nowMs).toISOString(), ...(explanationUrl !== undefined && { explanationUrl }) };
}

const requestOf = (requestedAt: string | undefined): Readonly<{ requestedAt?: string }> =>
  requestedAt === undefined ? {} : { requestedAt };
const joined = (...sentences: readonly string[]): string => sentences.filter((text) => text !== "").join(" ");

function begin(memory: NonNullable<Memory>): RenewalDecision {
  return { memory, condition: tell("False", "Renewing", sayWish(memory)), due: false };
}

function decideWaiting(
  { domain, certificate }: Readonly<{ domain: string; certificate: Held }>,
  memory: NonNullable<Memory>,
  nowMs: number,
): RenewalDecision {
  const { isIssuing = false, retryMs = 0 } = certificate;
  const waitsMs = retryMs - nowMs;
  const { status, reason, message } = waiting(domain, certificate, waitsMs);
  const said = joined(sayWish(memory), message);
  return { memory, condition: tell(status, reason, said), due: !isIssuing && waitsMs <= 0 };
}

function waiting(domain: string, { cause, retryMs, isIssuing }: Present, waitsMs: number): WantedCondition {
  if (cause === undefined)
    return tell(
      "False",
      "Renewing",
      isIssuing === true ? "Another one is being made; this one is served meanwhile." : "Another one is asked for.",
    );
  const isPatient = retryMs !== undefined && waitsMs > 0;
  const again = isPatient ? ` It is tried again at ${new Date(retryMs).toISOString()}.` : "";
  const said = `${certificateRemedy(cause, domain)}${again} cert-manager says: ${cause}`;
  return tell("False", isPatient ? "Failed" : "Renewing", said);
}

function tell(status: WantedCondition["status"], reason: string, message = ""): WantedCondition {
  return conditionOf(CERTIFICATE_RENEWED, status, reason, message);
}

const bring = (secret: string): string =>
  `Certificates are brought here: bring another one, with another key, as the Secret ${secret}.`;

/** Adds what asks for it; it stands beside everything else, since nothing waits for it. */
export function renewCertificate(
  decision: DeploymentDecision,
  { certificateDue }: Pick<DeploymentObserved, "certificateDue">,
): DeploymentDecision {
  return certificateDue === true && decision.state.phase !== "deleting"
    ? { ...decision, effects: [...decision.effects, { kind: "renewCertificate" }] }
    : decision;
}
