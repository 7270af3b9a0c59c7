import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { createPool, type Pool } from "../../../adapters/postgres/pool.ts";
import { placeCursor } from "../../../adapters/postgres/webhooks/webhook-queue.ts";
import { insertWebhook, queueTest } from "../../../adapters/postgres/webhooks/webhook-store.ts";
import { tellEvents } from "../../../api/events/tell-events.ts";
import { createSecretSeal } from "../../../api/webhooks/seal-secret.ts";
import { WebhookDeliverer } from "../../../api/webhooks/webhook-deliverer.ts";
import { SecretText } from "../../../contract/secret-text.ts";
import { createCapturedLogger } from "../../support/captured-logger.ts";
import { createDatabase } from "../../support/postgres.ts";

const { seal, open } = createSecretSeal({ secretKey: undefined, postgresUrl: new SecretText("postgres://x") });
/** More than are posted at once, with more waiting than one claim takes. */
const HANGING = 100;
const WAITING_EACH = 4;
const AT_ONCE = 40;

async function addOrganization(pool: Pool, slug: string): Promise<string> {
  const id = randomUUID();
  await pool.query("INSERT INTO organizations (id, name, slug, updated_at) VALUES ($1, $2, $2, now())", [id, slug]);
  return id;
}

async function addWebhook(pool: Pool, organizationId: string, url: string): Promise<string> {
  const id = randomUUID();
  const row = { id, organizationId, url, description: null, kinds: [], enabled: true };
  await insertWebhook(pool, { ...row, sealedSecret: seal("whsec_x", id) });
  return id;
}

describe("Deliveries of webhooks", function () {
  this.timeout(120_000);

  it("take turns by organization: however many of one hang, another's is next", async () => {
    const pool = createPool(await createDatabase(), { max: 8 });
    const [slow, quick] = [await addOrganization(pool, "slow"), await addOrganization(pool, "quick")];
    await placeCursor(pool);
    const ends: (() => void)[] = [];
    const began = Promise.withResolvers<undefined>();
    const heard = Promise.withResolvers<number>();
    const abort = new AbortController();
    let isOver = false;
    const deliverer = new WebhookDeliverer({
      pool,
      log: createCapturedLogger().logger,
      feed: { subscribe: () => () => true },
      async post(url) {
        if (url.includes("quick")) heard.resolve(ends.length);
        else if (!isOver) {
          const hangs = Promise.withResolvers<undefined>();
          if (ends.push(() => hangs.resolve(undefined)) === AT_ONCE) began.resolve(undefined);
          await hangs.promise;
        }
        return { status: 200, error: null };
      },
      tell: async (changes) => [...(await tellEvents(pool, changes)).events],
      openSecret: open,
    });
    for (let index = 0; index < HANGING; index += 1) {
      const id = await addWebhook(pool, slow, `https://slow.example/${index}`);
      for (let waiting = 0; waiting < WAITING_EACH; waiting += 1) await queueTest(pool, randomUUID(), id);
    }
    const running = deliverer.run(abort.signal);
    await began.promise;
    await queueTest(pool, randomUUID(), await addWebhook(pool, quick, "https://quick.example/"));
    // One of them ends: whose turn is it?
    ends[0]!();
    expect(await heard.promise).to.equal(AT_ONCE);
    isOver = true;
    abort.abort();
    for (const end of ends) end();
    await running;
    await pool.end();
  });
});
