import { expect } from "chai";
import {
  describeWorkload,
  isOffered,
  keyOf,
  type LiveWorkload,
} from "../../../api/clusters/workloads/found-workload.ts";

const AROUND = { adopters: new Map<string, string>(), ambiguous: new Set<string>() };
const live = (name: string, members: Partial<LiveWorkload> = {}, metadata: object = {}): LiveWorkload => ({
  metadata: { name, namespace: "shop", ...metadata },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: { spec: { containers: [{ name, image: "shop:1" }] } },
  },
  status: { readyReplicas: 1 },
  ...members,
});

describe("A workload that was found", () => {
  it("comes with the import that changes nothing of it", () => {
    const found = describeWorkload(
      "Deployment",
      live("web", {}, { creationTimestamp: "2026-01-01T00:00:00Z" }),
      AROUND,
    );
    expect(found).to.deep.equal({
      namespace: "shop",
      kind: "Deployment",
      name: "web",
      images: ["shop:1"],
      replicas: 2,
      ready_replicas: 1,
      created_at: "2026-01-01T00:00:00.000Z",
      managed_by: null,
      deployment_id: null,
      obstacle: null,
      import_item: {
        name: "web",
        namespace: "shop",
        kind: "Deployment",
        docker_image: "shop:1",
        selector_match_labels: { app: "web" },
      },
    });
  });

  it("names its container, and itself as a deployment can be called", () => {
    const containers = [
      { name: "123", image: "shop:1" },
      { name: "side", image: "side:1" },
    ];
    const spec = { selector: { matchLabels: { a: "b" }, matchExpressions: [{}] }, template: { spec: { containers } } };
    const found = describeWorkload("StatefulSet", live("a.b", { spec }), { ...AROUND, ambiguous: new Set(["a.b"]) });
    expect(found.images).to.deep.equal(["shop:1", "side:1"]);
    expect(found.import_item).to.deep.equal({
      name: "a.b",
      namespace: "shop",
      kind: "StatefulSet",
      docker_image: "shop:1",
      display_name: "shop-a-b",
      extra_container_spec_yaml: 'name: "123"\n',
    });
    const long = describeWorkload("Deployment", live(`${"a".repeat(39)}.${"b".repeat(20)}`), AROUND);
    expect(long.import_item?.display_name).to.equal("a".repeat(39));
  });

  it("cannot be imported where another controller keeps it, and a DaemonSet not without its manifest", () => {
    const ownerReferences = [{ kind: "Prometheus", name: "main", controller: true }];
    const kept = describeWorkload("StatefulSet", live("main", {}, { ownerReferences }), AROUND);
    expect([kept.import_item, kept.obstacle]).to.deep.equal([
      null,
      "The Prometheus main keeps it and would undo every change: that is what can be taken over.",
    ]);
    expect(describeWorkload("DaemonSet", live("agent"), AROUND)).to.deep.include({ import_item: null, replicas: null });
    expect(describeWorkload("Deployment", live("bare", { spec: {} }), AROUND).obstacle).to.contain("no container");
  });

  it("says who else keeps it, and as what it was imported", () => {
    const annotations = { "meta.helm.sh/release-name": "web", "meta.helm.sh/release-namespace": "shop" };
    const adopters = new Map([[keyOf("Deployment", { namespace: "shop", name: "web" }), "1"]]);
    const found = describeWorkload("Deployment", live("web", {}, { annotations }), { ...AROUND, adopters });
    expect([found.managed_by, found.deployment_id]).to.deep.equal(["Helm release shop/web", "1"]);
  });

  it("is nobody's business where it is the cluster's, the platform's, or on its way out", () => {
    const ours = { annotations: { "argocd.argoproj.io/tracking-id": "web-abcdefgh23:apps/Deployment:shop/web" } };
    const is = (metadata: object, adopters = AROUND.adopters): boolean =>
      isOffered("Deployment", live("web", {}, metadata), adopters);
    expect(is({})).to.equal(true);
    expect(is({ namespace: "kube-system" })).to.equal(false);
    expect(is({ namespace: "berth-access" })).to.equal(false);
    expect(is({ deletionTimestamp: "2026-01-01T00:00:00Z" })).to.equal(false);
    expect(is(ours)).to.equal(false);
    // What was taken over bears our mark too.
    expect(is(ours, new Map([["shop/Deployment/web", "1"]]))).to.equal(true);
  });
});
