/*
 * Decides about another certificate that somebody has asked for, as after its key was seen:
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
type Asked = Readonly<{ requestedAt: string; domain: string; certificate: CertificateView }>;

/** Names the condition. */
export const CERTIFICATE_RENEWED = "CertificateRenewed";

/** Decides how a request for another certificate stands. */
export function decideRenewal(asked: Asked, before: RenewalTold, nowMs: number): RenewalDecision {
  const isOfThis = before.memory?.requestedAt === asked.requestedAt;
  const known = isOfThis ? before : NOTHING;
  const { certificate, requestedAt } = asked;
  if (certificate.kind === "present") return decidePresent({ ...asked, certificate }, known, nowMs);
  // Then the first one is another one.
  const memory = certificate.kind === "absent" ? (known.memory ?? { requestedAt, replaces: "" }) : known.memory;
  return {
    memory: certificate.kind === "brought" ? undefined : memory,
    condition: unseen(certificate, known),
    due: false,
  };
}

const NOTHING: RenewalTold = { memory: undefined, condition: undefined };
type Present = Extract<CertificateView, { kind: "present" }>;

function unseen(certificate: Exclude<CertificateView, Present>, { condition }: RenewalTold): WantedCondition {
  switch (certificate.kind) {
    case "unasked":
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

function decidePresent(
  { requestedAt, domain, certificate }: Asked & Readonly<{ certificate: Present }>,
  { memory, condition: told }: RenewalTold,
  nowMs: number,
): RenewalDecision {
  const { serial, isIssuing = false, retryMs = 0 } = certificate;
  if (serial === undefined) return { memory, condition: told ?? tell("Unknown", "Looking"), due: false };
  if (memory === undefined)
    return { memory: { requestedAt, replaces: serial }, condition: tell("False", "Renewing"), due: false };
  if (serial !== memory.replaces)
    return { memory, condition: tell("True", "Renewed", `Another one is there: ${serial}`), due: false };
  const waitsMs = retryMs - nowMs;
  return { memory, condition: waiting(domain, certificate, waitsMs), due: !isIssuing && waitsMs <= 0 };
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
