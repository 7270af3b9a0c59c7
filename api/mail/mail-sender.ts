/*
 * Sends mails, while the gateway runs:
 * 1. Whoever queues one wakes it; it looks each quarter of a minute even so. Mails that are due are claimed, a few at a time.
 * 2. What a mail says is made now, from what is true now: one that has nothing to say any more is dropped. Its token
 *    follows from its id, so a second attempt carries the same.
 * 3. It is sent and taken out of the queue; one of alerts stays a while, to hold back the next one. What fails is due again with back-off, for a day.
 */
import { createHash } from "node:crypto";
import type { MailTransport } from "../../adapters/outgoing/mail-transport.ts";
import { claimMails, closeMail, deferMail, type ClaimedMail } from "../../adapters/postgres/identity/mail-store.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import { backoffMs, type Backoff } from "../backoff.ts";
import { describeFault } from "../http/describe-fault.ts";
import { QueueLoop } from "../queue-loop.ts";
import type { Text } from "./letters.ts";

const POLL_MS = 15_000;
const LEASE_MS = 60_000;
/** Whoever is told of alerts gets at most one mail of an organization within so long. */
const ALERTS_HOLD_MS = 300_000;
const PARALLEL = 5;
const BACKOFF: Backoff = { retryMs: 5_000, retryMaxMs: 1_800_000 };

/** The set-up of the mails of a gateway. */
type MailSenderOptions = Readonly<{
  pool: Pool;
  log: Logger;
  transport: MailTransport;
  /** Says what a mail says; undefined when there is nothing to say any more. */
  write: (mail: ClaimedMail) => Promise<Text | undefined>;
  backoff?: Backoff;
}>;

/** Sends mails until it is stopped. */
export class MailSender {
  readonly #options: MailSenderOptions;
  readonly #loop: QueueLoop;

  constructor(options: MailSenderOptions) {
    this.#options = options;
    this.#loop = new QueueLoop({ name: "mails", log: options.log, pollMs: POLL_MS, pass: () => this.#pass() });
  }

  /** Looks for work at once. */
  wake(): void {
    this.#loop.wake();
  }

  /** Sends until the signal aborts; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    await this.#loop.run(signal);
    this.#options.transport.close();
  }

  async #pass(): Promise<boolean> {
    const claimed = await claimMails(this.#options.pool, PARALLEL, LEASE_MS);
    await Promise.all(claimed.map((mail) => this.#send(mail)));
    return claimed.length === PARALLEL;
  }

  async #send(mail: ClaimedMail): Promise<void> {
    const { pool, log, transport, write, backoff = BACKOFF } = this.#options;
    let text: Text | undefined;
    try {
      text = await write(mail);
      if (text !== undefined) await transport.send({ id: letterIdOf(mail), to: mail.recipient, ...text });
    } catch (error) {
      log.info("A mail could not be sent; it is tried again", { attempts: mail.attempts, fault: describeFault(error) });
      const delayMs = backoffMs(backoff, mail.attempts, Math.random());
      await deferMail(pool, mail.id, delayMs);
      this.#loop.wakeAfter(delayMs);
      return;
    }
    await closeMail(pool, mail, { isSent: text !== undefined, holdMs: ALERTS_HOLD_MS });
  }
}

/** One row sends several mails of alerts, each of which says something else; the same one twice is seen as one. */
function letterIdOf(mail: ClaimedMail): string {
  if (mail.kind !== "alerts") return mail.id;
  const { started, ended } = mail.facts;
  return createHash("sha256")
    .update(JSON.stringify([mail.id, started, ended]))
    .digest("hex")
    .slice(0, 32);
}
