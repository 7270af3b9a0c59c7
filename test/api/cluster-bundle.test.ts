import { expect } from "chai";
import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { ClusterBundleResponse } from "../../contract/rest/cluster-bundle.ts";
import { newAccount, newCluster, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";

describe("the component bundle of a cluster", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let call: Client;
  let id: string;

  before(async () => {
    gateway = await startTestGateway();
    ({ call } = await newAccount(gateway.url));
    id = await newCluster(call);
  });
  after(() => gateway.stop());

  const objectOf = async (): Promise<KubeObject> => {
    const { items } = await gateway.kube.list(CLUSTERS, { labelSelector: `hosting.berth.dev/id=${id}` });
    const [object] = items;
    if (object === undefined) throw new Error(`There is no cluster ${id}`);
    return object;
  };
  const show = async (): Promise<ClusterBundleResponse> =>
    (await call<ClusterBundleResponse>("GET", `/clusters/${id}/bundle`)).body;
  const report = async (bundle: readonly object[], reason: string, message: string): Promise<void> => {
    const { metadata } = await objectOf();
    const condition = {
      type: "BundleApplied",
      status: "False",
      reason,
      message,
      lastTransitionTime: new Date().toISOString(),
    };
    const body = {
      status: { observedGeneration: metadata.generation, phase: "running", bundle, conditions: [condition] },
    };
    await gateway.kube.patch(
      CLUSTERS,
      metadata,
      { kind: "merge", body },
      { fieldManager: "test", subresource: "status" },
    );
    await gateway.mirror("Cluster", id);
  };

  it("is what the channel has, before anything was found", async () => {
    const { version, applied, components } = await show();
    expect([version, applied]).to.deep.equal(["latest", false]);
    expect(components.map((one) => [one.component, one.wanted_version, one.found_version])).to.deep.equal([
      ["ingress-class", "1.1.0", null],
      ["priority-classes", "1.0.0", null],
    ]);
  });

  it("is shown beside what was found, and says what is wrong", async () => {
    const found = {
      component: "ingress-class",
      version: "1.0.0",
      sync: "OutOfSync",
      health: "Healthy",
      message: "no such chart",
    };
    const other = { component: "priority-classes", version: "1.0.0", sync: "Synced", health: "Healthy" };
    await report(
      [found, other, { component: "gone", version: "1.0.0" }],
      "ComponentFailed",
      "ingress-class: no such chart",
    );
    const { components, ...rest } = await show();
    expect(rest).to.include({
      applied: false,
      status_reason: "ComponentFailed",
      message: "ingress-class: no such chart",
    });
    expect(components[0]).to.include({
      wanted_version: "1.1.0",
      found_version: "1.0.0",
      sync: "OutOfSync",
      applied: false,
      message: "no such chart",
    });
    expect(components[1]).to.include({ applied: true, skipped: false, message: null });
    expect(components).to.have.length(2);
  });

  it("shows no member of it in the cluster itself", async () => {
    expect((await call("GET", `/clusters/${id}`)).body).to.not.have.any.keys("bundle", "detail");
  });

  it("changes with the channel, and nothing else does", async () => {
    const before = (await objectOf())["spec"] as object;
    const planned = await call("PATCH", `/clusters/${id}/component-bundle?dry_run=true`, { version: "stable" });
    expect([planned.status, planned.body["component_bundle_version"], (await show()).version]).to.deep.equal([
      200,
      "stable",
      "latest",
    ]);
    const changed = await call("PATCH", `/clusters/${id}/component-bundle`, { version: "stable" });
    expect([changed.status, changed.body["component_bundle_version"], changed.body["status"]]).to.deep.equal([
      200,
      "stable",
      "updating",
    ]);
    expect((await objectOf())["spec"]).to.deep.equal({ ...before, componentBundleVersion: "stable" });
    const { version, components } = await show();
    expect([version, components[0]?.wanted_version]).to.deep.equal(["stable", "1.0.0"]);
  });

  it("follows no channel that there is not", async () => {
    for (const body of [{ version: "edge" }, { version: null }, {}]) {
      expect((await call("PATCH", `/clusters/${id}/component-bundle`, body)).status, JSON.stringify(body)).to.equal(
        422,
      );
    }
  });
});
