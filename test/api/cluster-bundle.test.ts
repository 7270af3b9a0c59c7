import { expect } from "chai";
import { CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { ClusterBundleResponse } from "../../contract/rest/cluster-bundle.ts";
import { newAccount, newCluster, type Account, type Client } from "./client.ts";
import { startTestGateway, type TestGateway } from "./gateway.ts";
import { newImportedCluster } from "./imported-cluster.ts";

describe("the component bundle of a cluster", function () {
  this.timeout(300_000);
  let gateway: TestGateway;
  let call: Client;
  let account: Account;
  let id: string;

  before(async () => {
    gateway = await startTestGateway();
    account = await newAccount(gateway.url);
    ({ call } = account);
    id = await newCluster(call, { routing: "ingress" });
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

  it("has a Gateway of a new cluster's own, and nothing of an Ingress, unless somebody asks for it", async () => {
    const { body } = await call<ClusterBundleResponse>("GET", `/clusters/${await newCluster(call)}/bundle`);
    expect(body.components.map(({ component }) => component)).to.deep.equal(["gateway", "priority-classes"]);
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
    const changed = await call("PATCH", `/clusters/${id}/component-bundle`, { version: "stable", routing: null });
    expect([changed.status, changed.body["component_bundle_version"], changed.body["status"]]).to.deep.equal([
      200,
      "stable",
      "updating",
    ]);
    expect((await objectOf())["spec"]).to.deep.equal({ ...before, componentBundleVersion: "stable" });
    const { version, components } = await show();
    expect([version, components[0]?.wanted_version]).to.deep.equal(["stable", "1.0.0"]);
  });

  it("of an imported cluster lets go of what is named its own, brings what no longer is, and a dry run says which", async () => {
    const imported = await newImportedCluster(gateway, account);
    const path = `/clusters/${imported}/component-bundle`;
    type Planned = Readonly<{ own_components: string[] | null; plan: Readonly<{ warnings: readonly string[] }> }>;
    const plan = async (own: readonly string[]): Promise<readonly string[]> => {
      const { status, body } = await call<Planned>("PATCH", `${path}?dry_run=true`, { own_components: own });
      expect([status, body.own_components]).to.deep.equal([200, own]);
      return body.plan.warnings;
    };
    const skipped = async (): Promise<string[]> => {
      const { body } = await call<ClusterBundleResponse>("GET", `/clusters/${imported}/bundle`);
      return body.components.filter((one) => one.skipped).map(({ component }) => component);
    };
    // Who said nothing has metrics of their own, as most have.
    expect(await plan(["metrics-server"])).to.deep.equal([]);
    const none = await call<Planned>("PATCH", `${path}?dry_run=true`, { own_components: null });
    expect([none.status, none.body.own_components, none.body.plan.warnings.length]).to.deep.equal([200, [], 1]);
    expect(await plan([])).to.deep.equal([
      "The bundle brings metrics-server: whatever the cluster still has of it under the same names is overwritten, so remove that first.",
    ]);
    const own = ["cert-manager", "metrics-server"];
    expect(await plan(own)).to.deep.equal([
      "The bundle lets go of cert-manager: what it made there stays and is the cluster's own, and newer versions of it come from nobody here.",
    ]);
    expect(await skipped()).to.deep.equal([]);
    expect((await call("PATCH", path, { own_components: own })).status).to.equal(200);
    expect(await skipped()).to.deep.equal(own);
    expect(await plan(["metrics-server", "velero"])).to.have.length(2);
    expect((await call("PATCH", path, { own_components: ["velero", "velero"] })).status).to.equal(422);
    expect((await call("PATCH", path, { own_components: ["gateway"] })).status).to.equal(422);
    const refused = await call<{ detail: unknown }>("PATCH", `/clusters/${id}/component-bundle`, {
      own_components: own,
    });
    expect([refused.status, JSON.stringify(refused.body)]).to.satisfy(
      ([status, text]: [number, string]) => status === 422 && text.includes("imported clusters alone"),
    );
  });

  it("follows no channel that there is not", async () => {
    for (const body of [{ version: "edge" }, { version: null }, {}]) {
      expect((await call("PATCH", `/clusters/${id}/component-bundle`, body)).status, JSON.stringify(body)).to.equal(
        422,
      );
    }
  });
});
