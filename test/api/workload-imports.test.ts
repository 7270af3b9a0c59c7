import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { DeploymentResponse } from "../../contract/rest/deployments.ts";
import type { WorkloadImportResponse } from "../../contract/rest/workload-imports.ts";
import { clientOf, newAccount, newCluster, type Account, type Answer, type Client } from "./client.ts";
import { Death, mortal, mortalLedger } from "./death.ts";
import { SERVICE_TOKEN, startTestGateway, type TestGateway } from "./gateway.ts";
import { newImportedCluster } from "./imported-cluster.ts";

type Item = Record<string, unknown>;
const item = (name: string, members: Item = {}): Item => ({
  name,
  namespace: "live",
  kind: "Deployment",
  docker_image: "shop:1",
  ...members,
});
const CHART = { app_type: "helm", docker_image: null } as const;
const codes = ({ failed }: WorkloadImportResponse): [number, string][] =>
  failed.map(({ index, code }) => [index, code]);

describe("imports of workloads", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let clusterId: string;
  let death = new Death();

  before(async () => {
    gateway = await startTestGateway({
      replace: ({ kube, ledger }) => ({
        kube: mortal(kube, () => death),
        ledger: mortalLedger(ledger, () => death),
        // Nothing is read from the cluster.
        tenantReader: { open: () => Promise.reject(new Error("A tenant cluster was asked")) },
      }),
    });
  });
  after(() => gateway.stop());
  beforeEach(async () => {
    account = await newAccount(gateway.url);
    clusterId = await newImportedCluster(gateway, account);
  });

  const importAs = (
    call: Client,
    workloads: unknown,
    query = "",
    headers = {},
  ): Promise<Answer<WorkloadImportResponse>> =>
    call("POST", `/deployments/import?cluster_id=${clusterId}${query}`, { workloads }, headers);
  const made = async (): Promise<string[]> => {
    const { items } = await gateway.kube.list(DEPLOYMENTS, { namespace: `org-${account.slug}` });
    return items.map((object) => (object["spec"] as { name: string }).name).toSorted();
  };

  it("make deployments from what the request says alone, and keep it word for word", async () => {
    const kept = {
      service_account_name: "runner",
      selector_match_labels: { app: "shop" },
      pod_template_labels: { app: "shop", tier: "1" },
      extra_pod_spec_yaml: "hostname: shop",
      extra_container_spec_yaml: "name: main",
    };
    const configured = { replicas: 2, cpu_request: 0.5, memory_request_mb: 64, container_port: 80, args: ["-v"] };
    const { status, body, text } = await importAs(account.call, [
      item("shop.v1", { display_name: "shop", app_type: "web_app", ...kept, ...configured }),
    ]);
    expect(status, text).to.equal(201);
    expect([body.total_imported, body.total_failed, body.failed]).to.deep.equal([1, 0, []]);
    expect(body.imported[0]).to.deep.include({
      name: "shop",
      status: "pending",
      user_id: account.userId,
      cluster_id: clusterId,
      is_adopted: true,
      is_staged: true,
      source_namespace: "live",
      source_kind: "Deployment",
      source_name: "shop.v1",
      deployment_type: "image",
      ...configured,
    });
    expect(body.imported[0]?.values_yaml).to.contain('hostname: "shop"').and.contain('tier: "1"');
    const { items } = await gateway.kube.list(DEPLOYMENTS, { namespace: `org-${account.slug}` });
    expect((items[0]?.["spec"] as { adoption: object }).adoption).to.deep.equal({
      namespace: "live",
      kind: "Deployment",
      workloadName: "shop.v1",
      serviceAccountName: "runner",
      selectorMatchLabels: { app: "shop" },
      podTemplateLabels: { app: "shop", tier: "1" },
      extraPodSpecYaml: "hostname: shop",
      extraContainerSpecYaml: "name: main",
    });
    const read = await account.call("GET", `/deployments/${body.imported[0]?.id ?? ""}`);
    expect([read.status, read.body["is_staged"]]).to.deep.equal([200, true]);
  });

  it("list what cannot be, each with its member and reason, and import the rest", async () => {
    const { status, body } = await importAs(account.call, [
      item("good"),
      item("good", { namespace: "other" }),
      item("no-image", { docker_image: null }),
      item("Bad.name".toLowerCase()),
      item("bad-yaml", { extra_pod_spec_yaml: "a: [" }),
      item("bad-kind", { kind: "DaemonSet" }),
      item("system", { namespace: "kube-system" }),
      item("secret", { manifest_yaml: "apiVersion: v1\nkind: Secret\nmetadata: {name: secret}" }),
      item("chart", { ...CHART, helm_chart_name: "redis", helm_repo_url: "https://charts.example.com" }),
      item("no-chart", CHART),
      item("second", { name: "good", display_name: "second" }),
    ]);
    expect(status).to.equal(201);
    expect(body.imported.map(({ name }) => name)).to.deep.equal(["good", "chart"]);
    expect(codes(body)).to.deep.equal([
      [1, "name_taken"],
      ...[2, 3, 4, 5, 6, 7, 9].map((index) => [index, "value_error"]),
      [10, "conflict"],
    ]);
    const told = new Map(body.failed.map(({ index, error }) => [index, error]));
    expect(told.get(1)).to.contain("good").and.contain("display_name");
    expect(told.get(3)).to.match(/^display_name: bad\.name/);
    expect(told.get(4)).to.match(/^extra_pod_spec_yaml: is not valid YAML: [A-Z_]+/);
    expect(told.get(6)).to.match(/^namespace: /);
    expect(told.get(7)).to.match(/^manifest_yaml: must not hold Secrets/);
    expect(told.get(10)).to.contain("it is the deployment good");
    expect(body.failed[0]).to.have.all.keys("index", "name", "namespace", "code", "error");
    expect([body.total_imported, body.total_failed]).to.deep.equal([2, 9]);
  });

  it("are of what runs by itself: a job cannot be taken over, and no app type says so", async () => {
    for (const app_type of ["job", "cron_job"]) {
      const { status, body } = await importAs(account.call, [item("shop", { app_type })]);
      const [fault] = (body as unknown as { detail: { loc: unknown[]; ctx: { expected: string } }[] }).detail;
      expect([status, fault?.loc], app_type).to.deep.equal([422, ["body", "workloads", 0, "app_type"]]);
      expect(fault?.ctx.expected).to.equal("'web_app', 'api', 'database', 'static_site', 'container' or 'helm'");
    }
  });

  it("are as many as the organization may have, also on a dry run", async () => {
    await gateway.services.pool.query(`UPDATE organizations SET quotas = '{"deployments": 2}' WHERE id = $1`, [
      account.organizationId,
    ]);
    for (const query of ["&dry_run=true", ""]) {
      const { body } = await importAs(account.call, [item("one"), item("two"), item("three")], query);
      expect(codes(body), query).to.deep.equal([[2, "quota_exceeded"]]);
    }
  });

  it("answer 201 also when all fail, and for none at all", async () => {
    const bad = await importAs(account.call, [item("x", { docker_image: null })]);
    expect([bad.status, bad.body.total_imported, bad.body.total_failed]).to.deep.equal([201, 0, 1]);
    const none = await importAs(account.call, []);
    expect([none.status, none.body.total_imported, none.body.total_failed]).to.deep.equal([201, 0, 0]);
    expect(await made()).to.deep.equal([]);
  });

  it("are for imported clusters, and for the platform itself into any; they belong to the cluster's owner", async () => {
    const own = clusterId;
    clusterId = await newCluster(account.call);
    const refused = await importAs(account.call, [item("shop")]);
    expect([refused.status, (refused.body as unknown as Item)["code"]]).to.deep.equal([409, "not_imported"]);
    const service = clientOf(gateway.url, { "x-service-token": SERVICE_TOKEN });
    for (const id of [clusterId, own]) {
      clusterId = id;
      const { status, body } = await importAs(service, [item("restored")]);
      expect([status, body.imported[0]?.user_id]).to.deep.equal([201, account.userId]);
    }
    const stranger = await newAccount(gateway.url);
    expect((await importAs(stranger.call, [item("shop")])).status).to.equal(404);
  });

  it("of one name at once are one", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => importAs(account.call, [item("shop")])));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 201));
    expect(answers.filter(({ body }) => body.total_imported === 1)).to.have.length(1);
    for (const { body } of answers.filter(({ body }) => body.total_failed === 1))
      expect(body.failed[0]?.code).to.be.oneOf(["name_taken", "conflict"]);
    expect(await made()).to.deep.equal(["shop"]);
  });

  it("stop at the quota, also those at once", async () => {
    await gateway.services.pool.query(`UPDATE organizations SET quotas = '{"deployments": 3}' WHERE id = $1`, [
      account.organizationId,
    ]);
    const batches = ["a", "b"].map((letter) => [item(`${letter}1`), item(`${letter}2`), item(`${letter}3`)]);
    const answers = await Promise.all(batches.map((batch) => importAs(account.call, batch)));
    const all = answers.flatMap(({ body }) => body.failed.map(({ code }) => code));
    expect(all).to.deep.equal(["quota_exceeded", "quota_exceeded", "quota_exceeded"]);
    expect(await made()).to.have.length(3);
  });

  it("plan without doing", async () => {
    const items = [item("shop"), item("shop", { namespace: "other" }), item("shop", { display_name: "again" })];
    const { status, body } = await importAs(account.call, items, "&dry_run=true");
    expect([status, body.total_imported, codes(body)]).to.deep.equal([
      200,
      1,
      [
        [1, "name_taken"],
        [2, "conflict"],
      ],
    ]);
    const [would] = body.imported as readonly (DeploymentResponse & { plan: { values_diff: string } })[];
    expect([would?.id, would?.is_staged]).to.deep.equal(["00000000-0000-0000-0000-000000000000", true]);
    expect(would?.plan.values_diff).to.contain('+  - apiVersion: "apps/v1"');
    expect(await made()).to.deep.equal([]);
    await importAs(account.call, [item("shop")]);
    const taken = await importAs(account.call, [item("shop", { namespace: "other" })], "&dry_run=true");
    expect(codes(taken.body)).to.deep.equal([[0, "name_taken"]]);
  });

  it("enter the audit log with each deployment", async () => {
    const { body } = await importAs(account.call, [item("shop"), item("x", { docker_image: null })]);
    const { rows } = await gateway.services.pool.query(
      "SELECT target_kind, target_id, outcome, actor_user_id FROM audit_entries WHERE action = 'importWorkloads' AND organization_id = $1 ORDER BY target_kind",
      [account.organizationId],
    );
    const actor = { actor_user_id: account.userId, outcome: "succeeded" };
    expect(rows).to.have.length(2);
    expect(rows[0]).to.deep.equal({ ...actor, target_kind: "Deployment", target_id: body.imported[0]?.id });
    expect(rows[1]).to.include({ ...actor, target_kind: "WorkloadImport" });
  });

  it("answer a repetition with what there is, and try again what may pass", async () => {
    const key = { "idempotency-key": "once" };
    const items = [item("shop"), item("x", { docker_image: null })];
    const [first, second] = [
      await importAs(account.call, items, "", key),
      await importAs(account.call, items, "", key),
    ];
    expect([second.body, second.headers.get("idempotency-replayed")]).to.deep.equal([first.body, "true"]);
    expect((await importAs(account.call, [item("other")], "", key)).status).to.equal(422);
    const passing = { "idempotency-key": "passing" };
    death = new Death({ refuses: 2 });
    const half = await importAs(account.call, [item("a"), item("b"), item("c")], "", passing);
    expect(codes(half.body)).to.deep.equal([[1, "kubernetes_unavailable"]]);
    death = new Death();
    const whole = await importAs(account.call, [item("a"), item("b"), item("c")], "", passing);
    expect(whole.body.imported.map(({ name }) => name)).to.deep.equal(["a", "b", "c"]);
    expect(whole.body.imported[0]?.id).to.equal(half.body.imported[0]?.id);
    expect(await made()).to.deep.equal(["a", "b", "c", "shop"]);
  });

  it("converge after a death before and after each step, each workload once", async () => {
    const items = [item("a"), item("b", { docker_image: null }), item("c")];
    death = new Death();
    await importAs(account.call, items, "", { "idempotency-key": "alive" });
    const { steps } = death;
    expect(steps).to.be.at.least(8);
    for (let at = 1; at <= steps; at += 1)
      for (const after of [false, true]) {
        account = await newAccount(gateway.url);
        clusterId = await newImportedCluster(gateway, account);
        const key = { "idempotency-key": `death-${at}-${String(after)}` };
        death = new Death({ at, after });
        await importAs(account.call, items, "", key);
        expect(death.isDead, `death at ${at}`).to.equal(true);
        death = new Death();
        await gateway.services.pool.query(
          "UPDATE idempotency_keys SET started_at = started_at - interval '61 seconds' WHERE status IS NULL",
        );
        const { status, body, text } = await importAs(account.call, items, "", key);
        const why = `death ${after ? "after" : "before"} step ${at}: ${text}`;
        expect([status, codes(body)], why).to.deep.equal([201, [[1, "value_error"]]]);
        expect(
          body.imported.map(({ name }) => name),
          why,
        ).to.deep.equal(["a", "c"]);
        expect(await made(), why).to.deep.equal(["a", "c"]);
        const { rows } = await gateway.services.pool.query(
          "SELECT 1 FROM audit_entries WHERE organization_id = $1 AND outcome = 'attempted'",
          [account.organizationId],
        );
        expect(rows, why).to.have.length(0);
      }
  });
});
