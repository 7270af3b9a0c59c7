import { expect } from "chai";
import { DATABASE_INSTANCES, DEPLOYMENTS } from "../../../../adapters/kubernetes/resource-types.ts";
import { isConflict } from "../../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../../adapters/kubernetes/kube-object.ts";
import { ANNOTATIONS } from "../../../../contract/identity.ts";
import type { ClusterContext } from "../../../../operator/controllers/cluster/context.ts";
import { reconcileClusterDeletion } from "../../../../operator/controllers/cluster/deletion.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const FIELD_MANAGER = { fieldManager: "test" };
const USERS = [
  { type: DEPLOYMENTS, name: "shop", cluster: "one" },
  { type: DATABASE_INSTANCES, name: "orders", cluster: "one" },
  { type: DEPLOYMENTS, name: "elsewhere", cluster: "other" },
];

describe("The deletion of a cluster with its users", () => {
  it("takes along each as what it is, also those that the copies lack", async () => {
    const client = new FakeKubeClient();
    for (const { type, name, cluster } of USERS) await client.create(type, userOf(type, name, cluster), FIELD_MANAGER);
    const outcome = await reconcileClusterDeletion(blindContext(client), leaving());
    expect(outcome).to.include({ kind: "wait" });
    const left = async (type: ResourceType): Promise<string[]> =>
      (await client.list(type)).items.map(({ metadata }) => metadata.name);
    expect(await left(DEPLOYMENTS)).to.deep.equal(["elsewhere"]);
    expect(await left(DATABASE_INSTANCES)).to.deep.equal([]);
  });

  it("leaves alone what has come under the name of one that a late copy has: nobody asked for its volumes to go", async () => {
    const client = new FakeKubeClient();
    const late = await client.create(DEPLOYMENTS, userOf(DEPLOYMENTS, "shop", "one"), FIELD_MANAGER);
    await client.delete(DEPLOYMENTS, { namespace: "org-a", name: "shop" });
    await client.create(DEPLOYMENTS, userOf(DEPLOYMENTS, "shop", "other"), FIELD_MANAGER);
    const context = blindContext(client, [late]);
    const outcome = reconcileClusterDeletion(context, leaving({ [ANNOTATIONS.deleteVolumes]: "true" }));
    expect(isConflict(await outcome.catch((error: unknown) => error))).to.equal(true);
    const found = await client.get(DEPLOYMENTS, { namespace: "org-a", name: "shop" });
    expect(found?.metadata.annotations).to.equal(undefined);
  });
});

function userOf(type: ResourceType, name: string, cluster: string): Parameters<FakeKubeClient["create"]>[1] {
  return {
    apiVersion: `${type.group}/${type.version}`,
    kind: type.kind,
    metadata: { namespace: "org-a", name },
    spec: { cluster },
  };
}

function leaving(options: Readonly<Record<string, string>> = {}): ClusterObject {
  const metadata = {
    namespace: "org-a",
    name: "one",
    uid: "u",
    generation: 2,
    deletionTimestamp: "2026-01-01T00:00:00Z",
    annotations: { [ANNOTATIONS.cascade]: "true", ...options },
  };
  const spec = { provider: "local", region: "local-1", tier: "dedicated" };
  return { metadata, spec, status: { handle: "one-1" } } as unknown as ClusterObject;
}

/** What the pass works with as long as its copies have not seen anything but that. */
function blindContext(client: FakeKubeClient, deployments: readonly KubeObject[] = []): ClusterContext {
  const empty = { get: () => undefined, byIndex: () => [] };
  const context = {
    caches: { deployments: { byIndex: () => deployments }, databases: empty },
    client,
    clock: createFakeClock(),
    projects: { covers: () => true },
    status: { write: (object: ClusterObject) => Promise.resolve(object) },
  };
  return context as unknown as ClusterContext;
}
