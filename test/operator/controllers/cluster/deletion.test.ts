import { expect } from "chai";
import { DATABASE_INSTANCES, DEPLOYMENTS } from "../../../../adapters/kubernetes/resource-types.ts";
import type { ResourceType } from "../../../../adapters/kubernetes/kube-object.ts";
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
});

function userOf(type: ResourceType, name: string, cluster: string): Parameters<FakeKubeClient["create"]>[1] {
  return {
    apiVersion: `${type.group}/${type.version}`,
    kind: type.kind,
    metadata: { namespace: "org-a", name },
    spec: { cluster },
  };
}

function leaving(): ClusterObject {
  const metadata = {
    namespace: "org-a",
    name: "one",
    uid: "u",
    generation: 2,
    deletionTimestamp: "2026-01-01T00:00:00Z",
    annotations: { [ANNOTATIONS.cascade]: "true" },
  };
  const spec = { provider: "local", region: "local-1", tier: "dedicated" };
  return { metadata, spec, status: { handle: "one-1" } } as unknown as ClusterObject;
}

/** What the pass works with as long as its copies have not seen anything. */
function blindContext(client: FakeKubeClient): ClusterContext {
  const empty = { get: () => undefined, byIndex: () => [] };
  const context = {
    caches: { deployments: empty, databases: empty },
    client,
    clock: createFakeClock(),
    projects: { covers: () => true },
    status: { write: (object: ClusterObject) => Promise.resolve(object) },
  };
  return context as unknown as ClusterContext;
}
