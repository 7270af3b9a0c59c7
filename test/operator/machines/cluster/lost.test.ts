import { expect } from "chai";
import { GONE_MAX_MS } from "../../../../operator/machines/cluster/live.ts";
import { nextCluster } from "../../../../operator/machines/cluster/next.ts";
import type { ProviderView } from "../../../../operator/machines/cluster/observe-types.ts";
import { CLUSTER_READY, CLUSTER_WELL, clusterIn } from "../../../support/cluster-scene.ts";
import { NOW } from "../../../support/delivered.ts";

/** Tells what a cluster comes to that has been degraded for a reason and a time. */
function show(reason: string, agoMs: number, provider: ProviderView): string {
  const state = clusterIn("degraded", { reason, phaseSinceMs: NOW - agoMs });
  const { phase, reason: told } = nextCluster(state, { ...CLUSTER_WELL, provider }, NOW).state;
  return `${phase} ${told}`;
}

describe("A cluster that its provider does not know", () => {
  const gone = { kind: "absent" } as const;

  it("counts as lost after five minutes of nothing else, not a moment before", () => {
    expect(show("GoneAtProvider", GONE_MAX_MS - 1, gone)).to.equal("degraded GoneAtProvider");
    expect(show("GoneAtProvider", GONE_MAX_MS, gone)).to.equal("error GoneAtProvider");
    expect(show("GoneAtProvider", GONE_MAX_MS, { kind: "removing" })).to.equal("error GoneAtProvider");
  });

  it("does not count as lost because it was degraded for long for another reason", () => {
    expect(show("ClusterUnreachable", 10 * GONE_MAX_MS, gone)).to.equal("degraded GoneAtProvider");
    const silent = clusterIn("degraded", { reason: "ClusterUnreachable", phaseSinceMs: NOW - 10 * GONE_MAX_MS });
    const observed = { ...CLUSTER_WELL, provider: gone };
    const first = nextCluster(silent, observed, NOW).state;
    expect(nextCluster(first, observed, NOW + GONE_MAX_MS - 1).state.phase).to.equal("degraded");
    expect(nextCluster(first, observed, NOW + GONE_MAX_MS).state.phase).to.equal("error");
  });

  it("is never lost while its provider says anything else, or nothing", () => {
    const long = 10 * GONE_MAX_MS;
    expect(show("ProviderFailed", long, { kind: "failed", message: "quota" })).to.equal("degraded ProviderFailed");
    const ill = { ...CLUSTER_READY, healthy: false, message: "no node" };
    expect(show("ProviderUnhealthy", long, ill)).to.equal("degraded ProviderUnhealthy");
    expect(show("GoneAtProvider", long, { kind: "unreachable", message: "m" })).to.equal("degraded GoneAtProvider");
    expect(show("GoneAtProvider", long, CLUSTER_READY)).to.equal("running Running");
  });
});
