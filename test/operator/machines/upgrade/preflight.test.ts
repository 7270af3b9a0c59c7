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

const cases: readonly Readonly<{
  when: string;
  facts: Partial<PreflightFacts>;
  codes: readonly string[];
  final: boolean;
}>[] = [
  { when: "nothing in the way", facts: {}, codes: [], final: false },
  { when: "an imported cluster", facts: { spec: { ...GOOD.spec, imported: {} } }, codes: ["not_managed"], final: true },
  {
    when: "a version that is not on offer",
    facts: { toVersion: "1.36.99" },
    codes: ["version_not_offered"],
    final: true,
  },
  { when: "an older version", facts: { version: "1.36.4" }, codes: ["version_skew"], final: true },
  { when: "the same version", facts: { version: "1.36.3" }, codes: ["version_skew"], final: true },
  { when: "a skipped minor", facts: { version: "1.34.1" }, codes: ["version_skew"], final: true },
  { when: "a cluster that does not run", facts: { phase: "degraded" }, codes: ["cluster_not_running"], final: false },
  {
    when: "a node that is not ready",
    facts: { nodes: [{ name: "n", ready: false, kubeletVersion: "v1.35.4" }] },
    codes: ["node_not_ready"],
    final: false,
  },
  {
    when: "a kubelet four minors behind",
    facts: { nodes: [{ name: "n", ready: true, kubeletVersion: "v1.32.0" }] },
    codes: ["kubelet_too_old"],
    final: false,
  },
  {
    when: "a budget that allows nothing",
    facts: { budgets: [{ namespace: "a", name: "b", allowed: 0, pods: 2 }] },
    codes: ["budget_blocks"],
    final: false,
  },
];

describe("The preflight of upgrades", () => {
  for (const { when, facts, codes, final } of cases) {
    it(`finds ${codes.join(", ") || "no error"}: ${when}`, () => {
      const findings = judgePreflight({ ...GOOD, ...facts });
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
