import { join } from "node:path";
import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import {
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  CLUSTERS,
  CONFIG_MAPS,
  NAMESPACES,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { SECRET_ANNOTATIONS } from "../../contract/identity.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { startCustomerCluster, type CustomerCluster } from "../support/customer-cluster.ts";
import { kubeconfigOf, type ClusterAccess } from "../support/customer-kubeconfig.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { eventually } from "../support/eventually.ts";
import { dumpFolder, dumpObjects, dumpPostgres, findCanaries } from "../support/find-canaries.ts";
import { startPlatform, type Platform } from "../support/platform.ts";
import { untilGone, untilRunning } from "../support/story.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";

type Cluster = Readonly<{ id: string; status: string; name: string; [member: string]: unknown }>;

const OWN = "customer-own";

/** A cluster that its customer made at the provider, without the platform, comes in and goes out again. */
describe("the story of an import: a customer's cluster comes in, carries a deployment, and is let go", function () {
  this.timeout(900_000);
  stopAtFailure(this);
  let platform: Platform;
  let berth: BerthClient;
  let customer: CustomerCluster;
  let access: ClusterAccess;
  let tenant: KubeClient;
  let cluster: Cluster;

  before(async () => {
    platform = await startPlatform();
    berth = await registerAccount(platform.url);
    customer = await startCustomerCluster(platform, OWN);
    ({ access, tenant } = customer);
    const own = { metadata: { name: "customers-own", namespace: "default" }, data: { is: "kept" } };
    await eventually(() => tenant.create(CONFIG_MAPS, own, { fieldManager: "customer" }));
  });
  after(async () => {
    await (customer as CustomerCluster | undefined)?.stop();
  });

  const importIt = (members: object, query = ""): Promise<{ status: number; body: Cluster }> =>
    berth.call<Cluster>("POST", `/clusters/import${query}`, {
      name: "own",
      provider: "local",
      region: "local-1",
      acknowledge_bundle_install: true,
      ...members,
    });

  it("registers it with an account of the platform's own", async () => {
    const created = await importIt({ kubeconfig: kubeconfigOf(access) }, "?wait=300");
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    cluster = created.body;
    expect(cluster, JSON.stringify(cluster)).to.include({
      status: "running",
      tier: "dedicated",
      is_imported: true,
      is_autopilot: false,
      endpoint: access.server,
      node_count: 1,
    });
    expect(await tenant.get(CLUSTER_ROLE_BINDINGS, { name: "berth-delivery" })).to.not.equal(undefined);
  });

  it("throws the given credential away, and leaves it nowhere", async () => {
    await eventually(async () => {
      const { items } = await platform.management.list(SECRETS);
      const names = items.map(({ metadata }) => metadata.annotations?.[SECRET_ANNOTATIONS.name] ?? "");
      expect(names.filter((name) => name.startsWith("cluster-import."))).to.deep.equal([]);
    });
    const repository = new DeliveryRepository(platform.stack);
    repository.fetch();
    const secrets = JSON.stringify((await platform.management.list(SECRETS)).items);
    const git = repository.git("log", "-p", "--all");
    repository.remove();
    const places = [
      { name: "Git", text: git },
      { name: "Secrets", text: secrets },
      ...(await dumpPostgres(platform.stack.connection.postgres_url)),
      ...(await dumpObjects("management", platform.management)),
      ...dumpFolder(join(platform.homeDir, "logs")),
    ];
    expect(git).to.contain(cluster.id);
    expect(findCanaries(places, { "the given token": access.token })).to.deep.equal([]);
    const planted = [{ name: "planted", text: Buffer.from(JSON.stringify(access)).toString("base64") }];
    expect(findCanaries(planted, { token: access.token })).to.deep.equal(["token in planted"]);
  });

  it("is not imported twice, by credential either", async () => {
    const credential = await berth.call<{ id: string }>("POST", "/cloud-credentials", {
      name: "own account",
      provider: "local",
      token: platform.stack.cloud.token,
    });
    expect(credential.status).to.equal(201);
    const again = await importIt({
      name: "again",
      cloud_credential_id: credential.body.id,
      provider_cluster_id: OWN,
    });
    expect([again.status, again.body["code"]]).to.deep.equal([409, "already_registered"]);
    const none = await importIt({ name: "none", cloud_credential_id: credential.body.id, provider_cluster_id: "none" });
    expect([none.status, JSON.stringify(none.body)]).to.satisfy(
      ([status, text]: [number, string]) => status === 422 && text.includes("provider_cluster_id"),
    );
  });

  it("carries a deployment", async () => {
    const created = await berth.call<{ id: string; namespace: string }>("POST", "/deployments", {
      name: "shop",
      cluster_id: cluster.id,
      app_type: "container",
      docker_image: "nginx:1.29",
      cpu_request: 0.01,
      memory_request_mb: 16,
    });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    await untilRunning(berth, created.body.id);
    const held = await berth.call("DELETE", `/clusters/${cluster.id}`);
    expect([held.status, held.body["code"]]).to.deep.equal([409, "cluster_in_use"]);
    await berth.call("DELETE", `/deployments/${created.body.id}`);
    await untilGone(berth, created.body.id);
  });

  it("is let go: what is ours is gone from it, what is its customer's is not", async () => {
    const deleted = await berth.call("DELETE", `/clusters/${cluster.id}`);
    expect(deleted.status).to.equal(200);
    await eventually(async () => {
      expect((await berth.call("GET", `/clusters/${cluster.id}`)).status).to.equal(404);
    }, 300_000);
    const { items } = await platform.management.list(CLUSTERS);
    expect(items.map(({ metadata }) => metadata.name)).to.not.include("own");
    const bindings = await tenant.list(CLUSTER_ROLE_BINDINGS);
    const roles = await tenant.list(CLUSTER_ROLES);
    expect(roles.items.map(({ metadata }) => metadata.name).filter((name) => name.startsWith("berth"))).to.deep.equal(
      [],
    );
    expect(
      bindings.items.map(({ metadata }) => metadata.name).filter((name) => name.startsWith("berth")),
    ).to.deep.equal([]);
    await eventually(async () => expect(await tenant.get(NAMESPACES, { name: "berth-system" })).to.equal(undefined));
    expect(await tenant.get(CONFIG_MAPS, { namespace: "default", name: "customers-own" })).to.not.equal(undefined);
    expect((await customer.cloud.getCluster(OWN))?.state).to.equal("running");
  });
});
