import { expect } from "chai";
import {
  HTTP_ROUTES,
  INGRESSES,
  LISTENER_SETS,
  NAMESPACES,
  ROLES,
} from "../../../../adapters/kubernetes/resource-types.ts";
import { KubeError } from "../../../../adapters/kubernetes/kube-error.ts";
import { ANNOTATIONS, LABELS } from "../../../../contract/identity.ts";
import { HostGuards } from "../../../../operator/provisioners/vcluster/host-guards.ts";
import { systemClock } from "../../../../operator/runtime/clock.ts";
import type { ClusterObject, DeploymentObject } from "../../../../operator/resources/objects.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";
import { clustersByIndex } from "../../../support/clusters-by-index.ts";

const DOMAIN = "shop.example.com";
const [FIRST, LATER] = ["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"];
const USER = { fieldManager: "test" } as const;
type Routing = "ingress" | "both" | "gateway";
type Claim = Readonly<{ spec?: object; provenAt?: string; metadata?: object }>;

const cluster = (handle: string, host: string | undefined, spec: object): ClusterObject =>
  ({ metadata: { name: handle, namespace: "org-acme" }, spec, status: { handle, host } }) as ClusterObject;
const deployment = (handle: string, on: string, { spec, provenAt, metadata }: Claim = {}): DeploymentObject =>
  ({
    metadata: { name: handle, namespace: "org-acme", uid: handle, labels: { [LABELS.id]: handle }, ...metadata },
    spec: { cluster: on, appType: "web_app", dockerImage: "nginx:1.29", ...spec },
    status: { handle, ...(provenAt && { customDomain: { name: DOMAIN, provenAt } }) },
  }) as DeploymentObject;
const withDomain = { spec: { customDomain: DOMAIN } };

type Scene = Readonly<{
  host: FakeKubeClient;
  guards: HostGuards;
  deployments: DeploymentObject[];
  log: string[];
  /** Has each name of the platform's bring its own certificate at the host's Gateway, or not. */
  certify: (isEach: boolean) => void;
  route: (routing: Routing) => void;
  pass: () => Promise<string>;
}>;

/** A host that carries two clusters, with a log of what is written and taken. */
async function makeScene(...first: readonly DeploymentObject[]): Promise<Scene> {
  const host = new FakeKubeClient();
  const deployments = [...first];
  const log: string[] = [];
  let routing: Routing = "gateway";
  let certifiesEachName = false;
  const host1 = (): ClusterObject => {
    const carrier = cluster("h1", undefined, { role: "host", routing });
    return { ...carrier, status: { ...carrier.status, certifiesEachName } };
  };
  const clusters = (): ClusterObject[] => [
    host1(),
    ...["a", "b"].map((handle) => cluster(handle, "h1", { tier: "shared" })),
  ];
  const byIndex = (index: string, word: string): readonly DeploymentObject[] =>
    deployments.filter(({ spec }) => (index === "domain" ? spec.customDomain : `org-acme/${spec.cluster}`) === word);
  const caches = { clusters: clustersByIndex(clusters), deployments: { byIndex } } as unknown as ConstructorParameters<
    typeof HostGuards
  >[0]["caches"];
  for (const handle of ["a", "b"])
    await host.create(
      NAMESPACES,
      { metadata: { name: `vc-${handle}`, labels: { [LABELS.virtualCluster]: handle } } },
      USER,
    );
  const [patch, remove] = [host.patch.bind(host), host.delete.bind(host)];
  host.patch = async (...call: Parameters<typeof patch>): Promise<never> => {
    const [type, { name, namespace }] = call;
    if (type === HTTP_ROUTES || type === LISTENER_SETS) log.push(`+${type.kind} ${namespace}/${name}`);
    return (await patch(...call)) as never;
  };
  host.delete = async (...call): Promise<boolean> => {
    const [type, { name, namespace }] = call;
    log.push(`-${type.kind} ${namespace}/${name}`);
    return remove(...call);
  };
  const guards = new HostGuards({
    caches,
    tenant: () => host,
    appsDomain: "apps.test",
    clock: systemClock,
    isSettled: ({ status }) => status?.handle === "a",
  });
  const pass = async (): Promise<string> => {
    log.length = 0;
    const fault = await guards.reconcile("h1").then(() => "", String);
    return [fault, ...log].filter((line) => line !== "").join("; ");
  };
  const certify = (isEach: boolean): unknown => (certifiesEachName = isEach);
  return { host, guards, deployments, log, certify, route: (to) => (routing = to), pass };
}

