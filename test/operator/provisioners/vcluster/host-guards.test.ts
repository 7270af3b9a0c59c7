import { expect } from "chai";
import { INGRESSES, NAMESPACES } from "../../../../adapters/kubernetes/resource-types.ts";
import { KubeError } from "../../../../adapters/kubernetes/kube-error.ts";
import { ANNOTATIONS, LABELS } from "../../../../contract/identity.ts";
import { HostGuards } from "../../../../operator/provisioners/vcluster/host-guards.ts";
import { systemClock } from "../../../../operator/runtime/clock.ts";
import type { ClusterObject, DeploymentObject } from "../../../../operator/resources/objects.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";
import { clustersByIndex } from "../../../support/clusters-by-index.ts";

const DOMAIN = "shop.example.com";
const USER = { fieldManager: "test" } as const;
type Written = Readonly<{ metadata?: object; spec?: object }>;

const cluster = (handle: string): ClusterObject =>
  ({ metadata: { name: handle, namespace: "org-acme" }, spec: {}, status: { handle, host: "h1" } }) as ClusterObject;
const deployment = (handle: string, on: string, customDomain?: string): DeploymentObject =>
  ({
    metadata: { name: handle, namespace: "org-acme", uid: handle },
    spec: { cluster: on, customDomain },
    status: { handle, customDomain: { name: DOMAIN, provenAt: handle } },
  }) as DeploymentObject;

/** A host that carries clusters; what is written to it is noted. */
async function makeHost(
  deployments: readonly DeploymentObject[],
): Promise<Readonly<{ host: FakeKubeClient; guards: HostGuards; written: string[] }>> {
  const host = new FakeKubeClient();
  const written: string[] = [];
  const clusters = ["a", "b"].map(cluster);
  const caches = {
    clusters: clustersByIndex(() => clusters),
    deployments: {
      byIndex: (index: string, word: string) =>
        deployments.filter(
          ({ spec }) => (index === "domain" ? spec.customDomain : `org-acme/${spec.cluster}`) === word,
        ),
    },
  } as unknown as ConstructorParameters<typeof HostGuards>[0]["caches"];
  for (const handle of ["a", "b"])
    await host.create(
      NAMESPACES,
      { metadata: { name: `vc-${handle}`, labels: { [LABELS.virtualCluster]: handle } } },
      USER,
    );
  const patch = host.patch.bind(host);
  host.patch = async (...call: Parameters<typeof patch>): Promise<never> => {
    const [type, { name }, { body }] = call;
    const { metadata, spec } = body as Written;
    if (type === NAMESPACES || type === INGRESSES) written.push(`${name} ${JSON.stringify(spec ?? metadata)}`);
    return (await patch(...call)) as never;
  };
  const guards = new HostGuards({ caches, tenant: () => host, appsDomain: "apps.test", clock: systemClock });
  return { host, guards, written };
}

const allow = (host: FakeKubeClient, cluster: string, hosts: string): Promise<unknown> =>
  host.patch(
    NAMESPACES,
    { name: `vc-${cluster}` },
    { kind: "merge", body: { metadata: { annotations: { [ANNOTATIONS.allowedHosts]: hosts } } } },
    USER,
  );
const route = (host: FakeKubeClient, namespace: string, name: string, hosts: readonly string[]): Promise<unknown> =>
  host.create(INGRESSES, { metadata: { name, namespace }, spec: { rules: hosts.map((one) => ({ host: one })) } }, USER);
const onNamespace = (hosts: string): string => JSON.stringify({ annotations: { [ANNOTATIONS.allowedHosts]: hosts } });

