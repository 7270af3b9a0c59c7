import { expect } from "chai";
import type { ClusterSpec } from "../../../../contract/resources/cluster.ts";
import type { ClusterStatus } from "../../../../contract/resources/cluster-status.ts";
import { placeOfRoute, routedAt } from "../../../../operator/controllers/deployment/route-place.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import { clusterRouting } from "../../../../render/bundle/component.ts";

const OWN = { namespace: "shop", ingress: "shop" };
const cluster = (spec: Partial<ClusterSpec>, status: ClusterStatus): ClusterObject =>
  ({ metadata: { name: "bay" }, spec: { provider: "hetzner", region: "fsn1", ...spec }, status }) as ClusterObject;
const shared = (routing: ClusterStatus["routing"], provider = "hetzner"): ClusterObject =>
  cluster({ tier: "shared", provider }, { handle: "bay-x", host: "h1", routing });

describe("The place of a deployment's route", () => {
  it("is the host of a shared cluster where that has a Gateway, under the names that things have there", () => {
    for (const routing of ["both", "gateway"] as const) {
      expect(routedAt(shared(routing))).to.equal("h1");
      expect(placeOfRoute(shared(routing), OWN)).to.deep.equal({
        namespace: "vc-bay-x",
        ingress: "shop-x-shop-x-bay-x",
      });
    }
  });

  it("is the cluster itself elsewhere: where a host has Ingress alone, and where it is no virtual one", () => {
    for (const one of [shared("ingress"), shared(undefined), shared("gateway", "local")]) {
      expect(routedAt(one)).to.equal("bay-x");
      expect(placeOfRoute(one, OWN)).to.deep.equal(OWN);
    }
    const dedicated = cluster({ tier: "dedicated", routing: "gateway" }, { handle: "bay-x" });
    expect([routedAt(dedicated), placeOfRoute(dedicated, OWN)]).to.deep.equal(["bay-x", OWN]);
  });

  it("is nobody's to ask before the host is known", () => {
    expect(routedAt(cluster({ tier: "shared" }, { handle: "bay-x", routing: "gateway" }))).to.equal(undefined);
  });
});

describe("How requests come to a cluster", () => {
  it("is its spec's, and of a shared one what its host says, whatever stands in its spec", () => {
    const words = [shared("both"), shared(undefined), cluster({ tier: "dedicated", routing: "both" }, {})];
    expect(words.map(clusterRouting)).to.deep.equal(["both", "ingress", "both"]);
    const lying = cluster({ tier: "shared", routing: "gateway" }, { routing: "ingress" });
    expect(clusterRouting(lying)).to.equal("ingress");
    expect(clusterRouting(cluster({ tier: "shared", provider: "local", routing: "gateway" }, {}))).to.equal("gateway");
  });
});
