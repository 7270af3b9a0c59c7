import { expect } from "chai";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import { APPLICATIONS, CLUSTERS } from "../../adapters/kubernetes/resource-types.ts";
import { orphansCheck, removeOrphans, type OrphanSources } from "../../berthctl/orphans.ts";
import { LABELS } from "../../contract/identity.ts";
import type { Commit, WriteRequest } from "../../operator/git/write-request.ts";
import { FakeKubeClient } from "../support/fake-kube-client.ts";

const COMMIT: Commit = { id: "c".repeat(40), ordinal: 1, committedAtMs: 0 };
const TEST = { fieldManager: "test" };

type Scene = Readonly<{ sources: OrphanSources; written: WriteRequest[]; said: string[]; client: FakeKubeClient }>;

function setUp(paths: readonly string[]): Scene {
  const written: WriteRequest[] = [];
  const client = new FakeKubeClient();
  const writer = {
    start: () => Promise.resolve(),
    listPaths: () => [...paths],
    write: (request: WriteRequest) => Promise.resolve(COMMIT).finally(() => written.push(request)),
    stop: () => Promise.resolve(),
  };
  return { sources: { client, createWriter: () => writer, argocdNamespace: "argocd" }, written, said: [], client };
}

function application(name: string, cluster: string): KubeObject {
  return { metadata: { name, namespace: "argocd", labels: { [LABELS.clusterHandle]: cluster } } };
}

const remove = ({ sources, said }: Scene, yes = true): Promise<boolean> =>
  removeOrphans(sources, { say: (text) => said.push(text), confirm: () => Promise.resolve(yes) });

describe("berthctl remove-orphans", () => {
  const ONE = "clusters/one-1/resource.yaml";
  const SHOP = ["clusters/one-1/deployments/shop-1/values.yaml", "clusters/one-1/applications/shop-1.yaml"];
  const ORDERS = "clusters/two-2/databases/orders-1/values.yaml";
  const TWO = "clusters/two-2/resource.yaml";

  it("removes what has no resource by commits that say of what they are the end", async () => {
    const scene = setUp([ONE, ...SHOP]);
    expect(await remove(scene)).to.equal(false);
    expect(scene.written.map(({ files, trailers }) => [trailers.removes, files.map(({ path }) => path)])).to.deep.equal(
      [
        ["clusters/one-1", [ONE]],
        ["clusters/one-1/deployments/shop-1", SHOP],
      ],
    );
    expect(scene.written.every(({ files }) => files.every(({ content }) => content === null))).to.equal(true);
    expect(scene.said[0]).to.match(/^cluster one-1: to be removed; what it has at its provider stays there$/);
  });

  it("tells by a commit without files of what is in Argo CD alone", async () => {
    const scene = setUp([]);
    await scene.client.create(APPLICATIONS, application("stray-1", "one-1"), TEST);
    await remove(scene);
    expect(scene.written.map(({ files, isRecord, trailers }) => [files, isRecord, trailers.removes])).to.deep.equal([
      [[], true, "clusters/one-1/deployments/stray-1"],
    ]);
  });

  it("never removes a database, nor the cluster that it is made anew on", async () => {
    const scene = setUp([TWO, ORDERS]);
    expect(await remove(scene)).to.equal(false);
    expect(scene.written).to.deep.equal([]);
    expect(scene.said.join("\n"))
      .to.match(/database orders-1: stays; .*final backup/)
      .and.to.match(/cluster two-2: stays with its databases/)
      .and.to.match(/nothing to remove/);
  });

  it("removes nothing that has a resource, and nothing unless it is told to", async () => {
    const scene = setUp([ONE, ...SHOP]);
    const cluster = { metadata: { name: "one", namespace: "org-acme" }, spec: {} };
    await scene.client.create(CLUSTERS, cluster, TEST);
    const body = { status: { handle: "one-1" } };
    const options = { ...TEST, subresource: "status" };
    await scene.client.patch(CLUSTERS, { namespace: "org-acme", name: "one" }, { kind: "merge", body }, options);
    expect(await remove(scene, false)).to.equal(true);
    expect(scene.written).to.deep.equal([]);
    expect(scene.said[0]).to.equal("deployment shop-1: to be removed; volumes stay");
    expect(scene.said.join("\n"))
      .to.match(/--yes/)
      .and.to.not.match(/cluster one-1/);
  });

  it("is what doctor names", async () => {
    const { look } = orphansCheck(setUp([ONE, ...SHOP, TWO, ORDERS]).sources);
    const found = await look(new AbortController().signal);
    expect(found).to.include({ state: "warning" });
    expect(`${found.found} ${found.remedy}`).to.match(/^4 without a resource: cluster one-1, .*remove-orphans/);
    expect(await orphansCheck(setUp([]).sources).look(new AbortController().signal)).to.include({ state: "ok" });
  });
});
