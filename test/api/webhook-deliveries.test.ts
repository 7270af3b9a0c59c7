import { randomUUID } from "node:crypto";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import { SecretText } from "../../contract/secret-text.ts";
import type pg from "pg";
import { createWebhookPost, type WebhookPost } from "../../adapters/outgoing/webhook-post.ts";
import { createPool } from "../../adapters/postgres/pool.ts";
import { enqueueChanges, placeCursor, sweepDeliveries } from "../../adapters/postgres/webhooks/webhook-queue.ts";
import {
  findWebhook,
  insertWebhook,
  listDeliveries,
  type Delivery,
} from "../../adapters/postgres/webhooks/webhook-store.ts";
import { tellEvents } from "../../api/events/tell-events.ts";
import { backoffMs } from "../../api/backoff.ts";
import { WebhookDeliverer, type DelivererTimes } from "../../api/webhooks/webhook-deliverer.ts";
import { createSecretSeal } from "../../api/webhooks/seal-secret.ts";
import { sharedApiServer } from "../support/api-server.ts";
import { createCapturedLogger } from "../support/captured-logger.ts";
import { eventually } from "../support/eventually.ts";
import { createDatabase } from "../support/postgres.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";

const { seal, open } = createSecretSeal({ secretKey: undefined, postgresUrl: new SecretText("postgres://x") });
const QUICK: Partial<DelivererTimes> = { pollMs: 20, retryMs: 20, retryMaxMs: 60, leaseMs: 60_000 };

