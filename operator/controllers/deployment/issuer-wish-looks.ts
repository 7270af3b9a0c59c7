import { askIssuerAfterMs, type IssuerWish } from "../../machines/deployment/issuer-wish.ts";
import type { Clock } from "../../runtime/clock.ts";
import { outsidePass } from "../../runtime/pass.ts";
import { shareOf, spreadOf } from "../../runtime/share-of.ts";
import type { CertificateAuthority } from "../parts.ts";
import { certificateId } from "./certificate-id.ts";
import type { CertificatePlace } from "./certificate-place.ts";
import { readIssuedBy } from "./read-certificate.ts";

type Subject = Readonly<{ handle: string; certificate: CertificatePlace }>;
type Known = { wish: IssuerWish | undefined; dueMs: number; isAsked: boolean };

/** So many are asked about at once; the others are by a later pass. */
const AT_ONCE = 4;
/** Whoever starts anew knows nothing, and does not ask about all at once. */
const FIRST_WITHIN_MS = 3_600_000;
const JITTER = 0.1;

/** Asks the authority of the platform's own issuer what it wishes of own domains' certificates, each every few hours, while nobody waits. */
export class IssuerWishLooks {
  readonly #authority: CertificateAuthority;
  readonly #clock: Clock;
  readonly #known = new Map<string, Known>();
  #running = 0;

  constructor(authority: CertificateAuthority, clock: Clock) {
    this.#authority = authority;
    this.#clock = clock;
  }

  /** Says what is known; a pass that comes late enough has it asked anew. */
  look(subject: Subject): IssuerWish | undefined {
    const nowMs = this.#clock.monotonicMs();
    const known = this.#knownOf(subject.handle, nowMs);
    if (nowMs >= known.dueMs && !known.isAsked && this.#running < AT_ONCE) this.#begin(subject, known);
    return known.wish;
  }

  forget(handle: string): void {
    this.#known.delete(handle);
  }

  #knownOf(handle: string, nowMs: number): Known {
    const found = this.#known.get(handle);
    if (found !== undefined) return found;
    const known = { wish: undefined, dueMs: nowMs + FIRST_WITHIN_MS * shareOf(handle), isAsked: false };
    this.#known.set(handle, known);
    return known;
  }

  #begin(subject: Subject, known: Known): void {
    known.isAsked = true;
    this.#running += 1;
    outsidePass(() => this.#ask(subject, known))
      .catch(() => undefined)
      .finally(() => {
        known.isAsked = false;
        this.#running -= 1;
      });
  }

  async #ask(subject: Subject, known: Known): Promise<void> {
    // Where nobody answers holds what was said last: it is of one certificate, by its serial number.
    const retryAfterMs = await this.#hear(subject, known).catch(() => undefined);
    known.dueMs = this.#clock.monotonicMs() + askIssuerAfterMs(retryAfterMs) * spreadOf(subject.handle, JITTER);
  }

  /** Answers after how long it is to be asked again, as far as anybody said. */
  async #hear({ certificate }: Subject, known: Known): Promise<number | undefined> {
    const { askRenewalInfo, clusterIssuer } = this.#authority;
    const found = await readIssuedBy(certificate, clusterIssuer);
    // It may be on its way yet.
    if (found === undefined) return 0;
    const id = certificateId(found);
    const info = id === undefined ? undefined : await askRenewalInfo(id);
    if (id === undefined || info?.kind !== "told") return undefined;
    const { startMs, endMs, explanationUrl, retryAfterMs } = info;
    known.wish = { serial: found.serialNumber, startMs, endMs, share: shareOf(id), explanationUrl };
    return retryAfterMs;
  }
}
