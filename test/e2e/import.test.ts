import { join } from "node:path";
import { expect } from "chai";
import type { KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import {
  APPLICATIONS,
  CLUSTER_ROLE_BINDINGS,
  CLUSTER_ROLES,
  CLUSTERS,
  CONFIG_MAPS,
  CUSTOM_RESOURCE_DEFINITIONS,
  NAMESPACES,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { LABELS, SECRET_ANNOTATIONS } from "../../contract/identity.ts";
import { OWN_COMPONENTS } from "../../contract/resources/own-components.ts";
import type { PreflightImportResponse } from "../../contract/rest/cluster-imports.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { startCustomerCluster, type CustomerCluster } from "../support/customer-cluster.ts";
import { kubeconfigOf, type ClusterAccess } from "../support/customer-kubeconfig.ts";
import { DeliveryRepository } from "../support/delivery-repository.ts";
import { eventually } from "../support/eventually.ts";
import { dumpFolder, dumpObjects, dumpPostgres, findCanaries } from "../support/find-canaries.ts";
import { CERT_MANAGER_PARTS, plantCertManager } from "../support/own-cert-manager.ts";
import { startPlatform, type Platform } from "../support/platform.ts";
import { untilGone, untilRunning } from "../support/story.ts";
import { stopAtFailure } from "../support/stop-at-failure.ts";
import { WORKLOADS } from "../support/workloads.ts";

type Cluster = Readonly<{ id: string; status: string; name: string; [member: string]: unknown }>;

const OWN = "customer-own";
const codesOf = ({ findings }: PreflightImportResponse): readonly string[] => findings.map(({ code }) => code);
/** What of the bundle a cluster of the simulated cloud has, and what its customer put there. */
const OWN_OF_ITS = ["cert-manager", "metrics-server"];
/** When Argo CD's set tries again to write an Application that it could not, such as one that it had not seen go yet. */
const SET_TRIES_AGAIN_MS = 180_000;
type Planned = Readonly<{ plan: Readonly<{ warnings: readonly string[] }> }>;

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
    await plantCertManager(tenant);
    await plantEnvoyGatewayKinds(tenant);
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

  const handleOf = async (): Promise<string> => {
    const labelSelector = `${LABELS.id}=${cluster.id}`;
    const [found] = (await platform.management.list(CLUSTERS, { labelSelector })).items;
    return (found?.["status"] as Readonly<{ handle: string }>).handle;
  };
  /** The components that Argo CD has Applications of for the cluster. */
  const brought = async (): Promise<readonly string[]> => {
    const labelSelector = `${LABELS.clusterHandle}=${await handleOf()},${LABELS.component}`;
    const { items } = await platform.management.list(APPLICATIONS, { namespace: "argocd", labelSelector });
    return items.map(({ metadata }) => metadata.labels?.[LABELS.component] ?? "").sort();
  };
  const untilBrought = (components: readonly string[]): Promise<unknown> =>
    eventually(async () => expect(await brought()).to.deep.equal(components), SET_TRIES_AGAIN_MS + 60_000);
  const BY_INGRESS = ["certificate-issuer", ...OWN_COMPONENTS.filter((component) => component !== "envoy-gateway")];
  const ALL = [...BY_INGRESS].sort();
  const without = (...own: readonly string[]): readonly string[] => ALL.filter((component) => !own.includes(component));
  /** The customer's own cert-manager as it runs: neither stopped, nor taken over, nor changed. */
  const theirs = (): Promise<readonly unknown[]> =>
    Promise.all(
      CERT_MANAGER_PARTS.map(async (ref) => {
        const found = await tenant.get(WORKLOADS, ref);
        const { uid, generation, annotations = {} } = found?.metadata ?? {};
        return [uid, generation, Object.keys(annotations).filter((name) => name.includes("argocd"))];
      }),
    );

  it("is seen to have a cert-manager and metrics of its own, which are no conflict", async () => {
    // A preflight is asked for ten times an hour: what it is to see is waited for first.
    await eventually(async () => {
      for (const ref of CERT_MANAGER_PARTS)
        expect((await tenant.get(WORKLOADS, ref))?.["status"]).to.include({ availableReplicas: 1 });
      await tenant.request("GET", "/apis/metrics.k8s.io/v1beta1/nodes");
    });
    const { body } = await berth.call<PreflightImportResponse>("POST", "/clusters/preflight-import", {
      provider: "local",
      kubeconfig: kubeconfigOf(access),
    });
    expect([body.ok, body.own_components], JSON.stringify(body)).to.deep.equal([true, OWN_OF_ITS]);
    expect(body.routing).to.equal("ingress");
    // Some of its kinds of the Gateway API are its customer's, which nobody writes over.
    const asked = await berth.call<PreflightImportResponse>("POST", "/clusters/preflight-import", {
      provider: "local",
      kubeconfig: kubeconfigOf(access),
      routing: "gateway",
    });
    expect([asked.body.ok, codesOf(asked.body).includes("gateway_api_exists")]).to.deep.equal([false, true]);
    const told = body.findings.filter(({ code }) => code === "component_of_own");
    expect(told.map(({ severity, name }) => [severity, name])).to.have.deep.members(
      OWN_OF_ITS.map((name) => ["info", name]),
    );
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
    expect(cluster["own_components"]).to.deep.equal(OWN_OF_ITS);
    expect(await tenant.get(CLUSTER_ROLE_BINDINGS, { name: "berth-delivery" })).to.not.equal(undefined);
  });

  it("gets of the bundle what it has not, and keeps its own as it was, until somebody says otherwise; what is let go of stays", async () => {
    const before = await theirs();
    await untilBrought(without(...OWN_OF_ITS));
    const path = `/clusters/${cluster.id}/component-bundle`;
    const say = (own: readonly string[], query = ""): Promise<{ status: number; body: Planned }> =>
      berth.call<Planned>("PATCH", `${path}${query}`, { own_components: own });
    const planned = await say(["metrics-server"], "?dry_run=true");
    expect(planned.body.plan.warnings.join()).to.contain("brings cert-manager").and.to.contain("overwritten");
    expect(await brought()).to.deep.equal(without(...OWN_OF_ITS));
    // Something that the bundle's Application made, as Argo CD knows it by.
    const annotations = { "argocd.argoproj.io/tracking-id": `velero-${await handleOf()}:/ConfigMap:velero/made` };
    const made = { namespace: "velero", name: "made" };
    await tenant.create(NAMESPACES, { metadata: { name: made.namespace } }, { fieldManager: "customer" });
    await tenant.create(CONFIG_MAPS, { metadata: { ...made, annotations } }, { fieldManager: "customer" });
    const more = [...OWN_OF_ITS, "velero"];
    expect((await say(more)).status).to.equal(200);
    await untilBrought(without(...more));
    expect(await tenant.get(CONFIG_MAPS, made), "let go of, not removed").to.not.equal(undefined);
    expect((await say(OWN_OF_ITS)).status).to.equal(200);
    await untilBrought(without(...OWN_OF_ITS));
    expect(await theirs()).to.deep.equal(before);
  });

  it("goes to a Gateway by both once its own Envoy Gateway serves what Berth writes, and back; until then nothing of it changes", async () => {
    const path = `/clusters/${cluster.id}/component-bundle`;
    const say = async (body: object): Promise<void> => {
      const { status, body: answer } = await berth.call<Cluster>("PATCH", path, body);
      expect(status, JSON.stringify(answer)).to.equal(200);
    };
    const tells = (routing: string, listens: RegExp): Promise<unknown> =>
      eventually(async () => {
        const { body } = await berth.call<Cluster>("GET", `/clusters/${cluster.id}`);
        const conditions = body["conditions"] as readonly Readonly<{ type: string; reason: string }>[];
        const told = conditions.find(({ type }) => type === "GatewayListens")?.reason ?? "";
        expect([body["routing"], told]).to.satisfy(
          ([is, reason]: [string, string]) => is === routing && listens.test(reason),
        );
      });
    const before = await definitionsOf(tenant);
    await say({ routing: "both" });
    await tells("ingress", /^GatewayApiTaken$/);
    expect(await brought()).to.deep.equal(without(...OWN_OF_ITS));
    await say({ own_components: [...OWN_OF_ITS, "envoy-gateway"] });
    await tells("both", /^GatewayMissing$|^Preparing$|^AddressMissing$/);
    const both = [...BY_INGRESS, "gateway"].filter((component) => !OWN_OF_ITS.includes(component)).sort();
    await untilBrought(both);
    await say({ routing: "gateway" });
    const alone = both.filter((component) => component !== "ingress-nginx");
    await untilBrought(alone);
    await say({ routing: "both" });
    await untilBrought(both);
    await say({ routing: "ingress" });
    await tells("ingress", /^$/);
    await untilBrought(without(...OWN_OF_ITS));
    await say({ own_components: OWN_OF_ITS });
    expect(await definitionsOf(tenant)).to.deep.equal(before);
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
    for (const ref of CERT_MANAGER_PARTS) expect(await tenant.get(WORKLOADS, ref)).to.not.equal(undefined);
    expect((await customer.cloud.getCluster(OWN))?.state).to.equal("running");
  });
});

