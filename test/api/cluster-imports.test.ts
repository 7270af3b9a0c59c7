import { randomBytes } from "node:crypto";
import { expect } from "chai";
import type { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { createKubeClient, type KubeClient, type KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  CLUSTERS,
  CUSTOM_RESOURCE_DEFINITIONS,
  NAMESPACES,
  SECRETS,
  SERVICE_ACCOUNTS,
} from "../../adapters/kubernetes/resource-types.ts";
import type { ClusterBundleResponse } from "../../contract/rest/cluster-bundle.ts";
import type { PreflightImportResponse } from "../../contract/rest/cluster-imports.ts";
import { importPlace, readAccess } from "../../render/import/cluster-login.ts";
import { sharedApiServer, startApiServer, type ApiServer } from "../support/api-server.ts";
import { eventually } from "../support/eventually.ts";
import { listContent } from "../support/cluster-content.ts";
import { kubeconfigOf } from "../support/customer-kubeconfig.ts";
import { plantCertManager, sayItRuns, uprootCertManager } from "../support/own-cert-manager.ts";
import { newAccount, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Fault = Readonly<{ detail: readonly Readonly<{ type: string; loc: readonly string[]; msg: string }>[] }>;
type Conflicts = Readonly<{ code: string; conflicts: readonly Readonly<{ code: string; owner: string | null }>[] }>;

const ALLOWED = { BERTH_CLUSTER_DENIED_ADDRESSES: "none" };
const PROVIDER = "gke";
const newName = (): string => `own-${randomBytes(4).toString("hex")}`;

describe("imports of clusters", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let customer: ApiServer;
  let tenant: KubeClient;

  before(async () => {
    [gateway, customer] = await Promise.all([startTestGateway({ env: ALLOWED }), startApiServer({ audited: true })]);
    tenant = createKubeClient({ kubeconfigPath: customer.kubeconfig });
    account = await newAccount(gateway.url);
  });
  after(async () => {
    await tenant.close();
    await Promise.all([gateway.stop(), customer.stop()]);
  });

  const preflight = (more: object = {}): Promise<Answer<PreflightImportResponse>> =>
    account.call("POST", "/clusters/preflight-import", {
      provider: PROVIDER,
      kubeconfig: kubeconfigOf(customer),
      ...more,
    });
  const importAs = <T>(caller: Account["call"], more: object = {}, query = ""): Promise<Answer<T>> =>
    caller<T>("POST", `/clusters/import${query}`, {
      name: newName(),
      provider: PROVIDER,
      region: "eu-1",
      acknowledge_bundle_install: true,
      kubeconfig: kubeconfigOf(customer),
      ...more,
    });
  const asAdmin = (isAdmin: boolean): Promise<unknown> =>
    gateway.services.pool.query("UPDATE users SET is_platform_admin = $2 WHERE id = $1", [account.userId, isAdmin]);
  /** Puts what the bundle would collide with onto the customer's cluster; returns what takes it away again. */
  const plant = async (): Promise<() => Promise<unknown>> => {
    const name = "certificates.cert-manager.io";
    const annotations = { "meta.helm.sh/release-name": "cm", "meta.helm.sh/release-namespace": "ops" };
    const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const definition = {
      metadata: { name, annotations },
      spec: {
        group: "cert-manager.io",
        scope: "Namespaced",
        names: { plural: "certificates", kind: "Certificate" },
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    };
    await tenant.create(CUSTOM_RESOURCE_DEFINITIONS, definition, { fieldManager: "customer" });
    await eventually(() => tenant.request("GET", "/apis/cert-manager.io/v1/certificates"));
    return async () => {
      await tenant.delete(CUSTOM_RESOURCE_DEFINITIONS, { name });
      await eventually(async () => expect(await tenant.get(CUSTOM_RESOURCE_DEFINITIONS, { name })).to.equal(undefined));
    };
  };

  it("are looked at first without a trace: the API server's own log has reads and questions, and nothing has changed", async () => {
    const unplant = await plant();
    const before = await contentAtRest(tenant);
    const seen = (await customer.readAudit()).length;
    const answer = await preflight();
    expect(answer.status, answer.text).to.equal(200);
    const { ok, findings, kubernetes_version: version } = answer.body;
    expect([ok, version?.startsWith("v1.")]).to.deep.equal([false, true]);
    const found = findings.find(({ code }) => code === "crd_exists");
    expect(found).to.include({ severity: "error", name: "certificates.cert-manager.io", owner: "Helm release ops/cm" });
    expect(await listContent(tenant)).to.deep.equal(before);
    const asked = (await customer.readAudit()).slice(seen).filter(({ userAgent }) => userAgent === "berth-api");
    const questions = asked.filter(({ verb }) => verb === "create");
    expect(new Set(questions.map(({ objectRef }) => objectRef?.resource))).to.deep.equal(
      new Set(["selfsubjectaccessreviews"]),
    );
    expect(new Set(asked.map(({ verb }) => verb))).to.deep.equal(new Set(["get", "list", "create"]));
    expect(asked.length).to.be.greaterThan(20);
    await unplant();
    expect((await preflight()).body.ok).to.equal(true);
  });

  it("show what cannot be looked at as a finding", async () => {
    const wrong = await preflight({ kubeconfig: kubeconfigOf(customer, { user: { token: "wrong" } }) });
    expect(wrong.body).to.deep.include({ ok: false, kubernetes_version: null, node_count: null });
    expect(wrong.body.findings.map(({ code }) => code)).to.deep.equal(["credential_refused"]);
    const away = await preflight({
      kubeconfig: kubeconfigOf(customer, { cluster: { server: "https://127.0.0.1:1" } }),
    });
    expect(away.body.findings.map(({ code }) => code)).to.deep.equal(["unreachable"]);
    const own = { kubeconfig: kubeconfigOf(await sharedApiServer()) };
    expect((await preflight(own)).body.findings[0]?.code).to.equal("management_cluster");
  });

  it("name missing rights of the credential", async () => {
    const reader = await readerToken(tenant);
    const answer = await preflight({ kubeconfig: kubeconfigOf(customer, { user: { token: reader } }) });
    const missing = answer.body.findings
      .filter(({ code }) => code === "permission_missing")
      .map(({ message }) => message);
    expect(missing.join()).to.contain("bind the ClusterRole cluster-admin").and.to.contain("create namespaces");
  });

  it("keep the credential in the secret store alone, and the Cluster without it", async () => {
    const created = await importAs<{ id: string; name: string }>(account.call, { is_autopilot: null });
    expect(created.status, created.text).to.equal(201);
    const { id, name } = created.body;
    expect(created.body).to.include({ status: "pending", tier: "dedicated", is_imported: true, is_autopilot: false });
    const object = await gateway.kube.get(CLUSTERS, { namespace: `org-${account.slug}`, name });
    expect((object as KubeObject & { spec: object }).spec).to.deep.equal({
      provider: PROVIDER,
      region: "eu-1",
      tier: "dedicated",
      imported: { isAutopilot: false, overridePreflight: false },
      // Nothing of the bundle is there: what was seen is kept, so that nothing is decided twice.
      ownComponents: [],
      // As every new cluster that may have one, where nothing is in its way.
      routing: "gateway",
    });
    const kept = await gateway.services.secrets.read(...importPlace(account.slug, id));
    expect(readAccess(kept?.reveal() ?? "")).to.include({ server: customer.server, token: customer.token });
    const tables = await gateway.services.pool.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    for (const { name: table } of tables.rows) {
      const found = await gateway.services.pool.query(`SELECT 1 FROM "${table}" t WHERE t::text LIKE $1`, [
        `%${customer.token}%`,
      ]);
      expect(found.rowCount, table).to.equal(0);
    }
    const again = await importAs<Conflicts>(account.call, { name });
    expect([again.status, again.body.code]).to.deep.equal([409, "name_taken"]);
    const repeated = { "idempotency-key": randomBytes(8).toString("hex") };
    const body = { ...BODY, name: newName(), kubeconfig: kubeconfigOf(customer) };
    const [one, two] = [
      await account.call("POST", "/clusters/import", body, repeated),
      await account.call("POST", "/clusters/import", body, repeated),
    ];
    expect([one.status, two.status, two.body["id"]]).to.deep.equal([201, 201, one.body["id"]]);
  });

  it("are refused with the findings, unless a platform admin overrides them, which the audit log shows", async () => {
    const unplant = await plant();
    try {
      const refused = await importAs<Conflicts>(account.call);
      expect([refused.status, refused.body.code]).to.deep.equal([409, "import_conflicts"]);
      const codes = ["own_component_cannot_serve", "crd_exists"];
      expect(refused.body.conflicts.map(({ code }) => code)).to.deep.equal(codes);
      const forbidden = await importAs(account.call, { override_preflight: true });
      expect(forbidden.status).to.equal(403);
      await asAdmin(true);
      const overridden = await importAs<{ id: string }>(account.call, { override_preflight: true });
      expect(overridden.status, overridden.text).to.equal(201);
      const { rows } = await gateway.services.pool.query(
        "SELECT action, actor_user_id, outcome FROM audit_entries WHERE target_id = $1 ORDER BY action",
        [overridden.body.id],
      );
      expect(rows).to.deep.equal([
        { action: "importCluster", actor_user_id: account.userId, outcome: "succeeded" },
        { action: "overridePreflight", actor_user_id: account.userId, outcome: "succeeded" },
      ]);
      const away = { kubeconfig: kubeconfigOf(customer, { cluster: { server: "https://127.0.0.1:1" } }) };
      const useless = await importAs<Conflicts>(account.call, { ...away, override_preflight: true });
      expect([useless.status, useless.body.code]).to.deep.equal([409, "import_conflicts"]);
    } finally {
      await asAdmin(false);
      await unplant();
    }
  });

  it("leave to the cluster what it has of the bundle of its own and can serve, or what is said, and the Cluster keeps that", async () => {
    const specOf = async (name: string): Promise<Readonly<Record<string, unknown>>> => {
      const object = await gateway.kube.get(CLUSTERS, { namespace: `org-${account.slug}`, name });
      return (object as unknown as { spec: Record<string, unknown> }).spec;
    };
    await plantCertManager(tenant);
    try {
      const half = await preflight();
      expect([half.body.ok, half.body.own_components], half.text).to.deep.equal([false, []]);
      expect(half.body.findings[0]?.message).to.match(
        /cert-manager.* cannot serve: no pod runs cert-manager-controller/,
      );
      const told = await importAs<{ id: string; name: string; own_components: string[] }>(account.call, {
        own_components: ["cert-manager", "velero"],
      });
      expect([told.status, told.body.own_components], told.text).to.deep.equal([201, ["cert-manager", "velero"]]);
      expect((await specOf(told.body.name))["ownComponents"]).to.deep.equal(["cert-manager", "velero"]);
      for (const routing of ["both", "ingress"]) {
        const path = `/clusters/${told.body.id}/component-bundle?dry_run=true`;
        const { body } = await account.call<{ plan: { warnings: string[] } }>("PATCH", path, { routing });
        expect(body.plan.warnings.join().includes("feature gate ListenerSets"), routing).to.equal(
          routing !== "ingress",
        );
      }
      await sayItRuns(tenant, 1);
      const whole = await preflight();
      expect([whole.body.ok, whole.body.own_components], whole.text).to.deep.equal([true, ["cert-manager"]]);
      const [found] = whole.body.findings.filter(({ code }) => code === "component_of_own");
      expect(found).to.include({ severity: "info", kind: "Component", name: "cert-manager" });
      expect(found?.owner).to.equal("Helm release cert-manager/cert-manager");
      const would = await importAs<Record<string, unknown>>(account.call, {}, "?dry_run=true");
      expect([would.status, would.body["own_components"]], would.text).to.deep.equal([200, ["cert-manager"]]);
      const made = await importAs<{ id: string; name: string }>(account.call);
      expect(made.status, made.text).to.equal(201);
      expect((await specOf(made.body.name))["ownComponents"]).to.deep.equal(["cert-manager"]);
      const { body: bundle } = await account.call<ClusterBundleResponse>("GET", `/clusters/${made.body.id}/bundle`);
      const left = bundle.components.filter(({ skipped }) => skipped);
      expect(left.map(({ component, reason }) => [component, reason])).to.deep.equal([
        ["cert-manager", "the cluster has its own"],
      ]);
      // Who says that nothing is theirs would have it overwritten.
      const all = await importAs<Conflicts>(account.call, { own_components: [] });
      expect([all.status, all.body.code], all.text).to.deep.equal([409, "import_conflicts"]);
      const unknown = await importAs<Fault>(account.call, { own_components: ["gateway"] });
      expect([unknown.status, unknown.body.detail[0]?.loc]).to.deep.equal([422, ["body", "own_components", 0]]);
    } finally {
      await uprootCertManager(tenant);
    }
  });

  it("begin at Ingress where somebody else's kinds of the Gateway API are there, which nobody may write over", async () => {
    const [name, unplant] = await plantGateways(tenant);
    try {
      const seen = await preflight();
      expect([seen.body.ok, seen.body.routing], seen.text).to.deep.equal([true, "ingress"]);
      const told = seen.body.findings.find(({ code }) => code === "routes_by_ingress");
      expect(told?.message).to.contain("1 kinds of the Gateway API").and.to.contain("v1.2.1, channel standard");
      const made = await importAs<{ name: string; routing: string }>(account.call);
      expect([made.status, made.body.routing], made.text).to.deep.equal([201, "ingress"]);
      const object = await gateway.kube.get(CLUSTERS, { namespace: `org-${account.slug}`, name: made.body.name });
      expect((object as unknown as { spec: object }).spec).to.include({ routing: "ingress" });
      await asAdmin(true);
      const refused = await importAs<Conflicts>(account.call, { routing: "gateway", override_preflight: true });
      expect([refused.status, refused.body.code], refused.text).to.deep.equal([409, "import_conflicts"]);
      expect(refused.body.conflicts.map(({ code }) => code)).to.deep.equal(["gateway_api_exists"]);
      expect((await tenant.get(CUSTOM_RESOURCE_DEFINITIONS, { name }))?.metadata.annotations).to.include(GATEWAY_MARKS);
    } finally {
      await asAdmin(false);
      await unplant();
    }
    for (const routing of ["ingress", "both"]) expect((await preflight({ routing })).body.routing).to.equal(routing);
  });

  it("may have a Gateway by kubectl too, but on GKE Autopilot and as hosts, and go there by both alone", async () => {
    const make = (spec: object): Promise<unknown> => {
      const metadata = { namespace: `org-${account.slug}`, name: newName() };
      const base = { provider: PROVIDER, region: "eu-1", tier: "dedicated", imported: {} };
      const kind = { apiVersion: `${CLUSTERS.group}/${CLUSTERS.version}`, kind: CLUSTERS.kind };
      return gateway.kube.create(
        CLUSTERS,
        { ...kind, metadata, spec: { ...base, ...spec } },
        { fieldManager: "kubectl" },
      );
    };
    const refusal = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => "",
        (error: unknown) => JSON.stringify((error as KubeError).body),
      );
    for (const routing of ["both", "gateway"]) {
      await make({ routing });
      await make({ routing, imported: { isAutopilot: false }, role: "tenant" });
      for (const more of [{ imported: { isAutopilot: true } }, { role: "host" }, { tier: "shared" }])
        expect(await refusal(make({ ...more, routing })), JSON.stringify(more)).to.contain(
          "routing must be ingress on",
        );
    }
    const { metadata } = (await make({})) as KubeObject;
    const move = (routing: string): Promise<string> =>
      refusal(
        gateway.kube.patch(
          CLUSTERS,
          metadata,
          { kind: "merge", body: { spec: { routing } } },
          { fieldManager: "kubectl" },
        ),
      );
    expect(await move("gateway")).to.contain("by both");
    expect([await move("both"), await move("gateway"), await move("both"), await move("ingress")]).to.deep.equal(
      Array(4).fill(""),
    );
  });

  it("are refused when the cluster is registered already, here or as the management cluster", async () => {
    const created = await importAs<{ name: string }>(account.call);
    const ref = { namespace: `org-${account.slug}`, name: created.body.name };
    const uid = (await tenant.get(NAMESPACES, { name: "kube-system" }))?.metadata.uid;
    const patch = { kind: "merge", body: { status: { clusterUid: uid } } } as const;
    await gateway.kube.patch(CLUSTERS, ref, patch, { fieldManager: "test", subresource: "status" });
    const stranger = await newAccount(gateway.url);
    for (const kubeconfig of [kubeconfigOf(customer), kubeconfigOf(await sharedApiServer())]) {
      const again = await importAs<Conflicts>(stranger.call, { kubeconfig });
      expect([again.status, again.body.code], again.text).to.deep.equal([409, "already_registered"]);
    }
    const none = { kind: "merge", body: { status: { clusterUid: null } } } as const;
    await gateway.kube.patch(CLUSTERS, ref, none, { fieldManager: "test", subresource: "status" });
  });

  it("say what is wrong with the request before they call anybody, and never repeat the kubeconfig", async () => {
    const exec = kubeconfigOf(customer, { user: { token: undefined, exec: { command: "sh" } } });
    const rows: readonly (readonly [object, readonly string[], RegExp])[] = [
      [{ kubeconfig: exec }, ["body", "kubeconfig"], /by a program \(exec\)/],
      [{ kubeconfig: "secret: [" }, ["body", "kubeconfig"], /not valid YAML/],
      [{ kubeconfig: null }, ["body"], /either kubeconfig, or/],
      [{ acknowledge_bundle_install: false }, ["body", "acknowledge_bundle_install"], /must be true/],
      [{ kubeconfig: null, ...AT_PROVIDER }, ["body", "provider"], /imported by kubeconfig/],
    ];
    for (const [more, loc, msg] of rows) {
      const { status, body, text } = await importAs<Fault>(account.call, more);
      expect([status, body.detail[0]?.type, body.detail[0]?.loc], text).to.deep.equal([422, "value_error", loc]);
      expect(body.detail[0]?.msg).to.match(msg);
      expect(text).to.not.contain(customer.token);
    }
  });

  it("write nothing on a dry run", async () => {
    const name = newName();
    const would = await importAs<{ id: string; plan: object }>(account.call, { name }, "?dry_run=true");
    expect([would.status, would.body.id], would.text).to.deep.equal([200, "00000000-0000-0000-0000-000000000000"]);
    expect(await gateway.kube.get(CLUSTERS, { namespace: `org-${account.slug}`, name })).to.equal(undefined);
  });

  it("leave no credential behind when the Cluster is refused", async () => {
    const before = await storedNames(gateway, account);
    const name = newName();
    const results = await Promise.all([1, 2, 3].map(() => importAs<object>(account.call, { name })));
    expect(results.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    expect((await storedNames(gateway, account)).length).to.equal(before.length + 1);
  });
});

describe("imports of clusters by default", function () {
  this.timeout(300_000);

  it("call no address of the platform itself, and only so often", async () => {
    const gateway = await startTestGateway({ env: { BERTH_PREFLIGHTS_PER_HOUR: "4" } });
    try {
      const { call } = await newAccount(gateway.url);
      const management = await sharedApiServer();
      const hosts = ["127.0.0.1", "169.254.169.254", "[::1]", "localhost", "127.0.0.1"];
      const told: unknown[] = [];
      for (const host of hosts) {
        const server = `https://${host}:${new URL(management.server).port}`;
        const kubeconfig = kubeconfigOf(management, { cluster: { server } });
        const { status, body } = await call<Fault>("POST", "/clusters/preflight-import", {
          provider: PROVIDER,
          kubeconfig,
        });
        told.push(status === 422 ? [body.detail[0]?.loc, body.detail[0]?.msg] : status);
      }
      const refused = [
        ["body", "kubeconfig"],
        "Value error, the cluster's server has an address that the platform may not call",
      ];
      expect(told).to.deep.equal([refused, refused, refused, refused, 429]);
    } finally {
      await gateway.stop();
    }
  });
});

const BODY = { provider: PROVIDER, region: "eu-1", acknowledge_bundle_install: true };
const AT_PROVIDER = { cloud_credential_id: "01970000-0000-7000-8000-000000000001", provider_cluster_id: "prod" };

/** Lists the content once the API server has done all that it does of itself after a definition came. */
async function contentAtRest(tenant: KubeClient): Promise<readonly string[]> {
  let last = await listContent(tenant);
  return eventually(
    async () => {
      const now = await listContent(tenant);
      const was = last;
      last = now;
      expect(now).to.deep.equal(was);
      return now;
    },
    120_000,
    1_000,
  );
}

const GATEWAY_MARKS = {
  "gateway.networking.k8s.io/bundle-version": "v1.2.1",
  "gateway.networking.k8s.io/channel": "standard",
};

/** Puts a kind of the Gateway API there, as a provider would. */
async function plantGateways(tenant: KubeClient): Promise<readonly [name: string, unplant: () => Promise<unknown>]> {
  const name = "gateways.gateway.networking.k8s.io";
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const approved = { "api-approved.kubernetes.io": "https://github.com/kubernetes-sigs/gateway-api/pull/3328" };
  const definition = {
    metadata: { name, annotations: { ...GATEWAY_MARKS, ...approved } },
    spec: {
      group: "gateway.networking.k8s.io",
      scope: "Namespaced",
      names: { plural: "gateways", kind: "Gateway" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
  await tenant.create(CUSTOM_RESOURCE_DEFINITIONS, definition, { fieldManager: "provider" });
  const unplant = async (): Promise<unknown> => {
    await tenant.delete(CUSTOM_RESOURCE_DEFINITIONS, { name });
    return eventually(async () => expect(await tenant.get(CUSTOM_RESOURCE_DEFINITIONS, { name })).to.equal(undefined));
  };
  return [name, unplant];
}

async function storedNames({ kube }: TestGateway, { slug }: Account): Promise<readonly string[]> {
  const { items } = await kube.list(SECRETS, { namespace: `org-${slug}` });
  return items.map(({ metadata }) => metadata.name);
}

/** Makes a service account that may look, and nothing else. */
async function readerToken(tenant: KubeClient): Promise<string> {
  const account = { namespace: "default", name: "reader" };
  await tenant.create(SERVICE_ACCOUNTS, { metadata: account }, { fieldManager: "customer" });
  const role = {
    metadata: { name: "reader" },
    rules: [{ apiGroups: ["*"], resources: ["*"], verbs: ["get", "list"] }],
  };
  await tenant.create(CLUSTER_ROLES, role, { fieldManager: "customer" });
  const binding = {
    metadata: { name: "reader" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "reader" },
    subjects: [{ kind: "ServiceAccount", ...account }],
  };
  await tenant.create(CLUSTER_ROLE_BINDINGS, binding, { fieldManager: "customer" });
  const answer = (await tenant.request("POST", "/api/v1/namespaces/default/serviceaccounts/reader/token", {
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 600 } },
  })) as { status: { token: string } };
  return answer.status.token;
}
