import { expect } from "chai";
import { createKubeClient } from "../../../../adapters/kubernetes/kube-client.ts";
import { KubeError } from "../../../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import { NAMESPACES } from "../../../../adapters/kubernetes/resource-types.ts";
import type { ClusterSpec } from "../../../../contract/resources/cluster.ts";
import { clusterApiType } from "../../../../operator/provisioners/cluster-api/cluster-api-types.ts";
import { renderCloudControllers } from "../../../../render/cluster-api/cloud-controllers.ts";
import { renderCluster, renderHetznerSecret } from "../../../../render/cluster-api/cluster.ts";
import { TOKEN_KEY, clusterClassName, renderClusterClass } from "../../../../render/cluster-api/cluster-class.ts";
import type { Manifest } from "../../../../render/cluster-api/manifest.ts";
import { derivePools } from "../../../../render/cluster-api/pools.ts";
import { sharedApiServer } from "../../../support/api-server.ts";
import { installClusterApiCrds } from "./install-crds.ts";

const NAMESPACE = "rendered-clusters";
const production: ClusterSpec = {
  provider: "hetzner",
  region: "fsn1",
  tier: "production",
  regionLocations: ["fsn1", "nbg1", "hel1"],
  nodeCount: 5,
};

describe("What is rendered for Cluster API", function () {
  this.timeout(300_000);
  let client: KubeClient;

  before(async () => {
    const { server, caData, token } = await sharedApiServer();
    client = createKubeClient({ server, caData, token });
    await installClusterApiCrds(client);
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } };
    await client.patch(NAMESPACES, { name: NAMESPACE }, { kind: "apply", body: namespace }, { fieldManager: "test" });
  });
  after(() => client.close());

  const apply = (manifest: Manifest): Promise<unknown> =>
    client.patch(
      clusterApiType(manifest),
      { namespace: NAMESPACE, name: manifest.metadata.name },
      { kind: "apply", body: manifest },
      { fieldManager: "test", force: true, strict: true },
    );
  const cluster = (spec: Parameters<typeof derivePools>[0]): Manifest =>
    renderCluster({
      handle: "shop-abc",
      id: "0198b1d5-0000-7000-8000-000000000001",
      namespace: NAMESPACE,
      organization: "org-acme",
      className: clusterClassName(),
      version: "v1.36.3",
      region: "fsn1",
      controlPlaneReplicas: 3,
      controlPlaneType: "cx33",
      hideToken: true,
      pools: derivePools(spec, "cx33"),
    });

  it("is taken by the real types with strict validation, twice", async () => {
    for (const round of [1, 2])
      for (const manifest of [
        ...renderClusterClass(NAMESPACE),
        cluster(production),
        renderHetznerSecret({
          handle: "shop-abc",
          id: "0198b1d5-0000-7000-8000-000000000001",
          namespace: NAMESPACE,
          tokenKey: TOKEN_KEY,
          tokenData: btoa("canary"),
          ownerUid: "00000000-0000-4000-8000-000000000001",
        }),
        renderCloudControllers({
          handle: "shop-abc",
          id: "0198b1d5-0000-7000-8000-000000000001",
          namespace: NAMESPACE,
          region: "fsn1",
          channel: "latest",
          ownerUid: "00000000-0000-4000-8000-000000000001",
        }),
      ])
        await apply(manifest).catch((error: unknown) => {
          const { body } = error as { body?: { message?: string } };
          throw new Error(`${manifest.kind} (round ${round}): ${body?.message ?? String(error)}`);
        });
  });

  it("leaves the number of replicas to the autoscaler", async () => {
    const autoscaled = cluster({ ...production, autoscalingEnabled: true, minNodes: 2, maxNodes: 7 });
    const applied = (await apply(autoscaled)) as {
      spec: { topology: { workers: { machineDeployments: Record<string, unknown>[] } } };
    };
    const pools = applied.spec.topology.workers.machineDeployments;
    expect(pools.map((pool) => [pool["name"], pool["replicas"], pool["metadata"]])).to.deep.equal(
      [
        ["pool-cx33-fsn1", "1", "3"],
        ["pool-cx33-hel1", "0", "2"],
        ["pool-cx33-nbg1", "1", "2"],
      ].map(([name, min, max]) => [
        name,
        undefined,
        {
          annotations: {
            "cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size": max,
            "cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size": min,
          },
        },
      ]),
    );
  });

  it("is refused where a field is in the wrong place", async () => {
    const known = cluster(production) as unknown as { spec: { topology: Record<string, unknown> } };
    const withClass = { ...known, spec: { ...known.spec, topology: { ...known.spec.topology, class: "berth" } } };
    const withRef = { ...known, spec: { ...known.spec, controlPlaneRef: { apiVersion: "v1", kind: "X", name: "x" } } };
    for (const [manifest, field] of [
      [withClass, ".spec.topology.class"],
      [withRef, ".spec.controlPlaneRef.apiVersion"],
    ] as const) {
      const fault = await apply(manifest as unknown as Manifest).catch((error: unknown) => error);
      expect(fault).to.be.instanceOf(KubeError);
      expect(JSON.stringify((fault as KubeError).body)).to.contain(`${field}: field not declared in schema`);
    }
  });
});
