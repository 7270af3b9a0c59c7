import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { parse } from "yaml";
import { writeFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { CLUSTERS, NAMESPACES, SECRETS } from "../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, LABELS } from "../../contract/identity.ts";
import { newestVersion } from "../../contract/kubernetes-versions.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import type { Operation } from "../../contract/rest/operation.ts";
import { INPUTS, targetsOf } from "./authorization-inputs.ts";
import { sweep } from "../../api/sweeps.ts";
import { eventually } from "../support/eventually.ts";
import {
  newAccount,
  newCluster,
  newDatabase,
  newDeployment,
  type Account,
  type Answer,
  type Client,
} from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { withHetzner } from "./with-hetzner.ts";

type Body = Record<string, unknown>;
type Faults = { detail: { type: string; loc: (string | number)[]; msg: string }[] };

describe("clusters", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
    ({ call } = account);
  });
  after(() => gateway.stop());

  it("makes the organization's namespace with its label before the first resource", async () => {
    const person = await newAccount(gateway.url);
    const ref = { name: `org-${person.slug}` };
    expect(await gateway.kube.get(NAMESPACES, ref)).to.equal(undefined);
    await newCluster(person.call, { name: "first" });
    const namespace = await gateway.kube.get(NAMESPACES, ref);
    expect(namespace?.metadata.labels?.["hosting.berth.dev/organization-id"]).to.equal(person.organizationId);
    const cluster = await gateway.kube.get(CLUSTERS, { namespace: ref.name, name: "first" });
    expect(cluster?.metadata.finalizers).to.deep.equal(["hosting.berth.dev/delivery"]);
  });

  it("makes the namespace again when somebody has deleted it", async () => {
    const person = await newAccount(gateway.url);
    await newCluster(person.call, { name: "first" });
    gateway.services.namespaces.forget("another");
    const namespace = `org-${person.slug}`;
    const bare = { metadata: { finalizers: null } };
    await gateway.kube.patch(
      CLUSTERS,
      { namespace, name: "first" },
      { kind: "merge", body: bare },
      { fieldManager: "t" },
    );
    await gateway.kube.delete(CLUSTERS, { namespace, name: "first" });
    await gateway.kube.delete(NAMESPACES, { name: namespace });
    // Without a controller-manager nobody empties a namespace: its finalizer is taken off by hand.
    await gateway.kube.request("PUT", `/api/v1/namespaces/${namespace}/finalize`, {
      body: { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace }, spec: { finalizers: [] } },
    });
    await eventually(async () => expect(await gateway.kube.get(NAMESPACES, { name: namespace })).to.equal(undefined));
    await newCluster(person.call, { name: "second" });
  });

  it("refuses what the provider does not offer, by field", async () => {
    const good = { name: "offer", provider: "local", region: "local-1", tier: "dedicated" };
    const refusals: [Body, string][] = [
      [{ provider: "nowhere" }, "provider"],
      [{ region: "mars" }, "region"],
      [{ region: "local-2" }, "region"],
      [{ server_type: "huge" }, "server_type"],
      [{ kubernetes_version: "1.35.3" }, "kubernetes_version"],
    ];
    for (const [change, field] of refusals) {
      const answer = await call<Faults>("POST", "/clusters", { ...good, ...change });
      expect([answer.status, answer.body.detail[0]?.loc]).to.deep.equal([422, ["body", field]]);
    }
    const shared = await call<Faults>("POST", "/clusters", { ...good, tier: "shared", node_count: 2 });
    expect([shared.status, shared.body.detail[0]?.loc]).to.deep.equal([422, ["body"]]);
  });

  it("gives new clusters the newest version on offer, or the newest patch of the minor that was asked for", async () => {
    const versions = { newest: undefined, older: "v1.35", exact: "1.35.4" };
    for (const [name, kubernetes_version] of Object.entries(versions)) {
      const made = await call("POST", "/clusters", {
        name: `version-${name}`,
        provider: "local",
        region: "local-1",
        tier: "shared",
        kubernetes_version,
      });
      const expected = kubernetes_version === undefined ? newestVersion("local") : "1.35.4";
      expect([made.status, made.body["kubernetes_version"]], made.text).to.deep.equal([200, expected]);
    }
  });

  it("gives new clusters names of their own where the platform makes DNS records, unless they say otherwise", async () => {
    const body = { provider: "local", region: "local-1", tier: "shared" };
    const namesOf = async (person: Account, name: string, more: object = {}): Promise<unknown> => {
      const made = await person.call("POST", "/clusters", { ...body, name, ...more });
      expect(made.status, made.text).to.equal(200);
      const ref = { namespace: `org-${person.slug}`, name };
      const spec = (await gateway.kube.get(CLUSTERS, ref))?.["spec"] as { namesUnder?: string };
      return [made.body["names_under"], spec.namesUnder];
    };
    expect(await namesOf(account, "named-unset")).to.deep.equal(["platform", undefined]);
    expect(await namesOf(account, "named", { names_under: "cluster" })).to.deep.equal(["cluster", "cluster"]);
    const dns = await startTestGateway({ env: { BERTH_DNS: "external-dns" } });
    try {
      const person = await newAccount(dns.url);
      expect(await namesOf(person, "unset")).to.deep.equal(["cluster", "cluster"]);
      expect(await namesOf(person, "said", { names_under: "platform" })).to.deep.equal(["platform", "platform"]);
      expect(await namesOf(person, "null", { names_under: null })).to.deep.equal(["cluster", "cluster"]);
    } finally {
      await dns.stop();
    }
  });

  it("routes new clusters by the Gateway API where they can have a Gateway, unless they or the installation say otherwise", async () => {
    const routed = await startTestGateway({ env: { BERTH_CLUSTER_ROUTING: "ingress" } });
    const body = { provider: "local", region: "local-1", tier: "shared" };
    try {
      const person = await newAccount(routed.url);
      const routingOf = async ({ call }: Pick<Account, "call">, more: object): Promise<unknown> =>
        (await call("POST", "/clusters?dry_run=true", { ...body, name: "routed", ...more })).body["routing"];
      expect(await routingOf(account, {}), "by default").to.equal("gateway");
      expect(await routingOf(account, { routing: null })).to.equal("gateway");
      expect(await routingOf(account, { routing: "ingress" })).to.equal("ingress");
      expect(await routingOf(account, { routing: "both" })).to.equal("both");
      expect(await routingOf(person, {}), "as the installation says").to.equal("ingress");
      expect(await routingOf(person, { routing: "gateway" })).to.equal("gateway");
    } finally {
      await routed.stop();
    }
  });

  it("leaves what servers of a cloud need to the bundle, unless the installation or the request says otherwise", async () => {
    const start = (env: Record<string, string>): Promise<TestGateway> =>
      startTestGateway({ env: { BERTH_FREE_PROVIDERS: "local,hetzner", ...env }, replace: withHetzner });
    const [bundled, own] = await Promise.all([start({}), start({ BERTH_CLOUD_COMPONENTS: "own" })]);
    const body = { name: "cloud", provider: "hetzner", region: "fsn1", tier: "dedicated" };
    try {
      const asked = async (who: Account, more: object): Promise<unknown> =>
        (await who.call("POST", "/clusters?dry_run=true", { ...body, ...more })).body["cloud_components"];
      const withCredential = async ({ services }: TestGateway, { slug }: Account): Promise<object> => {
        const id = randomUUID();
        await services.pool.query(
          "INSERT INTO cloud_credentials (id, organization_id, provider, name) SELECT $1, id, 'hetzner', 'own' FROM organizations WHERE slug = $2",
          [id, slug],
        );
        return { cloud_credential_id: id };
      };
      const person = await newAccount(bundled.url);
      const theirs = await withCredential(bundled, person);
      expect(await asked(person, theirs)).to.equal("bundle");
      expect(await asked(person, { ...theirs, cloud_components: null })).to.equal("bundle");
      expect(await asked(person, { ...theirs, cloud_components: "own" })).to.equal("own");
      expect(await asked(person, {}), "with the platform's token").to.equal("own");
      const refused = await person.call("POST", "/clusters?dry_run=true", { ...body, cloud_components: "bundle" });
      expect(refused.status).to.equal(422);
      expect(refused.text).to.contain("cloud_credential_id");
      expect(await asked(person, { provider: "local", region: "local-1" })).to.equal(null);
      const other = await newAccount(own.url);
      const others = await withCredential(own, other);
      expect(await asked(other, others)).to.equal("own");
      expect(await asked(other, { ...others, cloud_components: "bundle" })).to.equal("bundle");
    } finally {
      await Promise.all([bundled.stop(), own.stop()]);
    }
  });

  it("needs a payment method for providers that are not free, and room in the quota", async () => {
    const strict = await startTestGateway({ env: { BERTH_FREE_PROVIDERS: "other", BERTH_QUOTA_FACTOR: "1" } });
    const loose = await startTestGateway({ env: { BERTH_QUOTA_FACTOR: "1" } });
    try {
      const body = { name: "a", provider: "local", region: "local-1", tier: "shared" };
      const payer = await newAccount(strict.url);
      const unpaid = await payer.call("POST", "/clusters", body);
      expect([unpaid.status, unpaid.body["code"]]).to.deep.equal([409, "payment_required"]);
      const own = randomUUID();
      await strict.services.pool.query(
        "INSERT INTO cloud_credentials (id, organization_id, provider, name) VALUES ($1, $2, 'local', 'own')",
        [own, payer.organizationId],
      );
      const brought = await payer.call("POST", "/clusters", { ...body, cloud_credential_id: own });
      expect([brought.status, brought.body["is_byoc"]], brought.text).to.deep.equal([200, true]);
      const person = await newAccount(loose.url);
      for (const name of ["a", "b", "c"]) await newCluster(person.call, { name });
      const full = await person.call("POST", "/clusters", { ...body, name: "d" });
      expect([full.status, full.body["code"]]).to.deep.equal([409, "quota_exceeded"]);
      await loose.services.pool.query(`UPDATE organizations SET quotas = '{"clusters": 4}' WHERE id = $1`, [
        person.organizationId,
      ]);
      await newCluster(person.call, { name: "d" });
    } finally {
      await strict.stop();
      await loose.stop();
    }
  });

  it("keeps a cluster that carries deployments, names them, and takes them along when told so", async () => {
    const id = await newCluster(call);
    await newDeployment(call, id, { name: "carried" });
    const refused = await call<{ code: string; conflicts: Body[] }>("DELETE", `/clusters/${id}`);
    expect([refused.status, refused.body.code, refused.body.conflicts[0]?.["name"]]).to.deep.equal([
      409,
      "cluster_in_use",
      "carried",
    ]);
    const gone = await call("DELETE", `/clusters/${id}?cascade=true`);
    expect([gone.status, gone.body["status"]]).to.deep.equal([200, "deleting"]);
    const onDeleting = await call("POST", "/deployments", {
      name: "late",
      cluster_id: id,
      app_type: "web_app",
      docker_image: "a:1",
    });
    expect([onDeleting.status, onDeleting.body["code"]]).to.deep.equal([409, "being_deleted"]);
    await gateway.settle("Cluster", await newCluster(call));
  });

  it("gives up only a cluster that cannot be reached, for admins alone, and says so in the audit log", async () => {
    const owner = await newAccount(gateway.url);
    const member = await newAccount(gateway.url);
    await gateway.services.pool.query(
      "INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'member')",
      [owner.organizationId, member.userId],
    );
    const id = await newCluster(owner.call);
    await gateway.settle("Cluster", id);
    const force = (ask: Client): Promise<Answer> => ask("DELETE", `/clusters/${id}?force=true`);
    const reachable = await force(owner.call);
    expect([reachable.status, reachable.body["code"]]).to.deep.equal([409, "conflict"]);
    expect((await owner.call("GET", `/clusters/${id}`)).body["status"]).to.equal("running");
    await gateway.settle("Cluster", id, "degraded", { statusReason: "ClusterUnreachable" });
    expect((await force(member.call)).status).to.equal(403);
    const given = await force(owner.call);
    expect([given.status, given.body["status"]], given.text).to.deep.equal([200, "deleting"]);
    const { items } = await gateway.kube.list(CLUSTERS, { labelSelector: `${LABELS.id}=${id}` });
    const annotations = items[0]?.metadata.annotations ?? {};
    expect(annotations[ANNOTATIONS.force]).to.equal(`request:${annotations[ANNOTATIONS.deleteRequest] ?? "none"}`);
    const path = `/organizations/${owner.slug}/audit?target_id=${id}&action=deleteCluster`;
    const { entries } = (await owner.session<{ entries: Body[] }>("GET", path)).body;
    const done = entries.find(({ outcome }) => outcome === "succeeded");
    expect(done, JSON.stringify(entries)).to.deep.include({
      actor_user_id: owner.userId,
      changes: { members: [ANNOTATIONS.force] },
    });
    await gateway.finish("Cluster", id);
  });

  it("writes nothing in a rehearsal, not even the organization's namespace", async () => {
    const person = await newAccount(gateway.url);
    const made = await person.call<{ slug: string; id: string }>("POST", "/organizations", { name: "Rehearsal" });
    const body = { provider: "local", region: "local-1", tier: "shared", name: "r", organization_id: made.body.id };
    const would = await person.call<Body>("POST", "/clusters?dry_run=true", body);
    expect([would.status, would.body["name"], would.body["status"]], would.text).to.deep.equal([200, "r", "pending"]);
    expect(await gateway.kube.get(NAMESPACES, { name: `org-${made.body.slug}` })).to.equal(undefined);
    expect((await person.call("POST", "/clusters", body)).status).to.equal(200);
    expect((await person.call<Body>("POST", "/clusters?dry_run=true", { ...body, name: "s" })).status).to.equal(200);
  });

  it("refuses backups on a shared cluster, and where the feature is off", async () => {
    const body = { app_type: "web_app", docker_image: "a:1", backups: { enabled: true } };
    const shared = await newCluster(call);
    const refused = await call("POST", "/deployments", { ...body, name: "b", cluster_id: shared });
    expect([refused.status, refused.body["code"]]).to.deep.equal([409, "backups_unavailable"]);
    const person = await newAccount(gateway.url);
    const dedicated = await newCluster(person.call, { tier: "dedicated" });
    const { id } = await newDeployment(person.call, dedicated, { backups: { enabled: true } });
    await gateway.services.pool.query(`UPDATE organizations SET feature_flags = '{"backups": false}' WHERE id = $1`, [
      person.organizationId,
    ]);
    const off = await person.call("PATCH", `/deployments/${id}`, { backups: { enabled: true } });
    expect([off.status, off.body["code"]]).to.deep.equal([409, "backups_unavailable"]);
  });

  it("mints a kubeconfig of the caller's own, that ends with its Secret and is in the audit log", async () => {
    const id = await newCluster(call);
    const early = await call("GET", `/clusters/${id}/kubeconfig`);
    expect([early.status, early.body["code"]]).to.deep.equal([409, "cluster_not_ready"]);
    await gateway.settle("Cluster", id);
    const answer = await call<{ kubeconfig: string; expires_at: string }>("GET", `/clusters/${id}/kubeconfig?ttl=600`);
    expect([answer.status, answer.headers.get("cache-control")]).to.deep.equal([200, "no-store"]);
    expect(Date.parse(answer.body.expires_at) - Date.now()).to.be.within(500_000, 660_000);
    const file = await call<string>("GET", `/clusters/${id}/kubeconfig`, undefined, { accept: "application/yaml" });
    expect(parse(file.text)).to.have.property("current-context");
    const folder = mkdtempSync(join(tmpdir(), "berth-kubeconfig-"));
    const path = join(folder, "config");
    await writeFile(path, answer.body.kubeconfig, { mode: 0o600 });
    const client = createKubeClient({ kubeconfigPath: path });
    try {
      expect((await client.list(NAMESPACES)).items).to.have.length.greaterThan(0);
      const [secret] = (
        await gateway.kube.list(SECRETS, {
          namespace: "berth-access",
          labelSelector: `hosting.berth.dev/user-id=${account.userId}`,
        })
      ).items;
      const ref = { namespace: "berth-access", name: secret?.metadata.name ?? "" };
      expect(await gateway.kube.delete(SECRETS, ref)).to.equal(true);
      await eventually(async () => {
        const fault = await client.list(NAMESPACES).then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(fault).to.have.property("status", 401);
      });
    } finally {
      await client.close();
      rmSync(folder, { recursive: true });
    }
    const audit = await gateway.services.pool.query(
      "SELECT 1 FROM audit_entries WHERE action = 'getClusterKubeconfig'",
    );
    expect(audit.rowCount).to.equal(2);
    expect((await call<Faults>("GET", `/clusters/${id}/kubeconfig?ttl=5`)).status).to.equal(422);
  });

  it("takes kubeconfigs back from a revoked key, and from who is no admin any more or has left", async () => {
    const { pool } = gateway.services;
    const owner = await newAccount(gateway.url);
    const admin = await newAccount(gateway.url);
    const leaver = await newAccount(gateway.url);
    for (const { userId } of [admin, leaver])
      await pool.query("INSERT INTO memberships (organization_id, user_id, role) VALUES ($1, $2, 'admin')", [
        owner.organizationId,
        userId,
      ]);
    const id = await newCluster(owner.call);
    await gateway.settle("Cluster", id);
    const folder = mkdtempSync(join(tmpdir(), "berth-kubeconfig-"));
    const clients = await Promise.all(
      [admin.session, admin.call, owner.session, leaver.session].map(async (ask, index) => {
        const file = await ask("GET", `/clusters/${id}/kubeconfig`, undefined, { accept: "application/yaml" });
        const path = join(folder, String(index));
        await writeFile(path, file.text, { mode: 0o600 });
        return createKubeClient({ kubeconfigPath: path });
      }),
    );
    const statuses = (): Promise<unknown[]> =>
      Promise.all(
        clients.map((client) =>
          client.list(NAMESPACES).then(
            () => 200,
            (error: unknown) => (error as { status?: number }).status,
          ),
        ),
      );
    const becomes = (wanted: number[]): Promise<void> =>
      eventually(async () => {
        expect(await statuses()).to.deep.equal(wanted);
      });
    try {
      await sweep(gateway.services);
      await becomes([200, 200, 200, 200]);
      const keys = await admin.session<{ api_keys: { id: string }[] }>("GET", "/api-keys");
      await admin.session("DELETE", `/api-keys/${keys.body.api_keys[0]?.id ?? ""}`);
      await sweep(gateway.services);
      await becomes([200, 401, 200, 200]);
      const demoted = await owner.session("PATCH", `/organizations/${owner.slug}/members/${admin.userId}`, {
        role: "member",
      });
      expect(demoted.status, demoted.text).to.equal(200);
      const left = await leaver.session("DELETE", `/organizations/${owner.slug}/members/${leaver.userId}`);
      expect(left.status, left.text).to.equal(200);
      await sweep(gateway.services);
      await becomes([401, 401, 200, 401]);
      expect((await admin.session("GET", `/clusters/${id}/kubeconfig`)).status).to.equal(403);
      // What was given a moment ago may still be on its way: it is forgotten a minute later.
      await pool.query("UPDATE cluster_access SET noted_at = now() - interval '2 minutes'");
      await sweep(gateway.services);
      const kept = await pool.query<{ user_id: string }>("SELECT user_id FROM cluster_access WHERE cluster_id = $1", [
        id,
      ]);
      expect(kept.rows).to.deep.equal([{ user_id: owner.userId }]);
    } finally {
      for (const client of clients) await client.close();
      rmSync(folder, { recursive: true });
    }
  });

  it("lists by tier, status, provider and prefix, and hides hosts", async () => {
    const person = await newAccount(gateway.url);
    const [shared, dedicated] = [
      await newCluster(person.call, { name: "alpha" }),
      await newCluster(person.call, { name: "beta", tier: "dedicated" }),
    ];
    await gateway.settle("Cluster", dedicated);
    const ids = async (query: string): Promise<string[]> =>
      (await person.call<{ clusters: { id: string }[] }>("GET", `/clusters?${query}`)).body.clusters.map(
        ({ id }) => id,
      );
    expect(await ids("tier=shared")).to.deep.equal([shared]);
    expect(await ids("status=running")).to.deep.equal([dedicated]);
    expect(await ids("provider=local&q=al")).to.deep.equal([shared]);
    expect(await ids("provider=other")).to.deep.equal([]);
    await gateway.services.pool.query("UPDATE resources SET hidden = true WHERE id = $1", [shared]);
    expect(await ids("")).to.deep.equal([dedicated]);
    expect((await person.call("GET", `/clusters/${shared}`)).status).to.equal(404);
  });

  it("shows providers, regions and server types", async () => {
    const regions = await call<{ regions: Body[]; checked_at: string | null }>("GET", "/providers/local/regions");
    expect(regions.body.regions.map(({ available }) => available)).to.deep.equal([true, false, true]);
    expect(regions.body.checked_at).to.equal(null);
    const fresh = await call<{ checked_at: string }>("GET", "/providers/local/regions?check_availability=true");
    expect(fresh.body.checked_at).to.be.a("string");
    expect((await call("GET", "/providers/local/server-types?region=local-1")).status).to.equal(200);
    expect((await call("GET", "/providers/local/server-types?region=mars")).status).to.equal(404);
    expect((await call("GET", "/providers")).status).to.equal(200);
  });

  it("answers what is foreign byte for byte as what is not there, on every route", async () => {
    const stranger = await newAccount(gateway.url);
    const clusterId = await newCluster(call);
    await gateway.settle("Cluster", clusterId);
    const { id: deploymentId } = await newDeployment(call, clusterId);
    const keyId =
      (await account.session<{ api_keys: { id: string }[] }>("GET", "/api-keys")).body.api_keys[0]?.id ?? "";
    const { id: databaseId } = await newDatabase(call, clusterId);
    const mine: Record<string, string> = {
      cluster_id: clusterId,
      database_id: databaseId,
      deployment_id: deploymentId,
      key_id: keyId,
      slug: account.slug,
      org_slug: account.slug,
      session_id: keyId,
    };
    const absent = "00000000-0000-7000-8000-000000000000";
    const nothing = { slug: absent, ...targetsOf(absent) };
    const bodyOf = ({ operationId }: Operation): object | string | undefined => INPUTS[operationId]?.(nothing).body;
    let compared = 0;
    for (const operation of OPERATIONS) {
      if (!Object.keys(operation.parameters.path.shape).some((name) => name in mine)) continue;
      const ask = (ids: (name: string) => string): Promise<Answer> => {
        const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => ids(name));
        const headers = { "x-request-id": "same" };
        return stranger.session(operation.method.toUpperCase(), path, bodyOf(operation), headers);
      };
      const [foreign, missing] = [await ask((name) => mine[name] ?? absent), await ask(() => absent)];
      expect([operation.operationId, foreign.status, foreign.text]).to.deep.equal([
        operation.operationId,
        operation.who.kind === "platformAdmin" ? 403 : 404,
        missing.text,
      ]);
      compared += 1;
    }
    expect(compared).to.be.greaterThan(10);
    const create = { name: "x", app_type: "web_app", docker_image: "a:1" };
    const [foreign, missing] = await Promise.all(
      [clusterId, absent].map((id) =>
        stranger.call("POST", "/deployments", { ...create, cluster_id: id }, { "x-request-id": "same" }),
      ),
    );
    expect([foreign?.status, foreign?.text]).to.deep.equal([404, missing?.text]);
  });
});
