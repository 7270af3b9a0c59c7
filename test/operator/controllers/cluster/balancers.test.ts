import { expect } from "chai";
import { KubeError } from "../../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import { GATEWAYS, SERVICES } from "../../../../adapters/kubernetes/resource-types.ts";
import { observeBalancers, releaseBalancers } from "../../../../operator/controllers/cluster/balancers.ts";
import type { ClusterContext } from "../../../../operator/controllers/cluster/context.ts";
import type { ReadyProvider } from "../../../../operator/provisioners/port.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const READY = {
  kind: "ready",
  access: () => ({ server: "https://one.test", caData: "CA" }),
} as unknown as ReadyProvider;

const clusterOf = (cloudComponents: string | undefined): ClusterObject =>
  ({ metadata: { name: "one" }, spec: { provider: "hetzner", cloudComponents } }) as unknown as ClusterObject;

function serviceOf(name: string, type: string, finalizers: readonly string[] = []): KubeObject {
  return { apiVersion: "v1", kind: "Service", metadata: { namespace: "web", name, finalizers }, spec: { type } };
}

function sceneOf(tenant: FakeKubeClient): Readonly<{ context: ClusterContext; asked: unknown[] }> {
  const asked: unknown[] = [];
  const connect = (source: unknown): FakeKubeClient => {
    asked.push(source);
    return tenant;
  };
  return { context: { connect } as unknown as ClusterContext, asked };
}

describe("The load balancers of a cluster that goes", () => {
  const CLEANUP = "service.kubernetes.io/load-balancer-cleanup";

  it("are seen until the cloud's controller has taken the last back", async () => {
    const tenant = new FakeKubeClient();
    const { context } = sceneOf(tenant);
    const look = (): Promise<unknown> => observeBalancers(context, clusterOf("bundle"), READY);
    expect(await look()).to.equal("none");
    for (const one of [serviceOf("inside", "ClusterIP"), serviceOf("entry", "LoadBalancer", [CLEANUP])])
      await tenant.create(SERVICES, one, { fieldManager: "test" });
    expect(await look()).to.equal("present");

    await releaseBalancers(context, READY);
    await releaseBalancers(context, READY);
    expect(await look(), "while its finalizer holds it").to.equal("present");
    const free = { kind: "merge", body: { metadata: { finalizers: [] } } } as const;
    await tenant.patch(SERVICES, { namespace: "web", name: "entry" }, free, { fieldManager: "test" });
    expect(await look()).to.equal("none");
    expect((await tenant.list(SERVICES)).items.map(({ metadata }) => metadata.name)).to.deep.equal(["inside"]);
  });

  it("go with the Gateways that would make them again", async () => {
    const tenant = new FakeKubeClient();
    const gateway = {
      apiVersion: "gateway.networking.k8s.io/v1",
      kind: "Gateway",
      metadata: { namespace: "web", name: "entry" },
    };
    await tenant.create(GATEWAYS, gateway, { fieldManager: "test" });
    await releaseBalancers(sceneOf(tenant).context, READY);
    expect((await tenant.list(GATEWAYS)).items).to.deep.equal([]);
  });

  it("are asked for by the provider's own access, and not where nobody of ours could take them back", async () => {
    const { context, asked } = sceneOf(new FakeKubeClient());
    for (const [cluster, provider] of [
      [clusterOf("own"), READY],
      [clusterOf(undefined), READY],
      [clusterOf("bundle"), { kind: "removing" } as const],
      [clusterOf("bundle"), undefined],
    ] as const)
      expect(await observeBalancers(context, cluster, provider)).to.equal(undefined);
    expect(asked).to.deep.equal([]);
    await observeBalancers(context, clusterOf("bundle"), READY);
    expect(asked).to.deep.equal([{ server: "https://one.test", caData: "CA" }]);
  });

  it("are unknown where the cluster does not answer", async () => {
    const tenant = new FakeKubeClient();
    tenant.list = () => Promise.reject(new KubeError("GET services", { status: 503, reason: "ServiceUnavailable" }));
    expect(await observeBalancers(sceneOf(tenant).context, clusterOf("bundle"), READY)).to.equal("unreachable");
  });
});
