import { expect } from "chai";
import { KubeError } from "../../adapters/kubernetes/kube-error.ts";
import { DATABASE_INSTANCES, DEPLOYMENTS, RESOURCE_QUOTAS } from "../../adapters/kubernetes/resource-types.ts";
import { mendLimits, namespaceLimits } from "../../api/resources/namespace-limits.ts";
import { LABELS, LIMITS_NAME, organizationNamespace } from "../../contract/identity.ts";
import { startEmbeddedApiServer, type ApiServer } from "../support/api-server.ts";
import { eventually } from "../support/eventually.ts";
import type { Guarded } from "../support/guarded-process.ts";
import { startQuotaController } from "../support/quota-controller.ts";
import { newAccount, newCluster, newDatabase, newDeployment, type Account, type Answer } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { placeOf } from "./find-object.ts";
import { newPlatformAdmin } from "./platform-admin.ts";

const USER = { fieldManager: "kubectl" };
const COUNTED = "count/deployments.hosting.berth.dev";
const SENTENCE = "of kind Deployment; delete one or ask for more.";
type Counts = Readonly<Partial<Record<"hard" | "used", Readonly<Record<string, string>>>>>;

describe("quotas of numbers at both doors", function () {
  this.timeout(300_000);
  let api: ApiServer;
  let controller: Guarded;
  let gateway: TestGateway;
  let admin: Account;
  let person: Account;
  let clusterId: string;
  let clusterName: string;

  before(async () => {
    api = await startEmbeddedApiServer();
    gateway = await startTestGateway({ apiServer: api, env: { BERTH_QUOTA_FACTOR: "1" } });
    controller = await startQuotaController(api);
    admin = await newPlatformAdmin(gateway);
  });
  after(async () => {
    await gateway.stop();
    await controller.kill();
    await api.stop();
  });
  beforeEach(async () => {
    person = await newAccount(gateway.url);
    clusterId = await newCluster(person.call);
    clusterName = (await placeOf(gateway, clusterId)).name;
    await mendLimits(gateway.services);
    await counted({ clusters: "1", deployments: "0", databaseinstances: "0" });
  });

  /** Waits until the API server counts so many. */
  async function counted(used: Readonly<Record<string, string>>, hard: Readonly<Record<string, string>> = {}) {
    const named = (of: object) =>
      Object.fromEntries(Object.entries(of).map(([one, n]) => [`count/${one}.hosting.berth.dev`, n]));
    await eventually(async () => {
      const quota = await gateway.kube.get(RESOURCE_QUOTAS, {
        namespace: organizationNamespace(person.slug),
        name: LIMITS_NAME,
      });
      const status = (quota?.["status"] ?? {}) as Counts;
      expect(status.used, JSON.stringify(quota)).to.include(named(used));
      expect(status.hard).to.include(named(hard));
    });
  }
  async function limit(deployments: number, used: number): Promise<void> {
    const set = await admin.session("PATCH", `/admin/organizations/${person.slug}`, { quotas: { deployments } });
    expect(set.status, set.text).to.equal(200);
    await counted({ deployments: String(used) }, { deployments: String(deployments) });
  }
  const create = (name: string, query = ""): Promise<Answer> =>
    person.call("POST", `/deployments${query}`, {
      name,
      cluster_id: clusterId,
      app_type: "web_app",
      docker_image: "a:1",
    });
  /** Creates as kubectl does, past the gateway. */
  const apply = async (name: string) =>
    gateway.kube.create(
      DEPLOYMENTS,
      {
        apiVersion: "hosting.berth.dev/v1alpha1",
        kind: "Deployment",
        metadata: { name, namespace: organizationNamespace(person.slug) },
        spec: { cluster: clusterName, appType: "web_app", dockerImage: "a:1" },
      },
      USER,
    );
  const refusalOf = (made: Promise<unknown>): Promise<string> =>
    made.then(
      () => "made",
      (error: unknown) => {
        if (!(error instanceof KubeError)) throw error;
        return `${error.status} ${error.body?.message ?? ""}`;
      },
    );

  it("are the same where nobody has set one", async () => {
    await counted({ clusters: "1" }, { clusters: "3", deployments: "50", databaseinstances: "5" });
    for (let made = 0; made < 5; made += 1) await newDatabase(person.call, clusterId);
    const sixth = {
      apiVersion: "hosting.berth.dev/v1alpha1",
      kind: "DatabaseInstance",
      metadata: { name: "sixth", namespace: organizationNamespace(person.slug) },
      spec: { cluster: clusterName, engine: "postgresql" },
    };
    const said = await refusalOf(gateway.kube.create(DATABASE_INSTANCES, sixth, USER));
    expect(said).to.match(
      /^403 .*exceeded quota: berth-limits, .*used: count\/databaseinstances\.hosting\.berth\.dev=5/,
    );
    expect(namespaceLimits({ quotas: {}, isSystem: true }, 2).counts, "hosts count for nobody").to.deep.equal({
      deployments: 100,
      databases: 10,
    });
  });

  it("refuse kubectl what REST has used up, and REST what kubectl has, in REST's own sentence, and hold nothing of it", async () => {
    await limit(2, 0);
    await newDeployment(person.call, clusterId);
    await apply("by-kubectl");
    expect(await refusalOf(apply("one-more"))).to.match(/^403 .*exceeded quota: berth-limits, /);
    // The mirror has not told Postgres of kubectl's: it is the API server that refuses.
    for (const query of ["", "?dry_run=true"]) {
      const full = await create("third", query);
      expect([full.status, full.body["code"], full.body["detail"]], full.text).to.deep.equal([
        409,
        "quota_exceeded",
        `The organization may have 2 ${SENTENCE}`,
      ]);
    }
    const { rows } = await gateway.services.pool.query(
      "SELECT 1 FROM audit_entries WHERE organization_id = $1 AND outcome = 'attempted'",
      [person.organizationId],
    );
    expect(rows, "nothing is open").to.deep.equal([]);
    await limit(3, 2);
    expect((await create("third")).status, "its name is free").to.equal(201);
  });

  it("hold for both doors at once: as many as there may be, and each refusal is one", async () => {
    await limit(4, 0);
    const [byRest, byKubectl] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, (_, index) => create(`rest-${index}`))),
      Promise.all(Array.from({ length: 5 }, (_, index) => refusalOf(apply(`kubectl-${index}`)))),
    ]);
    const { items } = await gateway.kube.list(DEPLOYMENTS, { namespace: organizationNamespace(person.slug) });
    expect(items).to.have.length(4);
    const made =
      byRest.filter(({ status }) => status === 201).length + byKubectl.filter((said) => said === "made").length;
    expect(made).to.equal(4);
    for (const { status, body, text } of byRest)
      if (status !== 201)
        expect([status, body["detail"]], text).to.deep.equal([409, `The organization may have 4 ${SENTENCE}`]);
    for (const said of byKubectl) if (said !== "made") expect(said).to.match(/^403 .*exceeded quota: berth-limits, /);
  });

  it("are counted anew where Kubernetes had not known what to count, and keep REST waiting until then", async () => {
    const ref = { namespace: organizationNamespace(person.slug), name: LIMITS_NAME };
    const body = { status: { used: { [COUNTED]: null } } };
    await gateway.kube.patch(RESOURCE_QUOTAS, ref, { kind: "merge", body }, { ...USER, subresource: "status" });
    await eventually(async () => expect(await refusalOf(apply("early"))).to.contain("status unknown for quota"));
    expect((await create("early")).body["code"]).to.equal("kubernetes_unavailable");
    await mendLimits(gateway.services);
    await counted({ deployments: "0" }, { deployments: "50" });
    await eventually(async () => expect((await create("late")).status).to.equal(201));
  });

  it("let what is there live when it is more than there may be, and give its place back when it goes", async () => {
    const kept = await newDeployment(person.call, clusterId, { name: "kept" });
    const going = await newDeployment(person.call, clusterId, { name: "going" });
    await limit(1, 2);
    const changed = await person.call("PATCH", `/deployments/${kept.id}`, { docker_image: "a:2" });
    expect(changed.status, changed.text).to.equal(200);
    const { items } = await gateway.kube.list(DEPLOYMENTS, { labelSelector: `${LABELS.id}=${kept.id}` });
    const { name = "", namespace = "" } = items[0]?.metadata ?? {};
    await gateway.kube.patch(
      DEPLOYMENTS,
      { namespace, name },
      { kind: "merge", body: { spec: { dockerImage: "a:3" } } },
      USER,
    );
    expect(await refusalOf(apply("new"))).to.contain(`used: ${COUNTED}=2, limited: ${COUNTED}=1`);
    for (const one of [going, kept]) {
      expect((await create("new")).body["code"]).to.equal("quota_exceeded");
      await person.call("DELETE", `/deployments/${one.id}`);
      await gateway.finish("Deployment", one.id);
    }
    await counted({ deployments: "0" });
    expect((await create("new")).status).to.equal(201);
  });
});
