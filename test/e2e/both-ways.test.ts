import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import type { BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { startPlatform, type Platform } from "../support/platform.ts";
import { standingCluster } from "../support/standing-clusters.ts";

type Listed = Readonly<{
  deployments: { id: string; name: string; replicas: number | null; docker_image: string; status: string }[];
}>;
type Spec = KubeObject & Readonly<{ spec: Record<string, unknown> }>;

describe("both ways in: kubectl and REST share the same objects", function () {
  this.timeout(900_000);
  let platform: Platform;
  let berth: BerthClient;
  let clusterId: string;
  let cluster: string;
  let namespace: string;

  before(async () => {
    platform = await startPlatform();
    ({ berth, id: clusterId, name: cluster } = await standingCluster(platform.url, "harbour"));
    const { body } = await berth.call<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    namespace = `org-${body.organizations[0]!.slug}`;
  });

  const fromRest = async (name: string): Promise<Listed["deployments"][number]> => {
    const { body } = await berth.call<Listed>("GET", `/deployments?cluster_id=${clusterId}`);
    const found = body.deployments.find((row) => row.name === name);
    if (found === undefined) throw new Error(`REST does not show ${name} yet`);
    return found;
  };

  it("shows what kubectl applied, with an id, and runs it", async () => {
    await platform.management.patch(
      DEPLOYMENTS,
      { namespace, name: "by-kubectl" },
      {
        kind: "apply",
        body: {
          apiVersion: "hosting.berth.dev/v1alpha1",
          kind: "Deployment",
          metadata: { name: "by-kubectl", namespace },
          spec: { cluster, appType: "api", dockerImage: "nginx:1.29", containerPort: 8080 },
        },
      },
      { fieldManager: "kubectl", strict: true },
    );
    const shown = await eventually(() => fromRest("by-kubectl"));
    expect(shown.id).to.match(/^[0-9a-f-]{36}$/);
    await eventually(async () => expect((await fromRest("by-kubectl")).status).to.equal("running"), 300_000);
  });

  it("keeps what the other one set", async () => {
    const { id } = await fromRest("by-kubectl");
    expect((await berth.call("PATCH", `/deployments/${id}`, { replicas: 2 })).status).to.equal(200);
    const ref = { namespace, name: "by-kubectl" };
    const afterRest = await platform.management.get<Spec>(DEPLOYMENTS, ref);
    expect(afterRest?.spec).to.include({ dockerImage: "nginx:1.29", containerPort: 8080, replicas: 2 });
    await platform.management.patch(
      DEPLOYMENTS,
      ref,
      { kind: "merge", body: { spec: { memoryRequestMb: 64 } } },
      { fieldManager: "kubectl-edit" },
    );
    await eventually(async () =>
      expect(await fromRest("by-kubectl")).to.include({ replicas: 2, memory_request_mb: 64 }),
    );
  });

  it("refuses a bad object with the sentence that REST uses", async () => {
    const bad = {
      apiVersion: "hosting.berth.dev/v1alpha1",
      kind: "Deployment",
      metadata: { name: "bad", namespace },
      spec: { cluster, appType: "api" },
    };
    const refusal = await platform.management.create(DEPLOYMENTS, bad, { fieldManager: "kubectl", strict: true }).then(
      () => "accepted",
      (error: unknown) => JSON.stringify((error as { body?: unknown }).body),
    );
    const rest = await berth.call<{ detail: { msg: string }[] }>("POST", "/deployments", {
      name: "bad",
      cluster_id: clusterId,
      app_type: "api",
    });
    expect(rest.status).to.equal(422);
    expect(refusal).to.include(rest.body.detail[0]!.msg.replace("Value error, ", ""));
  });
});
