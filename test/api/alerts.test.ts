import { randomUUID } from "node:crypto";
import { expect } from "chai";
import type { RouteRates } from "../../adapters/history/history-client.ts";
import { sweepAlerts } from "../../adapters/postgres/alerts/alert-store.ts";
import type { PodFacts } from "../../api/usage/pod-facts.ts";
import { lookAtAlerts } from "../../api/alerts/look-at-alerts.ts";
import { NAMESPACES, PODS } from "../../adapters/kubernetes/resource-types.ts";
import { deriveHandle, LABELS } from "../../contract/identity.ts";
import type { AlertResponse } from "../../contract/rest/alerts.ts";
import { SlowClusters } from "../../api/alerts/slow-clusters.ts";
import { UsageLooks } from "../../api/usage/usage-looks.ts";
import { eventually } from "../support/eventually.ts";
import { MailServer } from "../support/mail-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../support/webhook-receiver.ts";
import { clientOf, newAccount, newCluster, newDatabase, newDeployment, newKey, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { placeOf } from "./find-object.ts";

const LIMITS = { freshMs: 0, failedMs: 0, timeoutMs: 60_000, perUser: 100 };
const LONG_AGO = "2026-01-01T00:00:00Z";
const ready = (status: "True" | "False"): Record<string, unknown> => ({
  conditions: [
    { type: "Ready", status, lastTransitionTime: LONG_AGO, reason: "CrashLoop", message: "It ends with exit code 1" },
  ],
});

describe("alerts", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let mails: MailServer;
  let receiver: WebhookReceiver;
  let owner: Account;
  let clusterId: string;
  let id: string;
  /** What the store of metrics says of every namespace; undefined: it does not answer. */
  let routes: ReadonlyMap<string, RouteRates> | undefined;
  const asked: string[] = [];
  const metricsHistory = {
    read: () => Promise.resolve({ kind: "none" } as const),
    readRoutes: (cluster: string) => {
      asked.push(cluster);
      return Promise.resolve(routes);
    },
  };

  before(async () => {
    mails = new MailServer();
    receiver = await startWebhookReceiver();
    gateway = await startTestGateway({
      env: {
        BERTH_SMTP_URL: await mails.start(),
        BERTH_MAIL_FROM: "berth@platform.example.org",
        BERTH_PUBLIC_URL: "http://platform.example.org/",
        BERTH_WEBHOOK_ALLOW_PRIVATE: "true",
      },
      replace: () => ({ usageLooks: new UsageLooks(LIMITS), metricsHistory }),
    });
    owner = await newAccount(gateway.url, {}, (email) =>
      gateway.services.pool.query("UPDATE users SET email_verified_at = now() WHERE email = $1", [email]),
    );
    clusterId = await newCluster(owner.call);
    ({ id } = await newDeployment(owner.call, clusterId, { name: "shop" }));
    const webhook = { url: receiver.url, kinds: ["Alert"] };
    const { status } = await owner.session("POST", `/organizations/${owner.slug}/webhooks`, webhook);
    expect(status).to.equal(201);
  });
  after(async () => {
    await gateway.stop();
    await receiver.stop();
    await mails.stop();
  });

  const look = (): Promise<void> => lookAtAlerts(gateway.services);
  const list = async (query = "", call = owner.call): Promise<AlertResponse[]> => {
    const { status, body } = await call<{ alerts: AlertResponse[] }>("GET", `/alerts?resource_id=${id}${query}`);
    expect(status, JSON.stringify(body)).to.equal(200);
    return body.alerts;
  };
  /** What was over a moment ago has been over for long. */
  const letTimePass = (): Promise<unknown> =>
    gateway.services.pool.query(
      "UPDATE alert_watches SET clear_since = clear_since - interval '1 day' WHERE clear_since IS NOT NULL",
    );
  /** Nobody gets two mails of alerts within some minutes; they are over here, but a mail that is being sent is left to it. */
  const endHold = async (): Promise<void> => {
    await gateway.services.pool.query(
      "UPDATE mails SET next_attempt_at = now() WHERE kind = 'alerts' AND next_attempt_at > now() + interval '2 minutes'",
    );
    gateway.services.mailbox?.wake();
  };
  type Event = Readonly<{ delivery_id: string; kind: string; type: string; id: string; resource: AlertResponse }>;
  const heard = (): Event[] => receiver.received.map(({ body }) => JSON.parse(body) as Event);

  it("begin and end once, for webhooks and by mail, though several gateways look at a time", async () => {
    await gateway.settle("Deployment", id, "failed", ready("False"));
    await Promise.all([look(), look(), look()]);
    await look();
    const [alert, ...others] = await list();
    expect(others).to.deep.equal([]);
    expect(alert).to.include({
      organization_id: owner.organizationId,
      kind: "Deployment",
      resource_name: "shop",
      cluster_id: clusterId,
      rule: "not_healthy",
      state: "open",
      message: "shop is not healthy: It ends with exit code 1",
      since: new Date(LONG_AGO).toISOString(),
    });
    const subjects = (): string[] => mails.of(owner.email).map(({ subject }) => subject);
    await eventually(() => expect(subjects().filter((one) => one.includes("shop"))).to.have.length(1));
    await gateway.settle("Deployment", id, "running", ready("True"));
    await look();
    expect((await list())[0]?.state).to.equal("open");
    await letTimePass();
    await Promise.all([look(), look()]);
    await look();
    expect((await list())[0]).to.include({ id: alert?.id, state: "ended", end_reason: "cleared" });
    await eventually(() => {
      const events = heard().filter((event) => event.id === alert?.id);
      expect(events.map(({ kind, type }) => `${kind} ${type}`)).to.have.members(["Alert started", "Alert ended"]);
      expect(events[0]?.resource).to.include({ rule: "not_healthy", resource_id: id });
    });
    expect(receiver.received[0]?.headers["berth-signature"]).to.match(/^t=\d+,v1=[0-9a-f]{64}$/);
    await eventually(async () => {
      await endHold();
      expect(subjects().filter((one) => one.includes("shop"))).to.have.members([
        "Alert: shop, not_healthy",
        "Over: shop, not_healthy",
      ]);
    });
    expect(mails.of(owner.email).find(({ subject }) => subject.startsWith("Alert:"))?.text).to.contain("exit code 1");
  });

  it("are found by what they are about, and read by whoever may read that", async () => {
    const about = async (query: string): Promise<number> => (await list(query)).length;
    expect(await about("&state=ended&rule=not_healthy&kind=Deployment")).to.equal(1);
    expect(await about(`&cluster_id=${clusterId}`)).to.equal(1);
    expect(await about("&state=open")).to.equal(0);
    expect(await about("&kind=DatabaseInstance")).to.equal(0);
    const keyed = async (scope: string): Promise<ReturnType<typeof clientOf>> => {
      const { key } = await newKey(owner.session, { scopes: [scope] });
      return clientOf(gateway.url, { authorization: `Bearer ${key}` });
    };
    expect(await list("", await keyed("deployments:read"))).to.have.length(1);
    expect(await list("", await keyed("databases:read"))).to.have.length(0);
    expect(await list("", await keyed("secrets:read"))).to.have.length(0);
    const stranger = await newAccount(gateway.url, {}, (email) =>
      gateway.services.pool.query("UPDATE users SET email_verified_at = now() WHERE email = $1", [email]),
    );
    expect(await list("", stranger.call)).to.deep.equal([]);
    const foreign = `/alerts?organization_id=${owner.organizationId}`;
    expect((await stranger.call("GET", foreign)).status).to.equal(404);
  });

  it("follow rules that can be set within limits, for who has read what is changed", async () => {
    const path = `/deployments/${id}/alert-rules`;
    const before = await owner.call("GET", path);
    expect(before.body).to.deep.include({
      restarts: { enabled: true, count: 3, within_minutes: 15 },
      updated_at: null,
    });
    const ifMatch = { "if-match": before.headers.get("etag") ?? "" };
    const set = await owner.call("PATCH", path, { restarts: { count: 9 }, memory: { enabled: false } }, ifMatch);
    expect(set.body["restarts"]).to.deep.equal({ enabled: true, count: 9, within_minutes: 15 });
    expect((await owner.call("PATCH", path, { memory: null }, ifMatch)).status).to.equal(412);
    const back = await owner.call("PATCH", path, { memory: null });
    expect(back.body["memory"]).to.deep.equal({ enabled: true, percent: 90, for_minutes: 5 });
    expect(back.body["restarts"]).to.deep.include({ count: 9 });
    const unset = await owner.call("PATCH", path, { restarts: { count: null, within_minutes: 30, enabled: null } });
    expect(unset.body["restarts"]).to.deep.equal({ enabled: true, count: 3, within_minutes: 30 });
    const refused = await owner.call("PATCH", path, { restarts: { count: 0 }, backup: {} });
    expect(refused.status).to.equal(422);
    expect(refused.text).to.contain("count").and.contain("backup");
  });

  it("follow rules of which one of many who change them at once is heard, and none of what is being deleted", async () => {
    const { id: doomed } = await newDeployment(owner.call, clusterId);
    const change = async (count: number): Promise<unknown[]> => {
      const { status, body } = await owner.call("PATCH", `/deployments/${doomed}/alert-rules`, { restarts: { count } });
      return status === 200 ? [200] : [status, body["code"]];
    };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => change(index + 1)));
    expect(answers).to.deep.include([200]);
    for (const answer of answers) expect([[200], [409, "conflict"]]).to.deep.include(answer);
    await owner.call("DELETE", `/deployments/${doomed}`);
    expect(await change(1)).to.deep.equal([409, "being_deleted"]);
  });

  /** A pod of something, and how it is said to have begun anew. */
  async function newPod(of: string, labels: Record<string, string> = {}): Promise<(count: number) => Promise<void>> {
    const { name: namespace } = await placeOf(gateway, of);
    const metadata = { name: "pod-1", namespace, labels };
    await gateway.kube.create(NAMESPACES, { metadata: { name: namespace } }, { fieldManager: "test" });
    const spec = { containers: [{ name: "app", image: "a" }] };
    await gateway.kube.create(PODS, { metadata, spec }, { fieldManager: "test" });
    return async (restartCount) => {
      const status = { name: "app", image: "a", imageID: "", ready: true, restartCount };
      const body = { status: { phase: "Running", containerStatuses: [status] } };
      const options = { fieldManager: "test", subresource: "status" };
      await gateway.kube.patch(PODS, metadata, { kind: "merge", body }, options);
      await look();
    };
  }
  const restartAlerts = async (of: string): Promise<unknown> =>
    (await owner.call("GET", `/alerts?resource_id=${of}&rule=restarts&count=true`)).body["total"];

  it("tell of containers that begin anew again and again, of what the cluster says", async () => {
    const { id: database } = await newDatabase(owner.call, clusterId);
    await gateway.settle("DatabaseInstance", database, "running", ready("True"));
    const restarted = await newPod(database);
    await restarted(5);
    await restarted(7);
    expect(await restartAlerts(database)).to.equal(0);
    await restarted(8);
    expect(await restartAlerts(database)).to.equal(1);
    await owner.call("PATCH", `/databases/${database}/alert-rules`, { restarts: { enabled: false } });
    await look();
    const { body } = await owner.call<{ alerts: AlertResponse[] }>("GET", `/alerts?resource_id=${database}`);
    expect(body.alerts[0]).to.include({ rule: "restarts", state: "ended", end_reason: "off" });
    const { rows } = await gateway.services.pool.query<{ facts: { started: string[]; ended: string[] } }>(
      "SELECT facts FROM mails WHERE kind = 'alerts' AND recipient = $1",
      [owner.email],
    );
    // Its begin is told by now, or by the next mail; an end would wait for that.
    expect(rows).to.have.length(1);
    expect(rows[0]?.facts.ended, "who switches it off knows").to.not.include(body.alerts[0]?.id);
  });

  it("hold whatever a cluster says, without what no mail shows", async () => {
    const { id: strange } = await newDeployment(owner.call, clusterId, { name: "strange" });
    await gateway.settle("Deployment", strange, "running", ready("True"));
    const namespace = deriveHandle("Deployment", (await placeOf(gateway, strange)).name, strange);
    const pod = (restarts: number): PodFacts => ({
      namespace,
      name: "pod-\0\ud800",
      labels: {},
      node: undefined,
      containerNames: ["app"],
      phase: "Running",
      isReady: true,
      cpu: { used: null, requested: 0, limit: null },
      memory: { used: null, requested: 0, limit: null },
      measuredAt: undefined,
      restarts,
      lastRestart: { at: LONG_AGO, reason: "Er\0ror\u202e\ud83d" },
    });
    for (const restarts of [1, 9]) {
      const pods = new Map([[namespace, [pod(restarts)]]]);
      const usage = { observedAt: LONG_AGO, unavailable: undefined, unread: new Set<string>(), isSimulated: false };
      const usageLooks = { look: () => Promise.resolve({ ...usage, pods, nodes: [] }) } as unknown as UsageLooks;
      await lookAtAlerts({ ...gateway.services, usageLooks });
    }
    const { body } = await owner.call<{ alerts: AlertResponse[] }>("GET", `/alerts?resource_id=${strange}`);
    expect(body.alerts[0]?.message).to.equal(
      "Containers of strange have begun anew 9 times within 15 minutes; the last one had ended with Er ror .",
    );
  });

  it("that have ended are kept in a bounded number of each organization, the newest", async () => {
    const { pool } = gateway.services;
    const other = randomUUID();
    await pool.query(
      `INSERT INTO alerts (id, organization_id, kind, resource_id, resource_name, rule, message, since, ended_at)
        SELECT gen_random_uuid(), o.id, 'Deployment', o.id, 'many-' || n, 'restarts', '', now(), now() - n * interval '1 minute'
        FROM (VALUES ($1::uuid), ($2::uuid)) AS o (id), generate_series(1, 5) AS n WHERE o.id = $1 OR n < 3`,
      [other, randomUUID()],
    );
    const names = async (): Promise<string[]> => {
      const left = await pool.query<{ name: string }>(
        "SELECT resource_name AS name FROM alerts WHERE organization_id = $1 ORDER BY ended_at DESC",
        [other],
      );
      return left.rows.map(({ name }) => name);
    };
    const openBefore = (await list("&state=open")).length;
    await sweepAlerts(pool);
    expect(await names()).to.have.length(5);
    await sweepAlerts(pool, 3);
    expect(await names()).to.deep.equal(["many-1", "many-2", "many-3"]);
    expect((await pool.query("SELECT 1 FROM alerts WHERE resource_name LIKE 'many-%'")).rowCount).to.equal(5);
    expect(await list("&state=open")).to.have.length(openBefore);
  });

  it("tell so of the runs of what runs by the clock, which has no other pods", async () => {
    const job = { name: "nightly", app_type: "cron_job", schedule: "0 3 * * *" };
    const { id: nightly } = await newDeployment(owner.call, clusterId, job);
    await gateway.settle("Deployment", nightly, "running", ready("True"));
    const restarted = await newPod(nightly, { [LABELS.run]: nightly });
    await restarted(0);
    await restarted(3);
    expect(await restartAlerts(nightly)).to.equal(1);
  });

  it("tell of requests that fail and take long, by one question for all of a cluster; silence changes nothing", async () => {
    const { id: busy } = await newDeployment(owner.call, clusterId, { name: "busy" });
    const { id: calm } = await newDeployment(owner.call, clusterId, { name: "calm" });
    for (const one of [busy, calm]) await gateway.settle("Deployment", one, "running", ready("True"));
    const { rows } = await gateway.services.pool.query<{ id: string; kind: "Cluster" | "Deployment"; name: string }>(
      "SELECT id, kind, object_name AS name FROM resources WHERE id = ANY($1)",
      [[busy, clusterId]],
    );
    const handleOf = (kind: string): string => {
      const row = rows.find((one) => one.kind === kind);
      return row === undefined ? "" : deriveHandle(row.kind, row.name, row.id);
    };
    const rulesOf = async (of: string, state = "open"): Promise<string[]> => {
      const { body } = await owner.call<{ alerts: AlertResponse[] }>("GET", `/alerts?resource_id=${of}&state=${state}`);
      return body.alerts.map(({ rule }) => rule).sort();
    };
    const failing = { requestsPerSecond: 10, errorsPerSecond: 5, latencyP95Seconds: 9 };
    const see = async (rates: typeof failing | undefined): Promise<void> => {
      routes = rates && new Map([[handleOf("Deployment"), rates]]);
      await look();
    };
    const letItLast = (): Promise<unknown> =>
      gateway.services.pool.query("UPDATE alert_watches SET since = since - interval '1 day' WHERE since IS NOT NULL");
    await see(failing);
    expect(await rulesOf(busy)).to.deep.equal([]);
    await letItLast();
    asked.length = 0;
    await see(failing);
    expect(asked.filter((one) => one === handleOf("Cluster"))).to.have.length(1);
    expect(await rulesOf(busy)).to.deep.equal(["error_rate", "latency"]);
    expect(await rulesOf(calm)).to.deep.equal([]);
    await see(undefined);
    await letTimePass();
    await see(undefined);
    expect(await rulesOf(busy)).to.deep.equal(["error_rate", "latency"]);
    await see({ ...failing, errorsPerSecond: 0.1 });
    await letTimePass();
    await see({ ...failing, errorsPerSecond: 0.1 });
    expect(await rulesOf(busy)).to.deep.equal(["latency"]);
    expect(await rulesOf(busy, "ended")).to.deep.equal(["error_rate"]);
    routes = undefined;
  });

  it("end with what they are about, and with the organization's wish to be told", async () => {
    const { id: doomed } = await newDeployment(owner.call, clusterId);
    const endOf = async (): Promise<unknown> => {
      const { body } = await owner.call<{ alerts: AlertResponse[] }>("GET", `/alerts?resource_id=${doomed}`);
      return [body.alerts.length, body.alerts[0]?.end_reason];
    };
    await gateway.settle("Deployment", doomed, "failed", ready("False"));
    await look();
    expect(await endOf()).to.deep.equal([1, null]);
    const path = `/organizations/${owner.slug}`;
    expect((await owner.session("PATCH", path, { alerts_enabled: false })).body).to.include({ alerts_enabled: false });
    await look();
    await look();
    expect(await endOf()).to.deep.equal([1, "off"]);
    await owner.session("PATCH", path, { alerts_enabled: true });
    await look();
    expect(await endOf()).to.deep.equal([2, null]);
    await owner.call("DELETE", `/deployments/${doomed}`);
    await gateway.finish("Deployment", doomed);
    await look();
    expect(await endOf()).to.deep.equal([2, "gone"]);
    await eventually(() =>
      expect(heard().filter(({ resource }) => resource.resource_id === doomed)).to.have.length.at.least(4),
    );
  });

  it("are left to another gateway by one that stops, whatever it is waiting for", async () => {
    const stopping = new AbortController();
    const asked = Promise.withResolvers<undefined>();
    const usageLooks = {
      look: () => {
        asked.resolve(undefined);
        return new Promise<never>(() => undefined);
      },
    };
    const looking = lookAtAlerts({ ...gateway.services, usageLooks, stopping: stopping.signal });
    await asked.promise;
    stopping.abort();
    await looking;
  });

  it("of what a cluster carries that hangs are told without it, and everybody else's before it is asked again", async () => {
    const hanging = await newCluster(owner.call);
    const { id: there } = await newDeployment(owner.call, hanging, { name: "there" });
    await gateway.settle("Deployment", there, "failed", ready("False"));
    const asked: string[] = [];
    const ends = Promise.withResolvers<never>();
    const begun = Promise.withResolvers<undefined>();
    const usageLooks = {
      look: (wish: Parameters<UsageLooks["look"]>[0]) => {
        asked.push(wish.clusterId);
        if (wish.clusterId !== hanging) return Promise.reject(new Error("It is away, and says so at once"));
        begun.resolve(undefined);
        return ends.promise;
      },
    };
    const parts = { ...gateway.services, usageLooks };
    const forEver = { soonMs: 2 ** 30, slowMs: 2 ** 30, lateMs: 2 ** 30 };
    const stopping = new AbortController();
    const waiting = lookAtAlerts({ ...parts, stopping: stopping.signal }, { patience: forEver });
    await begun.promise;
    const told = async (of: string): Promise<string[]> => {
      const { body } = await owner.call<{ alerts: AlertResponse[] }>("GET", `/alerts?resource_id=${of}&state=open`);
      return body.alerts.map(({ rule }) => rule);
    };
    expect(await told(there), "while its cluster is waited for").to.deep.equal(["not_healthy"]);
    stopping.abort();
    await waiting;
    // Who is newer is asked later.
    const newer = await newCluster(owner.call);
    await newDeployment(owner.call, newer, { name: "newer" });
    const slow = new SlowClusters();
    const order = async (slowMs: number): Promise<string[]> => {
      asked.length = 0;
      await lookAtAlerts(parts, { slow, patience: { soonMs: 1, slowMs, lateMs: 1 } });
      return asked.filter((one) => [hanging, newer].includes(one));
    };
    expect(await order(2 ** 30)).to.deep.equal([hanging, newer]);
    expect(await order(2 ** 30), "after it was slow").to.deep.equal([newer, hanging]);
    expect(await order(0), "in a look whose time for who is slow is over").to.deep.equal([newer]);
  });

  it("of what is not projected yet, as after a restore, stay as they are", async () => {
    const alertId = randomUUID();
    const key = [randomUUID(), owner.organizationId, alertId];
    await gateway.services.pool.query(
      "INSERT INTO alert_watches (resource_id, organization_id, alert_id, rule, since) VALUES ($1, $2, $3, 'memory', now())",
      key,
    );
    await gateway.services.pool.query(
      `INSERT INTO alerts (resource_id, organization_id, id, kind, resource_name, rule, message, since)
        VALUES ($1, $2, $3, 'Deployment', 'later', 'memory', 'm', now())`,
      key,
    );
    await look();
    const { body } = await owner.call<{ alerts: AlertResponse[] }>("GET", "/alerts?state=open&rule=memory");
    expect(body.alerts.map((one) => one.id)).to.include(alertId);
  });
});
