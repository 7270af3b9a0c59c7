/*
 * Delivers what webhooks want to hear, while the gateway runs:
 * 1. A change, a test or the next poll wakes it; changes are enqueued behind the durable cursor (webhook-queue.ts).
 * 2. Deliveries that are due are claimed, organization by organization in turn and a few of each webhook, so that those that hang hold up nobody else's.
 * 3. Each is signed, posted once and settled; what fails is due again with back-off and jitter, for 24 hours.
 * A gateway that stops lets its posts end; one that is killed leaves them to the others.
 */
import type { Change, ChangeFeed } from "../../adapters/postgres/resources/change-feed.ts";
import type { WebhookPost } from "../../adapters/outgoing/webhook-post.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import {
  claimDeliveries,
  enqueueChanges,
  placeCursor,
  settleAttempt,
  type Claim,
  type QueueTimes,
} from "../../adapters/postgres/webhooks/webhook-queue.ts";
import { backoffMs, type Backoff } from "../backoff.ts";
import type { ToldEvent } from "../events/event-hub.ts";
import { describeFault } from "../http/describe-fault.ts";
import { QueueLoop } from "../queue-loop.ts";
import { signWebhook } from "./sign-webhook.ts";

/** Times the deliveries. */
export type DelivererTimes = QueueTimes & Backoff & Readonly<{ pollMs: number }>;

const HOUR_MS = 3_600_000;
const TIMES: DelivererTimes = {
  pollMs: 15_000,
  retryMs: 5_000,
  retryMaxMs: 2 * HOUR_MS,
  leaseMs: 60_000,
  giveUpMs: 24 * HOUR_MS,
  disableMs: 72 * HOUR_MS,
};
const PARALLEL = 40;
const PER_WEBHOOK = 2;
const PAGE = 1_000;

/** The set-up of the deliveries of a gateway. */
type DelivererOptions = Readonly<{
  pool: Pool;
  log: Logger;
  feed: Pick<ChangeFeed, "subscribe">;
  post: WebhookPost;
  tell: (changes: readonly Change[]) => Promise<ToldEvent[]>;
  openSecret: (sealed: Buffer, webhookId: string) => string;
  times?: Partial<DelivererTimes>;
}>;

/** Posts deliveries until it is stopped. */
export class WebhookDeliverer {
  readonly #options: DelivererOptions;
  readonly #times: DelivererTimes;
  /** Posts under way. */
  readonly #posting = new Map<Promise<void>, Claim>();
  readonly #loop: QueueLoop;
  #isPlaced = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#times = { ...TIMES, ...options.times };
    const { pollMs } = this.#times;
    this.#loop = new QueueLoop({ name: "webhooks", log: options.log, pollMs, pass: () => this.#pass() });
    options.feed.subscribe(() => this.wake());
  }

  /** Looks for work at once. */
  wake(): void {
    this.#loop.wake();
  }

  /** Delivers until the signal aborts, and lets what is under way end; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    await this.#loop.run(signal);
    await Promise.all(this.#posting.keys());
  }

  async #pass(): Promise<boolean> {
    const { pool } = this.#options;
    if (!this.#isPlaced) await placeCursor(pool);
    this.#isPlaced = true;
    while ((await enqueueChanges(pool, PAGE)) === PAGE);
    const free = PARALLEL - this.#posting.size;
    if (free <= 0) return false;
    const underWay = [...this.#posting.values()];
    const wanted = { limit: free, perWebhook: PER_WEBHOOK, underWay, leaseMs: this.#times.leaseMs };
    for (const claim of await claimDeliveries(pool, wanted)) {
      const posting = this.#deliver(claim).finally(() => {
        this.#posting.delete(posting);
        this.wake();
      });
      this.#posting.set(posting, claim);
    }
    return false;
  }

  async #deliver(claim: Claim): Promise<void> {
    const { pool, log, post } = this.#options;
    try {
      const startedMs = performance.now();
      const { body, signature } = await this.#letterOf(claim);
      const result =
        signature === undefined
          ? { status: null, error: "the secret cannot be read; rotate it" }
          : await post(claim.url, body, headersOf(claim, signature));
      const durationMs = Math.round(performance.now() - startedMs);
      const retryMs = backoffMs(this.#times, claim.attempts, Math.random());
      await settleAttempt(pool, claim, { ...result, durationMs, retryMs }, this.#times);
      if (result.error !== null) this.#loop.wakeAfter(retryMs);
    } catch (error) {
      log.info("A delivery could not be settled; it comes again", { fault: describeFault(error) });
    }
  }

  async #letterOf(claim: Claim): Promise<Readonly<{ body: string; signature: string | undefined }>> {
    const { tell, openSecret } = this.#options;
    const [event] = claim.change === null ? [] : await tell([{ ...claim.change, seq: 0n }]);
    const body = event === undefined ? testBody(claim) : `{"delivery_id":"${claim.id}",${event.data.slice(1)}`;
    try {
      return { body, signature: signWebhook(openSecret(claim.sealedSecret, claim.webhookId), body, Date.now()) };
    } catch {
      return { body, signature: undefined };
    }
  }
}

function headersOf({ id, attempts }: Claim, signature: string): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "User-Agent": "Berth-Webhook/1",
    "Berth-Delivery": id,
    "Berth-Attempt": String(attempts),
    "Berth-Signature": signature,
  };
}

/** A hidden resource has no event either; its change tells that something was, and no more. */
function testBody({ id, organizationId, changedAt, change }: Claim): string {
  return JSON.stringify({
    delivery_id: id,
    kind: change?.kind ?? null,
    id: change?.resourceId ?? null,
    organization_id: organizationId,
    type: change?.type ?? "test",
    at: changedAt.toISOString(),
    resource: null,
  });
}
