import { expect } from "chai";
import type { KubeObject, ResourceType } from "../../../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, DATABASE_INSTANCES, DEPLOYMENTS } from "../../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../../contract/identity.ts";
import { Orphans } from "../../../../operator/controllers/platform/orphans.ts";
import type { Orphan } from "../../../../operator/machines/orphans/find-orphans.ts";
import { createCapturedLogger } from "../../../support/captured-logger.ts";
import { FakeKubeClient } from "../../../support/fake-kube-client.ts";

const SUSPECTS = 500;
const handles = Array.from({ length: SUSPECTS }, (_, index) => `shop-${String(index).padStart(3, "0")}`);

/** `removed` holds the folders of what was seen deleted. */
type Scene = Readonly<{ orphans: Orphans; lists: string[]; removed: Set<string>; client: FakeKubeClient }>;

/** Has the branch hold deployments that the copies know nothing of. */
function setUp(): Scene {
  const lists: string[] = [];
  const removed = new Set<string>();
  const client = new FakeKubeClient({
    onCall: (verb, type) => void (verb === "list" && lists.push((type as ResourceType).plural)),
  });
  const empty = { list: () => [], byIndex: () => [] };
  const paths = handles.map((handle) => `clusters/one/deployments/${handle}/values.yaml`);
  const orphans = new Orphans({
    caches: { applications: empty, clusters: empty, deployments: empty, databases: empty } as never,
    client,
    writer: { listPaths: () => paths, wasRemoved: (folder: string) => removed.has(folder) } as never,
    events: { record: () => undefined } as never,
    logger: createCapturedLogger().logger,
    settings: { operatorNamespace: "berth-system" } as never,
    observe: undefined,
    requeue: () => undefined,
  });
  return { orphans, lists, removed, client };
}

function deployment(handle: string): KubeObject {
  return {
    apiVersion: "hosting.berth.dev/v1alpha1",
    kind: "Deployment",
    spec: {},
    metadata: { name: handle, namespace: "org-acme", labels: { [LABELS.id]: "01970000-0000-7000-8000-000000000010" } },
  };
}

describe("Orphans", () => {
  it("are confirmed with one list of each kind, however many are suspected, and not asked for again", async () => {
    const { orphans, lists } = setUp();
    expect(await orphans.sweep()).to.deep.equal([]);
    expect(orphans.onCluster("one")).to.have.length(SUSPECTS);
    expect(lists.toSorted()).to.deep.equal(
      [CLUSTERS, DATABASE_INSTANCES, DEPLOYMENTS].map(({ plural }) => plural).toSorted(),
    );
    await orphans.sweep();
    expect(lists).to.have.length(3);
  });

  it("are confirmed once more where one of them was seen deleted since, and only that one goes", async () => {
    const { orphans, lists, removed } = setUp();
    await orphans.sweep();
    removed.add(`clusters/one/deployments/${handles[7]}`);
    const gone: readonly Orphan[] = await orphans.sweep();
    expect(gone).to.deep.equal([{ kind: "deployment", cluster: "one", handle: handles[7] }]);
    expect(lists).to.have.length(6);
  });

  it("are none where the API server has an object that the copy lacks", async () => {
    const { orphans, removed, client } = setUp();
    for (const handle of handles) removed.add(`clusters/one/deployments/${handle}`);
    await client.create(DEPLOYMENTS, deployment(handles[0] ?? ""), { fieldManager: "test" });
    const own = (await client.list(DEPLOYMENTS)).items[0];
    const status = { kind: "merge", body: { status: { handle: handles[0] } } } as const;
    const ref = { namespace: "org-acme", name: own?.metadata.name ?? "" };
    await client.patch(DEPLOYMENTS, ref, status, { fieldManager: "test", subresource: "status" });
    expect((await orphans.sweep()).map(({ handle }) => handle)).to.deep.equal(handles.slice(1));
  });
});
