/*
 * Decides what follows of what an issuer says of a certificate's renewal (ACME Renewal Information, RFC 9773; docs/adr/0139):
 *
 * 1. a wish counts where its whole window is over before cert-manager would renew by itself: every other one is met without anybody's doing;
 * 2. of the window one moment is drawn, by the certificate itself: whoever starts anew draws the same;
 * 3. a certificate is replaced for it once, and its successor not before some time has passed: an issuer that wishes for ever costs little.
 */
import type { DeploymentStatus } from "../../../contract/resources/deployment.ts";
import type { CertificateLife } from "./domain-certificate.ts";

/** When an issuer wants a certificate replaced. */
export type IssuerWish = Readonly<{
  /** Of the certificate that it is about. */
  serial: string;
  startMs: number;
  endMs: number;
  /** Where in the window this certificate's moment is: from 0 up to 1. */
  share: number;
  explanationUrl?: string | undefined;
}>;
type Memory = NonNullable<DeploymentStatus["certificateRenewal"]>;
/** The last wish that was acted on. */
export type Wished = Memory["wished"];

const HOUR_MS = 3_600_000;
/** Let's Encrypt gives five certificates a week for the same names: people's own requests need room beside this. */
const BETWEEN_MS = 48 * HOUR_MS;
const ASKED_AFTER_MS = { least: HOUR_MS, unsaid: 6 * HOUR_MS, most: 24 * HOUR_MS } as const;

/** Tells whether the moment that was drawn for a certificate has come. */
export function hasCome(wish: IssuerWish | undefined, nowMs: number): wish is IssuerWish {
  return wish !== undefined && wish.startMs + wish.share * (wish.endMs - wish.startMs) <= nowMs;
}

/** Tells whether a certificate is to be replaced because its issuer wants it. */
export function isToReplace(
  wish: IssuerWish | undefined,
  { serial, renewalMs, notAfterMs }: CertificateLife & Readonly<{ serial: string }>,
  before: Wished,
  nowMs: number,
): wish is IssuerWish {
  const byItselfMs = renewalMs ?? notAfterMs;
  if (!hasCome(wish, nowMs) || wish.serial !== serial) return false;
  if (byItselfMs === undefined || wish.endMs >= byItselfMs) return false;
  return before === undefined || nowMs - Date.parse(before.at) >= BETWEEN_MS;
}

/** Says in one sentence what the issuer wished, where it was the issuer that asked. */
export function sayWish({ wished, replaces }: Memory): string {
  if (wished?.serial !== replaces) return "";
  const why = wished.explanationUrl === undefined ? "" : `, and says why at ${wished.explanationUrl}`;
  return `Its issuer wished the certificate ${replaces} replaced before its time, as when one is or will be revoked${why}.`;
}

/** Derives after how long an issuer is asked again, by what it asks for itself. */
export function askIssuerAfterMs(retryAfterMs: number | undefined): number {
  const { least, unsaid, most } = ASKED_AFTER_MS;
  return Math.min(most, Math.max(least, retryAfterMs ?? unsaid));
}