describe("The guards of hosts", () => {
  for (const [from, to] of [
    ["a", "b"],
    ["b", "a"],
  ] as const)
    it(`take a name from ${from} and out of what it has written, then give it to ${to}, in one look`, async () => {
      const { host, guards, written } = await makeHost([deployment("x", from), deployment("y", to, DOMAIN)]);
      await allow(host, from, `${DOMAIN} x.apps.test`);
      await route(host, `vc-${from}`, "web", ["x.apps.test", DOMAIN]);
      written.length = 0;
      const outcome = await guards.reconcile("h1");
      const cut = { rules: [{ host: "x.apps.test" }], tls: [] };
      expect(written).to.deep.equal([
        `vc-${from} ${onNamespace("x.apps.test")}`,
        `web ${JSON.stringify(cut)}`,
        `vc-${to} ${onNamespace(`${DOMAIN} y.apps.test`)}`,
      ]);
      expect(outcome).to.deep.include({ kind: "wait", afterMs: 15_000 });
      written.length = 0;
      expect(await guards.reconcile("h1")).to.deep.include({ kind: "wait", afterMs: 600_000 });
      expect(written, "where nothing differs nothing is written").to.deep.equal([]);
    });

  it("give no domain while what is another's cannot be taken out, and names that were never another's", async () => {
    const { host, guards, written } = await makeHost([deployment("x", "a"), deployment("y", "b", DOMAIN)]);
    await route(host, "vc-a", "web", [DOMAIN]);
    host.delete = () => Promise.reject(new Error("The host does not answer"));
    written.length = 0;
    expect(await guards.reconcile("h1").then(() => "", String)).to.contain("does not answer");
    expect(written).to.deep.equal([`vc-a ${onNamespace("x.apps.test")}`, `vc-b ${onNamespace("y.apps.test")}`]);
  });

  it("hold up nobody else's names where one tenant's Ingresses are more than can be read", async () => {
    const { host, guards, written } = await makeHost([deployment("x", "a"), deployment("y", "b", DOMAIN)]);
    await allow(host, "a", DOMAIN);
    await route(host, "vc-a", "web", [DOMAIN]);
    await route(host, "vc-b", "web", ["y.apps.test"]);
    const list = host.list.bind(host);
    const asked: unknown[] = [];
    let isEndless = true;
    host.list = (type, options = {}): Promise<never> => {
      const isFilled = options.namespace === undefined || (options.namespace === "vc-a" && isEndless);
      if (type === INGRESSES) asked.push(options.namespace);
      if (type !== INGRESSES || !isFilled) return list(type, options) as Promise<never>;
      return Promise.reject(new KubeError("LIST ingresses", { status: 0, reason: "ResponseTooLarge" }));
    };
    written.length = 0;
    const said = await guards.reconcile("h1").then(() => "", String);
    expect(said).to.equal("Error: The Ingresses of vc-a are more than can be read");
    expect(asked).to.deep.equal([undefined, "vc-a", "vc-b"]);
    expect(written, "the domain is given to nobody").to.deep.equal([
      `vc-a ${onNamespace("")}`,
      `vc-a ${onNamespace("x.apps.test")}`,
      `vc-b ${onNamespace("y.apps.test")}`,
    ]);
    isEndless = false;
    written.length = 0;
    await guards.reconcile("h1");
    expect(written).to.deep.equal([`vc-b ${onNamespace(`${DOMAIN} y.apps.test`)}`]);
    expect(await host.get(INGRESSES, { namespace: "vc-a", name: "web" })).to.equal(undefined);
  });

  it("keep a domain where it is while another tenant's Ingresses cannot be read", async () => {
    const { host, guards, written } = await makeHost([deployment("x", "a"), deployment("y", "b", DOMAIN)]);
    await guards.reconcile("h1");
    host.list = ((list) => (type, options) => {
      if (type !== INGRESSES) return list(type, options);
      return Promise.reject(new KubeError("LIST ingresses", { status: 0, reason: "ResponseTooLarge" }));
    })(host.list.bind(host)) as typeof host.list;
    written.length = 0;
    expect(await guards.reconcile("h1").then(() => "", String)).to.contain("vc-a");
    expect(written).to.deep.equal([]);
  });

  it("look again where somebody else has changed an Ingress meanwhile", async () => {
    const { host, guards } = await makeHost([deployment("x", "a"), deployment("y", "b", DOMAIN)]);
    await route(host, "vc-a", "web", ["x.apps.test", DOMAIN]);
    const list = host.list.bind(host);
    host.list = async (type, options): Promise<never> => {
      const found = await list(type, options);
      if (type === INGRESSES)
        await host.patch(
          INGRESSES,
          { namespace: "vc-a", name: "web" },
          { kind: "merge", body: { metadata: { labels: { a: "b" } } } },
          USER,
        );
      return found as never;
    };
    const said = await guards.reconcile("h1").then(() => "", String);
    expect(said).to.contain("409");
    host.list = list;
    await guards.reconcile("h1");
    const { spec } = (await host.get(INGRESSES, { namespace: "vc-a", name: "web" })) as unknown as { spec: object };
    expect(spec).to.deep.equal({ rules: [{ host: "x.apps.test" }], tls: [] });
  });

  it("leave what lies elsewhere on the host alone", async () => {
    const { host, guards, written } = await makeHost([deployment("y", "b", DOMAIN)]);
    await route(host, "ingress-nginx", "status", [DOMAIN]);
    written.length = 0;
    await guards.reconcile("h1");
    expect(written).to.deep.equal([`vc-b ${onNamespace(`${DOMAIN} y.apps.test`)}`]);
  });
});
