import { expect } from "chai";
import type { KubeClient, KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import type { Condition } from "../../contract/resources/conditions.ts";
import type { BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform, tenantClient, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";
import { WORKLOADS } from "../support/workloads.ts";

type Shown = Readonly<{ id: string; status: string; conditions: readonly Condition[] }>;
type Workload = KubeObject & Readonly<{ spec: Readonly<{ revisionHistoryLimit: number }> }>;

describe("a live change on the tenant cluster", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let tenant: KubeClient;
  let clusterId: string;

  before(async () => {
    platform = await startPlatform();
    ({ berth, id: clusterId } = await standingCluster(platform.url, "harbour"));
    tenant = await tenantClient(berth, clusterId, platform.homeDir);
  });
  after(async () => {
    await (tenant as KubeClient | undefined)?.close();
  });

  it("shows as the condition Drifted with the object, and goes when Argo CD has put it back", async () => {
    const created = await berth.call<Shown>("POST", "/deployments?wait=300", {
      name: "touched",
      cluster_id: clusterId,
      app_type: "container",
      docker_image: "nginx:1.29",
      cpu_request: 0.01,
      memory_request_mb: 16,
    });
    expect(created.body.status, JSON.stringify(created.body)).to.equal("running");
    const { id } = created.body;
    const drifted = async (): Promise<Condition | undefined> =>
      (await berth.call<Shown>("GET", `/deployments/${id}`)).body.conditions.find(({ type }) => type === "Drifted");
    expect((await drifted())?.status).to.equal("False");
    const found = (await tenant.list<Workload>(WORKLOADS)).items.find(({ metadata }) =>
      metadata.name.startsWith("touched-"),
    );
    const { name = "", namespace = "" } = found?.metadata ?? {};
    const ref = { namespace, name };
    // The first change is put back at once; one who insists meets Argo CD's growing pauses.
    let limit = 4;
    const shown = await eventually(
      async () => {
        const condition = await drifted();
        if (condition?.status === "True") return condition;
        limit += 1;
        const body = { spec: { revisionHistoryLimit: limit } };
        await tenant.patch(WORKLOADS, ref, { kind: "merge", body }, { fieldManager: "somebody" });
        throw new Error("not told yet");
      },
      300_000,
      700,
    );
    expect(shown.reason).to.equal("LiveChange");
    expect(shown.message).to.contain(`1 object on the cluster differs from what Git holds: Deployment/${name}.`);
    await eventually(async () => expect((await drifted())?.status).to.equal("False"), 300_000, 500);
    const mended = await tenant.get<Workload>(WORKLOADS, ref);
    expect(mended?.spec.revisionHistoryLimit).to.equal(3);
  });
});
