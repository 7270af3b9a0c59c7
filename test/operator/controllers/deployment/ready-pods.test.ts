import { expect } from "chai";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import { STATEFUL_SETS, WORKLOADS } from "../../../../adapters/kubernetes/resource-types.ts";
import type { DeploymentContext } from "../../../../operator/controllers/deployment/context.ts";
import { createReadyPodLooks } from "../../../../operator/controllers/deployment/ready-pod-looks.ts";
import { countReadyPods } from "../../../../operator/controllers/deployment/ready-pods.ts";
import type { DeploymentObject } from "../../../../operator/resources/objects.ts";
import { APPLICATION } from "../../../support/delivered.ts";
import { eventually } from "../../../support/eventually.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const SCALED = { autoscaling: { max_replicas: 5 } };
const WRITE = { fieldManager: "test" };
const ID = "01a20f3a-45cd-7201-8f5b-6bed157561fe";

/** What an autoscaler has brought of a deployment, on a cluster where others have other numbers. */
describe("Ready pods of what is autoscaled", () => {
  const clock = createFakeClock();
  let tenant: FakeKubeClient;
  let context: DeploymentContext;
  let news: string[];

  beforeEach(() => {
    tenant = new FakeKubeClient();
    news = [];
    context = {
      readyPods: createReadyPodLooks(clock, (handle) => news.push(handle)),
      tenants: { client: (handle: string) => (handle === "harbour-1" ? tenant : undefined) },
      caches: { clusters: { get: () => ({ metadata: { name: "harbour" }, status: { handle: "harbour-1" } }) } },
    } as unknown as DeploymentContext;
  });

  const deployment = (spec: object): DeploymentObject =>
    ({
      metadata: { name: "shop", namespace: "org-a", labels: { "hosting.berth.dev/id": ID } },
      spec: { cluster: "harbour", appType: "api", dockerImage: "shop", config: SCALED, ...spec },
      status: { handle: "shop-1" },
    }) as unknown as DeploymentObject;
  const count = (spec: object = {}): number | undefined => countReadyPods(context, deployment(spec), APPLICATION);
  const workload = (namespace: string, name: string, readyReplicas?: number): KubeObject => ({
    metadata: { namespace, name },
    status: readyReplicas === undefined ? {} : { readyReplicas },
  });

  it("are counted on its cluster, behind the pass, and told of when they are others", async () => {
    await tenant.create(WORKLOADS, workload("shop-1", "shop-1", 1), WRITE);
    expect(count(), "nobody waits").to.equal(undefined);
    await eventually(() => expect(news).to.have.length(1));
    expect(count()).to.equal(1);
    const body = { status: { readyReplicas: 3 } };
    await tenant.patch(WORKLOADS, { namespace: "shop-1", name: "shop-1" }, { kind: "merge", body }, WRITE);
    expect(count(), "what is known for a while").to.equal(1);
    await clock.advance(30_000);
    count();
    await eventually(() => expect(news).to.have.length(2));
    expect(count()).to.equal(3);
  });

  it("are none where none is ready yet, and those of the workload that was taken over", async () => {
    await tenant.create(WORKLOADS, workload("shop-1", "shop-1"), WRITE);
    await tenant.create(STATEFUL_SETS, workload("live", "web", 2), WRITE);
    count();
    await eventually(() => expect(count()).to.equal(0));
    const adoption = { namespace: "live", kind: "StatefulSet", workloadName: "web" };
    expect(count({ adoption }), "what is staged is not ours yet").to.equal(undefined);
    const taken = { adoption, syncRequestedAt: "2026-01-01T00:00:00.000Z" };
    await eventually(() => expect(count(taken)).to.equal(2));
  });

  it("are asked of nobody where the number is the spec's own, or where nothing runs", async () => {
    await tenant.create(WORKLOADS, workload("shop-1", "shop-1", 1), WRITE);
    const off = { config: { autoscaling: { max_replicas: 5, enabled: false } } };
    for (const spec of [{ config: {} }, off, { stopped: true }, { cluster: "harbour", appType: "helm", config: {} }])
      expect(count(spec)).to.equal(undefined);
    expect(countReadyPods(context, deployment({}), { kind: "absent" })).to.equal(undefined);
    await clock.advance(1_000);
    expect(news).to.deep.equal([]);
  });
});
