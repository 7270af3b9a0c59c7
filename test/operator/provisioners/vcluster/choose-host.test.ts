import { expect } from "chai";
import type { ClusterSpec } from "../../../../contract/resources/cluster.ts";
import type { ClusterStatus } from "../../../../contract/resources/cluster-status.ts";
import type { ClusterObject } from "../../../../operator/resources/objects.ts";
import { chooseHost } from "../../../../operator/provisioners/vcluster/choose-host.ts";

const WANTED: ClusterSpec = { provider: "hetzner", region: "fsn1", tier: "shared" };

function host(name: string, status: ClusterStatus = {}, spec: Partial<ClusterSpec> = {}): ClusterObject {
  return {
    metadata: { name },
    spec: { ...WANTED, tier: "dedicated", role: "host", ...spec },
    status: { phase: "running", handle: name, nodeCount: 1, ...status },
  };
}

const carried = (on: string, count: number): ClusterObject[] =>
  Array.from({ length: count }, (_, index) => ({
    metadata: { name: `${on}-${index}` },
    spec: WANTED,
    status: { host: on },
  }));

describe("The choice of a host", () => {
  const cases: readonly (readonly [string, readonly ClusterObject[], string | undefined])[] = [
    ["none without hosts", [], undefined],
    ["the only one", [host("a")], "a"],
    ["the one with more room", [host("a"), ...carried("a", 1), host("b")], "b"],
    ["the first of equals, in any order", [host("b"), host("a")], "a"],
    ["none when all are full", [host("a"), ...carried("a", 2)], undefined],
    ["more where there are more nodes", [host("a", { nodeCount: 2 }), ...carried("a", 3)], "a"],
    ["none without a ready node", [host("a", { nodeCount: 0 })], undefined],
    ["none that does not run", [host("a", { phase: "degraded" }), host("b", { phase: "provisioning" })], undefined],
    ["one that is being changed", [host("a", { phase: "updating" })], "a"],
    ["none elsewhere", [host("a", {}, { region: "nbg1" }), host("b", {}, { provider: "ovh" })], undefined],
    ["no tenant's cluster", [host("a", {}, { role: "tenant" })], undefined],
    [
      "none that is being deleted",
      [{ ...host("a"), metadata: { name: "a", deletionTimestamp: "2026-01-01T00:00:00Z" } }],
      undefined,
    ],
  ];
  for (const [name, clusters, chosen] of cases)
    it(`is ${name}`, () => expect(chooseHost(clusters, WANTED, 2)).to.equal(chosen));
});