describe("Deliveries of webhooks", function () {
  this.timeout(300_000);
  const organizationId = randomUUID();
  let pool: pg.Pool;
  let receiver: WebhookReceiver;
  let stops: (() => Promise<void>)[];

  before(async () => {
    pool = createPool(await createDatabase(), { max: 8 });
    await pool.query("INSERT INTO organizations (id, name, slug, updated_at) VALUES ($1, 'o', 'o', now())", [
      organizationId,
    ]);
    await placeCursor(pool);
  });
  beforeEach(async () => {
    await pool.query("DELETE FROM webhooks");
    receiver = await startWebhookReceiver();
    stops = [];
  });
  afterEach(async () => {
    for (const stop of stops) await stop();
    await receiver.stop();
  });
  after(() => pool.end());

  const start = (times: Partial<DelivererTimes> = {}, post?: WebhookPost): void => {
    const abort = new AbortController();
    const deliverer = new WebhookDeliverer({
      pool,
      log: createCapturedLogger().logger,
      feed: { subscribe: () => () => true },
      post: post ?? createWebhookPost({ allowPrivate: true }),
      tell: async (changes) => [...(await tellEvents(pool, changes)).events],
      openSecret: open,
      times: { ...QUICK, ...times },
    });
    const running = deliverer.run(abort.signal);
    stops.push(async () => {
      abort.abort();
      await running;
    });
  };
  const newHook = async (url = receiver.url): Promise<string> => {
    const id = randomUUID();
    const members = { id, organizationId, url, description: null, kinds: [], enabled: true };
    await insertWebhook(pool, { ...members, sealedSecret: seal("whsec_x", id) });
    return id;
  };
  const change = (count = 1): Promise<unknown> =>
    pool.query(
      "INSERT INTO changes (kind, resource_id, organization_id, type) SELECT 'Cluster', gen_random_uuid(), $1, 'updated' FROM generate_series(1, $2)",
      [organizationId, count],
    );
  const log = (id: string, limit = 10): Promise<Delivery[]> => listDeliveries(pool, id, { limit });

  it("come again after a failure, under the same id, until they are taken", async () => {
    const id = await newHook();
    let answers = [500, 302, 429, 200];
    receiver.answer((response) => {
      const [status = 200, ...rest] = answers;
      answers = rest;
      response.writeHead(status, { location: "/elsewhere" }).end("x".repeat(100_000));
    });
    start();
    await change();
    await eventually(async () => expect((await log(id))[0]).to.include({ status: "delivered", attempts: 4 }));
    expect(receiver.received.map(({ path }) => path)).to.deep.equal(Array<string>(4).fill("/hook"));
    expect(new Set(receiver.received.map(({ headers }) => headers["berth-delivery"])).size).to.equal(1);
    expect((await findWebhook(pool, organizationId, id))?.failingSince).to.equal(null);
  });

  it("come again when they are due, however rarely the queue is polled", async () => {
    const id = await newHook();
    let answers = [500, 500, 200];
    receiver.answer((response) => {
      const [status = 200, ...rest] = answers;
      answers = rest;
      response.writeHead(status).end();
    });
    await change();
    start({ pollMs: 3_600_000 });
    await eventually(async () => expect((await log(id))[0]).to.include({ status: "delivered", attempts: 3 }));
  });

  it("end with a reason when nobody answers, and do not hold up another webhook", async () => {
    const hanging = await newHook(`${receiver.url}/hang`);
    const healthy = await newHook();
    receiver.answer((response, { path }) => {
      if (path === "/hook") response.writeHead(204).end();
    });
    const hasty = createWebhookPost({ allowPrivate: true, timeoutMs: 1_000 });
    start({ retryMs: 60_000, retryMaxMs: 60_000 }, hasty);
    await change(5);
    await eventually(async () =>
      expect((await log(healthy)).map(({ status }) => status)).to.deep.equal(Array<string>(5).fill("delivered")),
    );
    await eventually(async () =>
      expect((await log(hanging)).map(({ error }) => error)).to.deep.equal(Array<string>(5).fill("no answer in time")),
    );
  });

  it("are given up after their time, and switch off a webhook that only fails", async () => {
    const id = await newHook("http://127.0.0.1:1/");
    start({ giveUpMs: 300, disableMs: 600 });
    await change();
    await eventually(async () => expect((await log(id))[0]).to.include({ status: "failed", nextAttemptAt: null }));
    expect((await log(id))[0]?.error).to.equal("could not be called (ECONNREFUSED)");
    await eventually(async () => {
      await change();
      expect(await findWebhook(pool, organizationId, id)).to.include({ enabled: false });
    });
    expect((await findWebhook(pool, organizationId, id))?.disabledReason).to.match(/^Every delivery failed since 20/);
  });

  it("go out once each from several gateways", async () => {
    const id = await newHook();
    for (let gateway = 0; gateway < 3; gateway += 1) start();
    for (let batch = 0; batch < 5; batch += 1) await change(40);
    await eventually(async () => {
      const deliveries = await log(id, 300);
      expect(deliveries.filter(({ status }) => status === "delivered")).to.have.length(200);
    });
    expect(receiver.received).to.have.length(200);
    expect(new Set(receiver.received.map(({ headers }) => headers["berth-delivery"])).size).to.equal(200);
  });

  it("of a gateway that dies in the middle are taken by another one when the lease is over", async () => {
    const id = await newHook();
    let began = 0;
    let free = (): void => undefined;
    const dying = new Promise<{ status: number; error: null }>((resolve) => {
      free = () => resolve({ status: 200, error: null });
    });
    start({ leaseMs: 400 }, () => {
      began += 1;
      return dying;
    });
    await change();
    await eventually(() => expect(began).to.equal(1));
    start({ leaseMs: 60_000 });
    await eventually(async () => expect((await log(id))[0]).to.include({ status: "delivered", attempts: 2 }));
    expect(receiver.received.map(({ headers }) => headers["berth-attempt"])).to.deep.equal(["2"]);
    free();
  });

  it("are enqueued with the cursor or not at all", async () => {
    const id = await newHook();
    await change(3);
    await pool.query("ALTER TABLE webhook_deliveries ADD CONSTRAINT broken CHECK (kind IS NULL) NOT VALID");
    const refused = await enqueueChanges(pool, 100).catch((error: unknown) => (error as { code: string }).code);
    await pool.query("ALTER TABLE webhook_deliveries DROP CONSTRAINT broken");
    expect([refused, (await log(id)).length]).to.deep.equal(["23514", 0]);
    const counts = await Promise.all([1, 2, 3, 4].map(() => enqueueChanges(pool, 2)));
    while ((await enqueueChanges(pool, 2)) > 0);
    expect((await log(id)).length, String(counts)).to.equal(3);
  });

  it("leave a bounded queue and log", async () => {
    const id = await newHook();
    const insert = (count: number, status: string, age: string): Promise<unknown> =>
      pool.query(
        `INSERT INTO webhook_deliveries (id, webhook_id, type, changed_at, status, created_at)
          SELECT gen_random_uuid(), $1, 'test', now(), $2, now() - $3::interval FROM generate_series(1, $4)`,
        [id, status, age, count],
      );
    await insert(1_005, "delivered", "1 hour");
    await insert(3, "pending", "26 hours");
    await insert(2, "pending", "1 hour");
    await sweepDeliveries(pool);
    await sweepDeliveries(pool);
    const rows = await log(id, 2_000);
    expect(rows.filter(({ status }) => status !== "pending")).to.have.length(1_000);
    expect(rows.filter(({ status }) => status === "pending")).to.have.length(2);
    await insert(10_001, "pending", "1 hour");
    await sweepDeliveries(pool);
    expect((await findWebhook(pool, organizationId, id))?.disabledReason).to.match(/were waiting/);
    expect((await log(id, 20_000)).filter(({ status }) => status === "pending")).to.have.length(0);
  });

  it("wait longer each time, by half at least of a doubling, up to a bound", () => {
    const times = { retryMs: 1_000, retryMaxMs: 10_000 };
    expect([1, 2, 3, 4, 5, 99].map((attempts) => backoffMs(times, attempts, 1))).to.deep.equal([
      1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
    ]);
    expect(backoffMs(times, 3, 0)).to.equal(2_000);
  });
});

describe("The client of webhooks", function () {
  this.timeout(300_000);

  it("calls https, and only where the certificate can be trusted", async () => {
    const { server, caData } = await sharedApiServer();
    const call = (): ReturnType<WebhookPost> => createWebhookPost({ allowPrivate: true })(`${server}/hook`, "{}", {});
    expect(await call()).to.deep.include({ status: null, error: "the certificate cannot be trusted" });
    const before = getCACertificates("default");
    setDefaultCACertificates([...before, Buffer.from(caData, "base64").toString()]);
    try {
      // That server takes no webhooks from strangers, and says so.
      expect((await call()).status).to.be.oneOf([401, 403]);
    } finally {
      setDefaultCACertificates(before);
    }
  });
});

describe("The seal of secrets", () => {
  it("opens for the record it was made for, with the same key, and unchanged", () => {
    const sealed = seal("whsec_x", "a");
    expect(open(sealed, "a")).to.equal("whsec_x");
    expect(seal("whsec_x", "a").equals(sealed)).to.equal(false);
    expect(() => open(sealed, "b")).to.throw();
    const other = createSecretSeal({
      secretKey: new SecretText("k".repeat(32)),
      postgresUrl: new SecretText("postgres://x"),
    });
    expect(() => other.open(sealed, "a")).to.throw();
    sealed.writeUInt8(sealed.readUInt8(30) ^ 1, 30);
    expect(() => open(sealed, "a")).to.throw();
  });
});
