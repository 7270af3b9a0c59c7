import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import { newAccount, newCluster, newDeployment, type Account, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

type Body = Record<string, unknown>;
type Made = Body & { id: string; plan?: { warnings: string[]; monthly_cost: unknown } };
type Listed = { previews: Made[] };

describe("previews of deployments", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;
  let clusterId: string;
  let source: Body & { id: string };

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
    ({ call } = account);
    clusterId = await newCluster(call, { tier: "dedicated" });
    source = await newDeployment(call, clusterId, {
      name: "shop",
      replicas: 1,
      storage_size_gb: 10,
      config: { colour: "red" },
      custom_domain: "shop.example.org",
      release_command: ["./migrate"],
      environment_variables: [
        { name: "A", value: "b" },
        { name: "URL", value: "https://shop" },
      ],
    });
  });
  after(() => gateway.stop());

  const preview = (id: string, body: Body, query = "", by = call): Promise<Answer<Made>> =>
    by<Made>("POST", `/deployments/${id}/previews${query}`, { image: "nginx:2", ttl: 3_600, ...body });

  it("are the source with another image, as small as can be, until their time", async () => {
    const variables = [{ name: "URL", value: "https://preview" }];
    const from = Date.now();
    const planned = await preview(source.id, { name: "pr-1", environment_variables: variables }, "?dry_run=true");
    expect(planned.status, planned.text).to.equal(200);
    expect(planned.body.plan?.warnings).to.include("Its volumes begin empty, and go with it.");
    expect(planned.body.plan).to.have.property("monthly_cost");
    const { status, body, text } = await preview(source.id, { name: "pr-1", environment_variables: variables });
    expect(status, text).to.equal(201);
    expect(body).to.deep.include({
      name: "pr-1",
      docker_image: "nginx:2",
      preview_of: source.id,
      promoted_from: null,
      status: "pending",
      cluster_id: clusterId,
      replicas: 1,
      config: { colour: "red" },
      custom_domain: null,
      release_command: null,
      storage_size_gb: 10,
    });
    expect((body["environment_variables"] as Body[]).map(({ value }) => value)).to.deep.equal(["b", "https://preview"]);
    expect(Date.parse(String(body["expires_at"])) - from).to.be.within(3_600_000, 3_700_000);
    const listed = (await call<Listed>("GET", `/deployments/${source.id}/previews`)).body.previews;
    expect(listed.map(({ id }) => id)).to.deep.equal([body.id]);
    const extended = await call<Made>("POST", `/deployments/${body.id}/extend`, { ttl: 7_200 });
    expect(extended.status, extended.text).to.equal(200);
    expect(Date.parse(String(extended.body["expires_at"])) - from).to.be.within(7_200_000, 7_300_000);
    expect((await call("DELETE", `/deployments/${body.id}`)).status).to.be.oneOf([200, 202, 204]);
  });

  it("have one pod, whatever their source scales to", async () => {
    const config = { autoscaling: { enabled: true, min_replicas: 2, max_replicas: 9 }, colour: "red" };
    const elastic = await newDeployment(call, clusterId, { name: "elastic", config });
    const { status, body, text } = await preview(elastic.id, { name: "one-pod" });
    expect(status, text).to.equal(201);
    expect(body).to.deep.include({ replicas: 1, config: { colour: "red" } });
  });

  it("are refused a time that is none, a name that is taken, a database, and a preview of a preview", async () => {
    const made = (await preview(source.id, { name: "pr-2" })).body;
    const job = await newDeployment(call, clusterId, { name: "tasks", app_type: "job", replicas: null });
    const refusals: [string, Body, number][] = [
      [source.id, { name: "bad", ttl: 0 }, 422],
      [source.id, { name: "bad", ttl: -1 }, 422],
      [source.id, { name: "bad", ttl: 2_592_001 }, 422],
      [source.id, { name: "bad", ttl: Number.MAX_SAFE_INTEGER }, 422],
      [source.id, { name: "bad", image: null }, 422],
      [source.id, { name: "bad", image: "nginx:2; rm -rf" }, 422],
      [source.id, { name: "bad", database: "copy" }, 422],
      [source.id, { name: "bad", database: "none", database_id: source.id }, 422],
      [source.id, { name: "bad", database: "other", database_id: source.id }, 422],
      [source.id, { name: "pr-2" }, 409],
      [source.id, { name: "shop" }, 409],
      [made.id, { name: "bad" }, 409],
      [job.id, { name: "bad" }, 409],
    ];
    for (const [id, body, status] of refusals)
      expect((await preview(id, body)).status, JSON.stringify(body)).to.equal(status);
    expect((await call("POST", `/deployments/${source.id}/extend`, { ttl: 3_600 })).status).to.equal(409);
    const patched = await call("PATCH", `/deployments/${made.id}`, { expires_at: "2999-01-01T00:00:00Z" });
    expect(patched.status, "its end is no member that is changed").to.equal(422);
  });

  it("of another tenant's deployment do not exist", async () => {
    const { call: stranger } = await newAccount(gateway.url);
    const made = (await preview(source.id, { name: "pr-3" })).body;
    expect((await preview(source.id, { name: "stolen" }, "", stranger)).status).to.equal(404);
    expect((await stranger("GET", `/deployments/${source.id}/previews`)).status).to.equal(404);
    expect((await stranger("POST", `/deployments/${made.id}/extend`, { ttl: 60 })).status).to.equal(404);
  });

  it("are as many at a time as the organization may have, also when all are asked for at once", async () => {
    await gateway.services.pool.query("UPDATE organizations SET quotas = $1 WHERE id = $2", [
      { previews: 5 },
      source["organization_id"],
    ]);
    const count = async (): Promise<number> =>
      (await call<Listed>("GET", `/deployments/${source.id}/previews`)).body.previews.filter(
        ({ status }) => status !== "deleting",
      ).length;
    const answers = await Promise.all([..."abcdefgh"].map((letter) => preview(source.id, { name: `pr-${letter}` })));
    const refused = answers.filter(({ status }) => status === 409);
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([201, 409]));
    expect(refused[0]?.body["message"] ?? refused[0]?.text).to.contain("5 previews");
    expect(await count()).to.be.at.most(5);
    expect((await preview(source.id, { name: "one-more" }, "?dry_run=true")).status).to.equal(409);
    const other = await newDeployment(call, clusterId, { name: "no-preview" });
    expect(other["preview_of"], "deployments have a quota of their own").to.equal(null);
  });

  it("keep what they are across a promotion's and a rollback's borders", async () => {
    const { items } = await gateway.kube.list(DEPLOYMENTS, {});
    const made = items.find(
      (item) =>
        item.metadata.deletionTimestamp === undefined &&
        ((item["spec"] as Body)["preview"] as Body | undefined)?.["sourceId"] === source.id,
    );
    const target = await newCluster(call, { tier: "dedicated" });
    const id = made?.metadata.labels?.["hosting.berth.dev/id"] ?? "";
    const promoted = await call<Body>("POST", `/deployments/${id}/promote`, { target_cluster_id: target });
    expect(promoted.status, promoted.text).to.equal(201);
    const there = (await call("GET", `/deployments/${String(promoted.body["new_deployment_id"])}`)).body;
    expect([there["preview_of"], there["expires_at"]]).to.deep.equal([null, null]);
  });
});
