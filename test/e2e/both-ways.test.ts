import { expect } from "chai";
import { DEPLOYMENTS } from "../../adapters/kubernetes/resource-types.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-client.ts";
import { registerAccount, type BerthClient } from "../support/berth-client.ts";
import { eventually } from "../support/eventually.ts";
import { runningCluster, startPlatform, type Platform } from "../support/platform.ts";

type Listed = Readonly<{
  deployments: { id: string; name: string; replicas: number | null; docker_image: string; status: string }[];
}>;
type Spec = KubeObject & Readonly<{ spec: Record<string, unknown> }>;

describe("both ways in: kubectl and REST share the same objects", function () {
  this.timeout(400_000);
  let platform: Platform;
  let berth: BerthClient;
  let clusterId: string;
  let namespace: string;

  before(async () => {
    platform = await startPlatform();
    berth = await registerAccount(platform.url);
    clusterId = await runningCluster(berth, "both");
    const { body } = await berth.call<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    namespace = `org-${body.organizations[0]!.slug}`;
  });
  after(async () => {
    await berth.call("DELETE", `/clusters/${clusterId}?cascade=true&wait=120`);
  });

  const fromRest = async (name: string): Promise<Listed["deployments"][number]> => {
    const { body } = await berth.call<Listed>("GET", `/deployments?cluster_id=${clusterId}`);
    const found = body.deployments.find((row) => row.name === name);
    if (found === undefined) throw new Error(`REST does not show ${name} yet`);
    return found;
  };

  it("shows what kubectl applied within a second, with an id, and runs it", async () => {
    await platform.management.patch(
      DEPLOYMENTS,
      { namespace, name: "by-kubectl" },
      {
        kind: "apply",
        body: {
          apiVersion: "hosting.berth.dev/v1alpha1",
          kind: "Deployment",
          metadata: { name: "by-kubectl", namespace },
          spec: { cluster: "both", appType: "api", dockerImage: "nginx:1.29", containerPort: 8080 },
        },
      },
      { fieldManager: "kubectl", strict: true },
    );
    const shown = await eventually(() => fromRest("by-kubectl"), 1_500, 20);
    expect(shown.id).to.match(/^[0-9a-f-]{36}$/);
    await eventually(async () => expect((await fromRest("by-kubectl")).status).to.equal("running"), 120_000);
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
    await eventually(
      async () => expect(await fromRest("by-kubectl")).to.include({ replicas: 2, memory_request_mb: 64 }),
      10_000,
    );
  });

  it("refuses a bad object with the sentence that REST uses", async () => {
    const bad = {
      apiVersion: "hosting.berth.dev/v1alpha1",
      kind: "Deployment",
      metadata: { name: "bad", namespace },
      spec: { cluster: "both", appType: "api" },
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
