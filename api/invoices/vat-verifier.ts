/*
 * Asks the tax offices about VAT numbers, while the gateway runs:
 * 1. Whoever changes a number wakes it; it looks each minute even so. One check is claimed at a time.
 * 2. A verdict is recorded with its consultation number; a fault of VIES leaves what was known and is tried again, with
 *    back-off up to six hours, for as long as the number stands.
 */
import type { Pool } from "../../adapters/postgres/pool.ts";
import {
  claimVatCheck,
  deferVatCheck,
  settleVatCheck,
  type VatClaim,
} from "../../adapters/postgres/billing/vat-check-store.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import type { VatCheck } from "../../adapters/vat/vies-client.ts";
import { backoffMs, type Backoff } from "../backoff.ts";
import { QueueLoop } from "../queue-loop.ts";
import { vatIdOf } from "./vat-number.ts";

const POLL_MS = 60_000;
const LEASE_MS = 30_000;
const BACKOFF: Backoff = { retryMs: 60_000, retryMaxMs: 6 * 3_600_000 };

/** The set-up of the checks of a gateway. */
type VatVerifierOptions = Readonly<{
  pool: Pool;
  log: Logger;
  check: VatCheck;
  backoff?: Backoff;
  pollMs?: number;
}>;

/** Verifies VAT numbers until it is stopped. */
export class VatVerifier {
  readonly #options: VatVerifierOptions;
  readonly #loop: QueueLoop;

  constructor(options: VatVerifierOptions) {
    this.#options = options;
    const { log, pollMs = POLL_MS } = options;
    this.#loop = new QueueLoop({ name: "VAT numbers", log, pollMs, pass: (signal) => this.#pass(signal) });
  }

  /** Looks for work at once. */
  wake(): void {
    this.#loop.wake();
  }

  /** Verifies until the signal aborts; never rejects. */
  run(signal: AbortSignal): Promise<void> {
    return this.#loop.run(signal);
  }

  async #pass(signal: AbortSignal): Promise<boolean> {
    const claim = await claimVatCheck(this.#options.pool, LEASE_MS);
    if (claim !== undefined) await this.#verify(claim, signal);
    return claim !== undefined;
  }

  async #verify(claim: VatClaim, signal: AbortSignal): Promise<void> {
    const { pool, log, check, backoff = BACKOFF } = this.#options;
    const verdict = await check(vatIdOf(claim.vatNumber), signal);
    if (verdict.kind !== "unknown") {
      const consultation = verdict.kind === "valid" ? verdict.consultation : null;
      await settleVatCheck(pool, claim, { isValid: verdict.kind === "valid", consultation });
      return;
    }
    log.info("A VAT number could not be checked; it is tried again", { reason: verdict.reason });
    await deferVatCheck(pool, claim, backoffMs(backoff, claim.attempts, Math.random()));
  }
}
