import { expect } from "chai";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import { DAEMON_SETS, ENDPOINT_SLICES, SECRETS } from "../../../../adapters/kubernetes/resource-types.ts";
import { HostViews } from "../../../../operator/provisioners/vcluster/host-views.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

/** Looks at a host on which an agent with this name runs. */
async function isEnforcing(name: string): Promise<boolean | undefined> {
  const host = new FakeKubeClient();
  await host.create(DAEMON_SETS, { metadata: { name, namespace: "kube-system" } }, { fieldManager: "test" });
  const views = new HostViews({ client: () => host, clock: createFakeClock() });
  return (await views.look("host", 0))?.isEnforcing;
}

describe("a look at a host", () => {
  it("knows the agents that hold pods to network policies, also the one of Kubernetes' own project", async () => {
    for (const name of ["cilium", "calico-node", "kube-network-policies"])
      expect(await isEnforcing(name), name).to.equal(true);
  });

  it("believes no other agent to", async () => {
    for (const name of ["kube-proxy", "kube-flannel", "cilium-envoy"])
      expect(await isEnforcing(name), name).to.equal(false);
  });

  it("asks for nothing that a tenant has there, and keeps of a Secret the access alone", async () => {
    const host = new FakeKubeClient();
    const made = { fieldManager: "vcluster" };
    const secret = (name: string, labels: object, data: object): Promise<unknown> =>
      host.create(SECRETS, { metadata: { name, namespace: "vc-one", labels }, data } as KubeObject, made);
    const access = { token: btoa("inside"), "certificate-authority": btoa("ca"), config: btoa("kubeconfig") };
    await secret("vc-one", { app: "vcluster", "vcluster-name": "one" }, access);
    // What vcluster 0.36 makes of a tenant's Secret with the label: it is kept, beside its own.
    const copied = { app: "vcluster", "vcluster.loft.sh/managed-by": "one", "vcluster.loft.sh/namespace": "default" };
    await secret("vc-large-x-default-x-one", copied, { ...access, much: btoa("x") });
    const list = host.list.bind(host);
    const listed: KubeObject[] = [];
    host.list = async (type, options): Promise<never> => {
      const found = await list(type, options);
      if (type === SECRETS) listed.push(...found.items);
      return found as never;
    };
    const views = new HostViews({ client: () => host, clock: createFakeClock() });
    expect([...((await views.look("host", 0))?.access ?? [])]).to.deep.equal([
      ["vc-one/one", { token: "inside", caData: btoa("ca") }],
    ]);
    expect(listed).to.deep.equal([
      {
        metadata: { name: "vc-one", namespace: "vc-one" },
        data: { token: access.token, "certificate-authority": access["certificate-authority"] },
      },
    ]);
  });

  it("knows the ports of its API server, and of nobody else", async () => {
    const host = new FakeKubeClient();
    const views = new HostViews({ client: () => host, clock: createFakeClock() });
    expect((await views.look("host", 0))?.apiPorts).to.deep.equal([]);
    for (const [name, port] of [
      ["kubernetes", 26443],
      ["web", 8080],
    ] as const) {
      const metadata = { name, namespace: "default", labels: { "kubernetes.io/service-name": name } };
      await host.create(ENDPOINT_SLICES, { metadata, ports: [{ port }] }, { fieldManager: "test" });
    }
    expect((await views.look("host", 0))?.apiPorts).to.deep.equal([26443]);
  });
});
