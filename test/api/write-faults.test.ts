import { expect } from "chai";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { CLUSTERS, DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { WriteLedger } from "../../adapters/postgres/resources/write-ledger.ts";
import { closeAudit } from "../../adapters/postgres/requests/audit-store.ts";
import { sweep } from "../../api/sweeps.ts";
import { newAccount, newCluster, newDeployment, type Account, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Body = Record<string, unknown>;

/** What shall go wrong with the next write. */
type Fault = "none" | "diesBeforeRecord" | "postgresGoneAfter" | "answerLost" | "neverSent" | "unavailable";

describe("writes over two stores", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;
  let clusterId: string;
  let fault: Fault = "none";

  before(async () => {
    gateway = await startTestGateway({
      replace: ({ kube, ledger }) => ({ kube: faulty(kube), ledger: forgetful(ledger) }),
    });
    account = await newAccount(gateway.url);
    ({ call } = account);
    clusterId = await newCluster(call);
  });
  after(() => gateway.stop());
  afterEach(() => (fault = "none"));

  /** Loses answers after the API server has acted, or the request before it. */
  function faulty(kube: KubeClient): KubeClient {
    const broken = async <T>(write: () => Promise<T>): Promise<T> => {
      if (fault === "neverSent") throw new KubeError("POST /x", { status: 0, reason: "ECONNREFUSED" });
      if (fault === "unavailable") throw new KubeError("POST /x", { status: 429, reason: "TooManyRequests" });
      const result = await write();
      if (fault === "answerLost") throw new KubeError("POST /x", { status: 0, reason: "UND_ERR_SOCKET" });
      return result;
    };
    return {
      ...kube,
      get: kube.get.bind(kube),
      list: kube.list.bind(kube),
      delete: kube.delete.bind(kube),
      watch: kube.watch.bind(kube),
      request: kube.request.bind(kube),
      stream: kube.stream.bind(kube),
      close: kube.close.bind(kube),
      create: (type, body, options) =>
        type.kind === "Namespace" ? kube.create(type, body, options) : broken(() => kube.create(type, body, options)),
      patch: (type, ref, patch, options) => broken(() => kube.patch(type, ref, patch, options)),
    };
  }

  /** Ends, or loses Postgres, between the write and its projection. */
  function forgetful(ledger: WriteLedger): WriteLedger {
    return {
      ...ledger,
      succeed: (intent, done) => {
        if (fault === "diesBeforeRecord" || fault === "postgresGoneAfter")
          return Promise.reject(Object.assign(new Error("Connection terminated"), { code: "57P01" }));
        return ledger.succeed(intent, done);
      },
    };
  }

  const deployment = (name: string): Body => ({
    name,
    cluster_id: clusterId,
    app_type: "web_app",
    docker_image: "a:1",
  });
  const objects = async (name: string): Promise<{ metadata: { labels?: Readonly<Record<string, string>> } }[]> => {
    const { items } = await gateway.kube.list(DEPLOYMENTS, { namespace: `org-${account.slug}` });
    return items.filter((item) => (item["spec"] as { name?: string }).name === name);
  };
  const outcomes = async (id: string): Promise<string[]> => {
    const { rows } = await gateway.services.pool.query<{ outcome: string }>(
      "SELECT outcome FROM audit_entries WHERE target_id = $1 ORDER BY created_at",
      [id],
    );
    return rows.map(({ outcome }) => outcome);
  };

  it("answers the ordinary body when Postgres is lost after the write, and the mirror heals what is open", async () => {
    fault = "postgresGoneAfter";
    const created = await call<Body & { id: string }>("POST", "/deployments", deployment("healed"));
    fault = "none";
    expect([created.status, created.body["name"], created.body["status"]]).to.deep.equal([201, "healed", "pending"]);
    const { id } = created.body;
    expect(await outcomes(id)).to.deep.equal(["attempted"]);
    expect((await call("GET", `/deployments/${id}`)).status, "not projected yet").to.equal(404);
    await mirrorAll();
    const read = await call<Body>("GET", `/deployments/${id}`);
    expect([read.status, read.body["name"]]).to.deep.equal([200, "healed"]);
    expect(await outcomes(id)).to.deep.equal(["succeeded"]);
  });

  it("heals a change whose projection was lost", async () => {
    const { id } = await newDeployment(call, clusterId, { replicas: 1 });
    fault = "diesBeforeRecord";
    const changed = await call<Body>("PATCH", `/deployments/${id}`, { replicas: 5 });
    fault = "none";
    expect([changed.status, changed.body["replicas"]]).to.deep.equal([200, 5]);
    expect((await call<Body>("GET", `/deployments/${id}`)).body["replicas"]).to.equal(1);
    await gateway.mirror("Deployment", id);
    expect((await call<Body>("GET", `/deployments/${id}`)).body["replicas"]).to.equal(5);
    expect(await outcomes(id)).to.deep.equal(["succeeded", "succeeded"]);
  });

  it("does nothing and says so when the request never reached the API server", async () => {
    for (const kind of ["neverSent", "unavailable"] as const) {
      fault = kind;
      const refused = await call("POST", "/deployments", deployment("unsent"), { "idempotency-key": `unsent-${kind}` });
      fault = "none";
      expect([refused.status, refused.body["code"]]).to.deep.equal([503, "kubernetes_unavailable"]);
      expect(Number(refused.headers.get("retry-after"))).to.be.greaterThan(0);
    }
    // Name and key are free again.
    const repeated = await call("POST", "/deployments", deployment("unsent"), {
      "idempotency-key": "unsent-neverSent",
    });
    expect(repeated.status).to.equal(201);
  });

  it("forgets the options of a DELETE that was cut half-way with the next one", async () => {
    const { id } = await newDeployment(call, clusterId, { name: "cut" });
    const optionOf = async (): Promise<string | undefined> => {
      const { items } = await gateway.kube.list(DEPLOYMENTS, { labelSelector: `hosting.berth.dev/id=${id}` });
      return items[0]?.metadata.annotations?.["hosting.berth.dev/delete-volumes"];
    };
    fault = "answerLost";
    const cut = await call("DELETE", `/deployments/${id}?delete_volumes=true`);
    fault = "none";
    expect([cut.status, cut.body["code"], (await optionOf())?.slice(0, 8)]).to.deep.equal([
      503,
      "outcome_unknown",
      "request:",
    ]);
    expect((await call("DELETE", `/deployments/${id}`)).status).to.equal(200);
    expect(await optionOf()).to.equal("false");
    await gateway.finish("Deployment", id);
  });

  it("finishes a creation whose answer was lost, on repetition with the same key, once", async () => {
    const headers = { "idempotency-key": "lost-answer" };
    fault = "answerLost";
    const lost = await call("POST", "/deployments", deployment("lost"), headers);
    fault = "none";
    expect([lost.status, lost.body["code"]]).to.deep.equal([503, "outcome_unknown"]);
    expect(lost.body["detail"]).to.contain("same Idempotency-Key");
    const repeated = await call<Body & { id: string }>("POST", "/deployments", deployment("lost"), headers);
    expect([repeated.status, repeated.body["name"]]).to.deep.equal([201, "lost"]);
    const [object, ...others] = await objects("lost");
    expect([object?.metadata.labels?.["hosting.berth.dev/id"], others.length]).to.deep.equal([repeated.body.id, 0]);
    expect(await outcomes(repeated.body.id)).to.deep.equal(["succeeded"]);
    const replayed = await call<Body & { id: string }>("POST", "/deployments", deployment("lost"), headers);
    expect([replayed.status, replayed.body.id]).to.deep.equal([201, repeated.body.id]);
  });

  it("says that the outcome is unknown of a change whose answer was lost", async () => {
    const { id } = await newDeployment(call, clusterId);
    fault = "answerLost";
    const lost = await call("PATCH", `/deployments/${id}`, { replicas: 2 });
    fault = "none";
    expect([lost.status, lost.body["code"]]).to.deep.equal([503, "outcome_unknown"]);
    expect(lost.body["detail"]).to.contain("read it");
  });

  it("takes over an attempt that ended before the API server was asked", async () => {
    const headers = { "idempotency-key": "abandoned" };
    const first = await call<Body & { id: string }>("POST", "/deployments", deployment("abandoned"), headers);
    const { id } = first.body;
    // As if the process had died after its first step: nothing of it on the API server, the rows open and old.
    const [object] = (await gateway.kube.list(DEPLOYMENTS, { labelSelector: `hosting.berth.dev/id=${id}` })).items;
    const ref = { namespace: object?.metadata.namespace ?? "", name: object?.metadata.name ?? "" };
    const free = { metadata: { finalizers: null } };
    await gateway.kube.patch(DEPLOYMENTS, ref, { kind: "merge", body: free }, { fieldManager: "test" });
    await gateway.kube.delete(DEPLOYMENTS, ref);
    const { pool } = gateway.services;
    await pool.query("DELETE FROM resources WHERE id = $1", [id]);
    await pool.query("UPDATE audit_entries SET outcome = 'attempted', closed_at = NULL WHERE target_id = $1", [id]);
    await pool.query(
      "UPDATE idempotency_keys SET status = NULL, body = NULL, started_at = now() WHERE key = 'abandoned'",
    );
    const early = await call("POST", "/deployments", deployment("abandoned"), headers);
    expect([early.status, early.body["code"]]).to.deep.equal([409, "still_running"]);
    await pool.query("UPDATE idempotency_keys SET started_at = now() - interval '61 s' WHERE key = 'abandoned'");
    const taken = await call<Body & { id: string }>("POST", "/deployments", deployment("abandoned"), headers);
    expect([taken.status, taken.body.id]).to.deep.equal([201, id]);
    expect(await outcomes(id)).to.deep.equal(["succeeded"]);
  });

  it("answers the stored response to a repetition, refuses another body, and lets one of many at once through", async () => {
    const headers = { "idempotency-key": '"many-at-once"' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        call<Body & { id?: string }>("POST", "/deployments", deployment("many"), headers),
      ),
    );
    const made = new Set(answers.flatMap(({ status, body }) => (status === 201 ? [body.id] : [])));
    expect(made.size).to.equal(1);
    expect(
      answers.filter(({ status }) => status !== 201).every(({ body: { code } }) => code === "still_running"),
    ).to.equal(true);
    expect(await objects("many")).to.have.length(1);
    const replay = await call<Body>("POST", "/deployments", deployment("many"), { "idempotency-key": "many-at-once" });
    expect([replay.status, replay.headers.get("idempotency-replayed")]).to.deep.equal([201, "true"]);
    const other = await call<{ detail: Body[] }>("POST", "/deployments", deployment("different"), headers);
    expect([other.status, other.body.detail[0]?.["loc"]]).to.deep.equal([422, ["header", "idempotency-key"]]);
    const stranger = await newAccount(gateway.url);
    const theirs = await stranger.call("POST", "/deployments", deployment("many"), headers);
    expect(theirs.status, "another principal's key is another key").to.equal(404);
  });

  it("answers a secret once, and says so to a repetition", async () => {
    const headers = { "idempotency-key": "one-secret" };
    const first = await account.session("POST", "/api-keys", { name: "once" }, headers);
    const second = await account.session("POST", "/api-keys", { name: "once" }, headers);
    expect([first.status, second.status, second.body["code"]]).to.deep.equal([201, 409, "secret_already_returned"]);
    const stored = await gateway.services.pool.query<{ dump: string }>(
      "SELECT string_agg(idempotency_keys::text, ' ') AS dump FROM idempotency_keys",
    );
    expect(stored.rows[0]?.dump).to.not.contain(first.body["key"]);
  });

  it("closes what processes left open, by what the object shows", async () => {
    const { id } = await newDeployment(call, clusterId);
    await call("PATCH", `/deployments/${id}`, { replicas: 2 }, { "x-request-id": "first-change" });
    await call("PATCH", `/deployments/${id}`, { replicas: 3 }, { "x-request-id": "second-change" });
    const { pool } = gateway.services;
    await pool.query(
      "UPDATE audit_entries SET outcome = 'attempted', closed_at = NULL, created_at = now() - interval '11 minutes' WHERE target_id = $1",
      [id],
    );
    await sweep(gateway.services);
    expect((await outcomes(id)).toSorted()).to.deep.equal(["succeeded", "superseded", "superseded"]);
    await closeAudit(pool, { requestId: "second-change", targetId: id }, "failed");
    expect((await outcomes(id)).toSorted(), "closed entries stay").to.deep.equal([
      "succeeded",
      "superseded",
      "superseded",
    ]);
  });

  async function mirrorAll(): Promise<void> {
    const { items } = await gateway.kube.list(DEPLOYMENTS, { namespace: `org-${account.slug}` });
    expect((await gateway.kube.list(CLUSTERS, { namespace: `org-${account.slug}` })).items).to.have.length(1);
    for (const item of items) await gateway.mirrorObject("Deployment", item);
  }
});
