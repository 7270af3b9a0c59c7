import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { NAMESPACES, WORKLOADS } from "../../adapters/kubernetes/resource-types.ts";
import type { FoundWorkload } from "../../contract/rest/cluster-workloads.ts";
import type { WorkloadImportResponse } from "../../contract/rest/workload-imports.ts";
import { newAccount, type Account } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { newImportedCluster } from "./imported-cluster.ts";

type Answered = Readonly<{ workloads: FoundWorkload[]; complete: boolean }>;

describe("what was found on a cluster", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let account: Account;
  let clusterId: string;
  const namespace = `live-${randomBytes(4).toString("hex")}`;
  const find = async (query = `?namespace=${namespace}`): Promise<Answered> => {
    const answer = await account.call<Answered>("GET", `/clusters/${clusterId}/workloads${query}`);
    expect(answer.status, answer.text).to.equal(200);
    return answer.body;
  };

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
    clusterId = await newImportedCluster(gateway, account);
    await gateway.kube.create(NAMESPACES, { metadata: { name: namespace } }, { fieldManager: "test" });
    const labels = { app: "web" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "shop:1" }] } };
    const spec = { selector: { matchLabels: labels }, template };
    const object = { metadata: { name: "web", namespace }, spec };
    await gateway.kube.create(WORKLOADS, object, { fieldManager: "test" });
  });
  after(() => gateway.stop());

  it("is told with an import of each, which is accepted as it is, and then as what it was imported", async () => {
    const { workloads, complete } = await find();
    expect(complete).to.equal(true);
    expect(workloads.map(({ kind, name, obstacle }) => [kind, name, obstacle])).to.deep.equal([
      ["Deployment", "web", null],
    ]);
    const made = await account.call<WorkloadImportResponse>("POST", `/deployments/import?cluster_id=${clusterId}`, {
      workloads: [workloads[0]?.import_item],
    });
    expect([made.status, made.body.failed], made.text).to.deep.equal([201, []]);
    expect((await find()).workloads[0]?.deployment_id).to.equal(made.body.imported[0]?.id);
    expect((await find("")).workloads.map(({ name }) => name)).to.include("web");
  });

  it("is for those of the cluster's organization, and by a namespace that can be one", async () => {
    const stranger = await newAccount(gateway.url);
    expect((await stranger.call("GET", `/clusters/${clusterId}/workloads`)).status).to.equal(404);
    const wrong = await account.call("GET", `/clusters/${clusterId}/workloads?namespace=..%2F..%2Fsecrets`);
    expect(wrong.status).to.equal(422);
  });
});
