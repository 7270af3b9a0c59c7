import { expect } from "chai";
import { isFinal, judgePreflight, type PreflightFacts } from "../../../../operator/machines/upgrade/preflight.ts";

const GOOD: PreflightFacts = {
  clusterName: "one",
  spec: { provider: "local", tier: "production" },
  phase: "running",
  version: "1.35.4",
  toVersion: "1.36.3",
  nodes: [{ name: "n1", ready: true, kubeletVersion: "v1.33.9" }],
  budgets: [
    { namespace: "a", name: "loose", allowed: 1, pods: 2 },
    { namespace: "a", name: "empty", allowed: 0, pods: 0 },
  ],
};

const cases: readonly (readonly [string, Partial<PreflightFacts>, readonly string[], boolean])[] = [
  ["nothing in the way", {}, [], false],
  ["an imported cluster", { spec: { ...GOOD.spec, imported: {} } }, ["not_managed"], true],
  ["a version that is not on offer", { toVersion: "1.36.99" }, ["version_not_offered"], true],
  ["an older version", { version: "1.36.4" }, ["version_skew"], true],
  ["the same version", { version: "1.36.3" }, ["version_skew"], true],
  ["a skipped minor", { version: "1.34.1" }, ["version_skew"], true],
  ["a cluster that does not run", { phase: "degraded" }, ["cluster_not_running"], false],
  [
    "a node that is not ready",
    { nodes: [{ name: "n", ready: false, kubeletVersion: "v1.35.4" }] },
    ["node_not_ready"],
    false,
  ],
  [
    "a kubelet four minors behind",
    { nodes: [{ name: "n", ready: true, kubeletVersion: "v1.32.0" }] },
    ["kubelet_too_old"],
    false,
  ],
  [
    "a budget that allows nothing",
    { budgets: [{ namespace: "a", name: "b", allowed: 0, pods: 2 }] },
    ["budget_blocks"],
    false,
  ],
];

describe("The preflight of upgrades", () => {
  for (const [name, change, codes, final] of cases) {
    it(`finds ${codes.join(", ") || "no error"}: ${name}`, () => {
      const findings = judgePreflight({ ...GOOD, ...change });
      expect(findings.map(({ code }) => code)).to.deep.equal(codes);
      expect(findings.some(isFinal)).to.equal(final);
    });
  }

  it("says that the API server is away for a moment where there is only one", () => {
    const findings = judgePreflight({ ...GOOD, spec: { provider: "local", tier: "dedicated" } });
    expect(findings.map(({ severity, code }) => [severity, code])).to.deep.equal([["info", "single_control_plane"]]);
  });

  it("keeps a report small, with its errors first", () => {
    const nodes = Array.from({ length: 80 }, (_, at) => ({ name: `n${at}`, ready: false, kubeletVersion: "" }));
    expect(judgePreflight({ ...GOOD, nodes })).to.have.length(50);
  });
});