/** The kinds of the Gateway API as they are there. */
async function definitionsOf(tenant: KubeClient): Promise<readonly unknown[]> {
  const { items } = await tenant.list(CUSTOM_RESOURCE_DEFINITIONS);
  const gateways = items.filter(({ metadata }) => metadata.name.includes(".gateway."));
  return gateways.map(({ metadata: { name, uid, generation, annotations } }) => [name, uid, generation, annotations]);
}

/** Brings what an Envoy Gateway of their own has beside the kinds that their provider brought. */
async function plantEnvoyGatewayKinds(tenant: KubeClient): Promise<void> {
  const approved = { "api-approved.kubernetes.io": "https://github.com/kubernetes-sigs/gateway-api/pull/3328" };
  const openAPIV3Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  for (const [group, plural, kind, version] of [
    ["gateway.networking.k8s.io", "tcproutes", "TCPRoute", "v1"],
    ["gateway.envoyproxy.io", "envoyproxies", "EnvoyProxy", "v1alpha1"],
  ] as const) {
    const versions = [{ name: version, served: true, storage: true, schema: { openAPIV3Schema } }];
    const spec = { group, scope: "Namespaced", names: { plural, kind }, versions };
    const definition = { metadata: { name: `${plural}.${group}`, annotations: approved }, spec };
    await tenant.create(CUSTOM_RESOURCE_DEFINITIONS, definition, { fieldManager: "customer" });
    await eventually(() => tenant.request("GET", `/apis/${group}/${version}/${plural}`));
  }
}