const allowed = async (host: FakeKubeClient, handle: string): Promise<string> =>
  (await host.get(NAMESPACES, { name: `vc-${handle}` }))?.metadata.annotations?.[ANNOTATIONS.allowedHosts] ?? "";

describe("Routes of virtual clusters' deployments on a host", () => {
  it("are written once, lead to the Service by the name that vcluster gives it, and no Ingress may have a name", async () => {
    const { host, pass } = await makeScene(
      deployment("x", "a"),
      deployment("y", "b", { ...withDomain, provenAt: FIRST }),
    );
    expect(await pass()).to.equal(
      "+HTTPRoute vc-a/x; +ListenerSet vc-b/y-domain; +HTTPRoute vc-b/y; +HTTPRoute vc-b/y-domain",
    );
    expect(await pass()).to.equal("");
    const route = await host.get(HTTP_ROUTES, { namespace: "vc-b", name: "y" });
    expect(route?.["spec"]).to.deep.include({ hostnames: ["y.apps.test"] });
    expect(JSON.stringify(route)).to.contain('"name":"y-x-y-x-b"');
    const listeners = JSON.stringify(await host.get(LISTENER_SETS, { namespace: "vc-b", name: "y-domain" }));
    expect(listeners).to.contain('"name":"y-domain-tls-x-y-x-b"').and.to.contain("letsencrypt");
    expect([await allowed(host, "a"), await allowed(host, "b")]).to.deep.equal(["", ""]);
  });

  it("bring a certificate each where nobody has one for all names, and let go of it before their route does", async () => {
    const { host, certify, pass } = await makeScene(deployment("x", "a"), deployment("y", "b"));
    certify(true);
    expect(await pass()).to.equal("+ListenerSet vc-a/x; +HTTPRoute vc-a/x; +ListenerSet vc-b/y; +HTTPRoute vc-b/y");
    const ref = { namespace: "vc-a", name: "x" };
    const parents = async (): Promise<unknown> => {
      const { parentRefs } = (await host.get(HTTP_ROUTES, ref))?.["spec"] as { parentRefs: { kind: string }[] };
      return parentRefs.map(({ kind }) => kind);
    };
    expect(await parents(), "the Gateway's serves as soon as it can").to.deep.equal(["Gateway", "ListenerSet"]);
    const listeners = JSON.stringify(await host.get(LISTENER_SETS, ref));
    expect(listeners).to.contain('"hostname":"x.apps.test"').and.to.contain('"name":"x-tls-x-x-x-a"');
    expect(listeners).to.contain("letsencrypt").and.to.contain('"from":"Same"');
    expect(await pass()).to.equal("");
    certify(false);
    expect(await pass(), "a listener would take what its route leads nowhere from").to.equal(
      "-ListenerSet vc-a/x; -ListenerSet vc-b/y; +HTTPRoute vc-a/x; +HTTPRoute vc-b/y",
    );
    expect(await parents()).to.deep.equal(["Gateway"]);
    certify(true);
    expect(await pass()).to.equal("+ListenerSet vc-a/x; +HTTPRoute vc-a/x; +ListenerSet vc-b/y; +HTTPRoute vc-b/y");
  });

  it("have no listener, nor a certificate, for a name of another's, whatever a tenant has proven or is called", async () => {
    const claim = deployment("y", "b", { spec: { customDomain: "x.apps.test" } });
    const lying = { ...claim, status: { ...claim.status, customDomain: { name: "x.apps.test", provenAt: FIRST } } };
    const since = (creationTimestamp: string, on: string): DeploymentObject =>
      deployment("x", on, { metadata: { creationTimestamp, uid: on } });
    const twins = [since(LATER, "b"), since(FIRST, "a")];
    const { host, certify, pass } = await makeScene(...twins, lying as DeploymentObject);
    certify(true);
    expect(await pass()).to.equal("+ListenerSet vc-a/x; +HTTPRoute vc-a/x; +ListenerSet vc-b/y; +HTTPRoute vc-b/y");
    const { items } = await host.list(LISTENER_SETS, { namespace: "vc-b" });
    expect(JSON.stringify(items)).to.not.contain("x.apps.test");
  });

  it("are taken, listener and all, from who has a name of another's by an earlier mistake, before that one has it", async () => {
    const { host, certify, pass } = await makeScene(deployment("x", "a"));
    certify(true);
    await pass();
    const labels = { [LABELS.managed]: "true", [LABELS.handle]: "y" };
    for (const type of [LISTENER_SETS, HTTP_ROUTES]) {
      const { spec } = (await host.get(type, { namespace: "vc-a", name: "x" })) as unknown as { spec: object };
      await host.create(type, { metadata: { name: "y", namespace: "vc-b", labels }, spec }, USER);
      await host.delete(type, { namespace: "vc-a", name: "x" });
    }
    expect(await pass()).to.equal("-ListenerSet vc-b/y; -HTTPRoute vc-b/y; +ListenerSet vc-a/x; +HTTPRoute vc-a/x");
  });

  it("are for no name of another's, whatever a tenant has proven", async () => {
    const claim = deployment("y", "b", { spec: { customDomain: "x.apps.test" } });
    const lying = { ...claim, status: { ...claim.status, customDomain: { name: "x.apps.test", provenAt: FIRST } } };
    const { pass } = await makeScene(deployment("x", "a"), lying as DeploymentObject);
    expect(await pass()).to.equal("+HTTPRoute vc-a/x; +HTTPRoute vc-b/y");
  });

  for (const [from, to] of [
    ["a", "b"],
    ["b", "a"],
    ["a", "a"],
  ] as const)
    it(`take a domain from a deployment on ${from} before one on ${to} has it`, async () => {
      const [had, gets] = [
        deployment("x", from, { ...withDomain, provenAt: FIRST }),
        deployment("y", to, { ...withDomain, provenAt: LATER }),
      ];
      const { deployments, pass } = await makeScene(had, gets);
      await pass();
      // It gave the domain up, or lost it; its spec may say so later.
      deployments.splice(0, 1, deployment("x", from, withDomain));
      expect(await pass()).to.equal(
        `-ListenerSet vc-${from}/x-domain; -HTTPRoute vc-${from}/x-domain; +ListenerSet vc-${to}/y-domain; +HTTPRoute vc-${to}/y-domain`,
      );
    });

  it("give no domain that cannot be taken, and names of the platform's all the same", async () => {
    const { host, deployments, pass } = await makeScene(deployment("x", "a", { ...withDomain, provenAt: FIRST }));
    await pass();
    deployments.splice(0, 1, deployment("x", "a"), deployment("y", "b", { ...withDomain, provenAt: LATER }));
    const remove = host.delete.bind(host);
    host.delete = () => Promise.reject(new Error("The host does not answer"));
    expect(await pass()).to.equal("Error: The host does not answer; +HTTPRoute vc-b/y");
    host.delete = remove;
    expect(await pass())
      .to.contain("-ListenerSet vc-a/x-domain")
      .and.to.contain("+ListenerSet vc-b/y-domain");
  });

  it("stay while the status of their deployment is lost, or it is not seen", async () => {
    const whole = deployment("x", "a", { ...withDomain, provenAt: FIRST });
    const { deployments, pass } = await makeScene(whole);
    await pass();
    deployments.splice(0, 1, { ...whole, status: {} } as DeploymentObject);
    expect(await pass()).to.not.contain("-");
    deployments.length = 0;
    expect(await pass()).to.equal("");
  });

  it("go when their spec wants them no more, and with a host that goes back to Ingress", async () => {
    const { host, deployments, route, pass } = await makeScene(deployment("x", "a"), deployment("y", "b"));
    await pass();
    deployments.splice(0, 1, deployment("x", "a", { spec: { appType: "worker" } }));
    expect(await pass()).to.equal("-HTTPRoute vc-a/x");
    route("both");
    expect(await pass()).to.equal("");
    expect(await allowed(host, "b")).to.equal("y.apps.test");
    route("ingress");
    expect(await pass()).to.equal("-HTTPRoute vc-b/y");
  });

  it("of what is deleted are written no more, and removed when its deletion asks", async () => {
    const { guards, deployments, pass } = await makeScene(deployment("x", "a"), deployment("y", "b"));
    await pass();
    deployments.splice(0, 1, deployment("x", "a", { metadata: { deletionTimestamp: FIRST } }));
    expect(await pass(), "it stays until then").to.equal("");
    const place = { namespace: "vc-a", handle: "x", certificates: [] };
    expect(await guards.hasRoutes("h1", place)).to.equal(true);
    await guards.removeRoutes("h1", place);
    expect(await guards.hasRoutes("h1", place)).to.equal(false);
    expect(await pass()).to.equal("");
  });

  it("come to a virtual cluster once it is there, and hold up no other where one cannot be written", async () => {
    const { host, deployments, pass } = await makeScene(deployment("x", "a"), deployment("y", "b"));
    await host.delete(NAMESPACES, { name: "vc-a" });
    expect(await pass()).to.equal("+HTTPRoute vc-b/y");
    deployments.push(deployment("z", "b"));
    await host.create(NAMESPACES, { metadata: { name: "vc-a", labels: { [LABELS.virtualCluster]: "a" } } }, USER);
    const patch = host.patch.bind(host);
    host.patch = (type, ref, ...more) =>
      ref.namespace === "vc-a" ? Promise.reject(new Error("It is being terminated")) : patch(type, ref, ...more);
    expect(await pass()).to.equal("Error: It is being terminated; +HTTPRoute vc-b/z");
  });

  it("hold up no other's where the host lets one tenant's namespace be changed by nobody", async () => {
    const { host, deployments, route, pass } = await makeScene(deployment("x", "a"));
    route("ingress");
    await pass();
    route("gateway");
    deployments.push(deployment("y", "b"), deployment("z", "b", { ...withDomain, provenAt: FIRST }));
    const patch = host.patch.bind(host);
    host.patch = (type, ref, ...more) =>
      ref.name === "vc-a" ? Promise.reject(new Error("A policy of the host denies it")) : patch(type, ref, ...more);
    expect(await pass(), "what is the platform's is written, a domain waits").to.equal(
      "Error: A policy of the host denies it; +HTTPRoute vc-a/x; +HTTPRoute vc-b/y; +HTTPRoute vc-b/z",
    );
    host.patch = patch;
    expect(await pass()).to.contain("+HTTPRoute vc-b/z-domain");
    expect(await allowed(host, "a")).to.equal("");
  });

  it("wait where the host does not know their kinds yet", async () => {
    const { host, guards } = await makeScene(deployment("x", "a"));
    const list = host.list.bind(host);
    host.list = (type, options) =>
      type.group.startsWith("gateway.")
        ? Promise.reject(new KubeError("LIST", { status: 404, reason: "UnknownPath" }))
        : list(type, options);
    expect(await guards.reconcile("h1")).to.deep.include({ kind: "wait", afterMs: 15_000 });
  });

  it("leave what others have written alone, as an issuer's question", async () => {
    const { host, pass } = await makeScene(deployment("x", "a"));
    const metadata = { name: "cm-acme", namespace: "vc-a" };
    await host.create(HTTP_ROUTES, { metadata, spec: { hostnames: [DOMAIN] } }, USER);
    expect(await pass()).to.equal("+HTTPRoute vc-a/x");
  });

  it("come instead of what virtual clusters wrote, which goes once they write none any more", async () => {
    const { host, pass } = await makeScene();
    const labels = { "vcluster.loft.sh/managed-by": "a" };
    for (const handle of ["a", "b"]) {
      const metadata = { name: "web", namespace: `vc-${handle}`, labels };
      await host.create(INGRESSES, { metadata, spec: { rules: [{ host: "old.apps.test" }] } }, USER);
    }
    await host.create(INGRESSES, { metadata: { name: "a", namespace: "vc-a" }, spec: {} }, USER);
    const role = { name: "vc-a", namespace: "vc-a" };
    await host.create(ROLES, { metadata: role, rules: [{ resources: ["ingresses"] }] }, USER);
    expect(await pass(), "its control plane writes them still").to.equal("");
    await host.delete(ROLES, role);
    await host.create(ROLES, { metadata: role, rules: [{ resources: ["pods"] }] }, USER);
    expect(await pass(), "that of the other one is not settled").to.equal("-Ingress vc-a/web");
  });
});
