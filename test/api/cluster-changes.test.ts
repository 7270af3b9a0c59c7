import { expect } from "chai";
import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { newAccount, newCluster, type Account, type Answer, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { withHetzner } from "./with-hetzner.ts";

type Spec = Readonly<Record<string, unknown>>;

describe("changes of clusters", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let call: Client;

  before(async () => {
    gateway = await startTestGateway({ env: { BERTH_FREE_PROVIDERS: "local,hetzner" }, replace: withHetzner });
    account = await newAccount(gateway.url);
    ({ call } = account);
  });
  after(() => gateway.stop());

  async function objectOf(id: string): Promise<KubeObject> {
    const { items } = await gateway.kube.list(CLUSTERS, { labelSelector: `hosting.berth.dev/id=${id}` });
    const [object] = items;
    if (object === undefined) throw new Error(`There is no cluster ${id}`);
    return object;
  }

  async function specOf(id: string): Promise<Spec> {
    return (await objectOf(id))["spec"] as Spec;
  }

  async function setStatus(id: string, status: object): Promise<void> {
    const { metadata } = await objectOf(id);
    const body = { status: { observedGeneration: metadata.generation, ...status } };
    const options = { fieldManager: "test", subresource: "status" };
    await gateway.kube.patch(CLUSTERS, metadata, { kind: "merge", body }, options);
  }

  const dedicated = (): Promise<string> => newCluster(call, { tier: "dedicated", node_count: 2, server_type: "small" });
  const BOUNDS = { autoscaling_enabled: true, min_nodes: 2, max_nodes: 4 };

  it("sets autoscaling, and nothing else", async () => {
    const id = await dedicated();
    const before = await specOf(id);
    const { status, body } = await call("PATCH", `/clusters/${id}/autoscaling`, BOUNDS);
    expect([status, body["autoscaling_enabled"], body["min_nodes"], body["max_nodes"]]).to.deep.equal([
      200,
      true,
      2,
      4,
    ]);
    expect(await specOf(id)).to.deep.equal({ ...before, autoscalingEnabled: true, minNodes: 2, maxNodes: 4 });
    const planned = await call("PATCH", `/clusters/${id}/autoscaling?dry_run=true`, { ...BOUNDS, max_nodes: 9 });
    expect([planned.body["max_nodes"], (await specOf(id))["maxNodes"]]).to.deep.equal([9, 4]);
  });

  it("changes the server type to one that the provider has, and warns of what moves", async () => {
    const id = await dedicated();
    const unknown = await call("PATCH", `/clusters/${id}/server-type`, { server_type: "enormous" });
    expect([unknown.status, unknown.text]).to.satisfy(
      ([code, text]: [number, string]) => code === 422 && text.includes("no such server type"),
    );
    const planned = await call<{ plan: { warnings: string[] } }>("PATCH", `/clusters/${id}/server-type?dry_run=true`, {
      server_type: "medium",
    });
    expect(planned.body.plan.warnings.join()).to.contain("Every pod moves");
    expect((await call("PATCH", `/clusters/${id}/server-type`, { server_type: "medium" })).status).to.equal(200);
    expect((await specOf(id))["serverType"]).to.equal("medium");
  });

  it("refuses what was meant for another version before it looks at the values", async () => {
    const [own, spread] = [
      await dedicated(),
      await newCluster(call, { tier: "production", provider: "hetzner", region: "fsn1" }),
    ];
    for (const [path, body] of [
      [`${own}/server-type`, { server_type: "enormous" }],
      [`${spread}/region-locations`, { region_locations: ["ash"] }],
    ] as const) {
      const refused = await call("PATCH", `/clusters/${path}`, body, { "if-match": '"999.x"' });
      expect([refused.status, refused.body["code"]], path).to.deep.equal([412, "precondition_failed"]);
    }
  });

  it("refuses what is not the platform's to change", async () => {
    const shared = await newCluster(call);
    for (const [path, body] of [
      ["autoscaling", BOUNDS],
      ["server-type", { server_type: "medium" }],
      ["region-locations", { region_locations: ["fsn1"] }],
    ] as const) {
      const refused = await call("PATCH", `/clusters/${shared}/${path}`, body);
      expect([refused.status, refused.body["code"]], path).to.deep.equal([409, "managed_on_host"]);
    }
  });

  it("makes no database on a shared cluster of a real provider, and says where one can be", async () => {
    const body = { name: "orders", engine: "postgresql" };
    const shared = await newCluster(call, { provider: "hetzner", region: "fsn1" });
    for (const path of ["/databases", "/databases?dry_run=true"]) {
      const refused = await call<{ detail: string }>("POST", path, { ...body, cluster_id: shared });
      expect([refused.status, refused.body.detail]).to.deep.equal([
        409,
        "Shared clusters of a real provider run no databases; use a dedicated, a production or an imported cluster.",
      ]);
    }
    for (const cluster_id of [await newCluster(call), await dedicated()])
      expect((await call("POST", "/databases", { ...body, cluster_id })).status).to.equal(201);
  });

  it("spreads production clusters at hetzner over its locations in eu-central, and no others", async () => {
    const own = await newCluster(call, { tier: "production", provider: "hetzner", region: "fsn1" });
    const change = (id: string, ...locations: string[]): Promise<Answer> =>
      call("PATCH", `/clusters/${id}/region-locations`, { region_locations: locations });
    const { status, body } = await change(own, "fsn1", "nbg1");
    expect([status, body["region_locations"], body["multi_region"]]).to.deep.equal([200, ["fsn1", "nbg1"], true]);
    expect(await specOf(own)).to.deep.include({ regionLocations: ["fsn1", "nbg1"], multiRegion: true });
    expect((await change(own, "nbg1")).body["multi_region"]).to.equal(false);
    const abroad = await change(own, "fsn1", "ash");
    expect([abroad.status, abroad.text]).to.satisfy(
      ([code, text]: [number, string]) => code === 422 && text.includes("possible: fsn1, nbg1"),
    );
    for (const locations of [["fsn1", "fsn1"], [], ["fsn1", "nbg1", "hel1", "ash"]])
      expect((await change(own, ...locations)).status, locations.join()).to.equal(422);
    const elsewhere = await change(await newCluster(call, { tier: "production" }), "fsn1");
    expect([elsewhere.status, elsewhere.body["code"]]).to.deep.equal([409, "conflict"]);
  });

  it("resumes a change of the server type only when it has stopped, once per key", async () => {
    const id = await dedicated();
    const path = `/clusters/${id}/server-type/retry`;
    expect((await call("POST", path)).body["code"]).to.equal("conflict");
    const rollover = {
      serverType: "medium",
      attempt: 0,
      step: "DrainOne",
      since: new Date().toISOString(),
      node: "n",
      incomplete: true,
    };
    await setStatus(id, { phase: "degraded", rollover });
    const planned = await call("POST", `${path}?dry_run=true`);
    expect(planned.status, planned.text).to.equal(200);
    expect(planned.body).to.have.property("plan");
    expect(await specOf(id)).to.not.have.property("serverTypeAttempt");
    const key = { "idempotency-key": "again" };
    const answers = await Promise.all([call("POST", path, undefined, key), call("POST", path, undefined, key)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).to.not.be.empty;
    expect((await call("POST", path, undefined, key)).status).to.equal(200);
    expect((await specOf(id))["serverTypeAttempt"]).to.equal(1);
  });

  it("retries a cluster in error, in a region that there is", async () => {
    const id = await dedicated();
    const retry = (body: object): Promise<Answer> => call("POST", `/clusters/${id}/retry`, body);
    const early = await retry({ region: "local-2" });
    expect([early.status, early.body["code"]]).to.deep.equal([409, "not_in_error"]);
    await setStatus(id, { phase: "error" });
    expect((await retry({ region: "mars" })).status).to.equal(422);
    expect((await retry({ region: "local-2" })).text).to.contain("not available now");
    expect((await retry({ region: "local-3", server_type: "enormous" })).status).to.equal(422);
    const planned = await call<{ region: string; plan: { warnings: string[] } }>(
      "POST",
      `/clusters/${id}/retry?dry_run=true`,
      { region: "local-3" },
    );
    expect([planned.status, planned.body.region, (await specOf(id))["region"]]).to.deep.equal([
      200,
      "local-3",
      "local-1",
    ]);
    expect(planned.body.plan.warnings.join()).to.contain("failed attempt");
    const retried = await retry({ region: "local-3", server_type: "medium" });
    expect([retried.status, retried.body["region"]]).to.deep.equal([200, "local-3"]);
    const { region, serverType, retryAttempt } = await specOf(id);
    expect([region, serverType, retryAttempt]).to.deep.equal(["local-3", "medium", 1]);
  });
});
