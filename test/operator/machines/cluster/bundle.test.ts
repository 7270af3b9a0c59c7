import { expect } from "chai";
import type { BundleReport } from "../../../../contract/resources/cluster.ts";
import { bundleCondition, type BundleView, type ComponentView } from "../../../../operator/machines/cluster/bundle.ts";

const REPORT: BundleReport = { component: "one", version: "1.0.0", sync: "Synced", health: "Healthy" };
const ONE: ComponentView = { component: "one", version: "1.0.0", report: REPORT };
const WELL: BundleView = { channel: { kind: "known" }, wanted: [ONE], surplus: [] };

const ROWS: readonly (readonly [string, Partial<BundleView>, string])[] = [
  ["all is there", {}, "True Applied"],
  ["nothing is wanted", { wanted: [] }, "True Applied"],
  ["the cluster is not registered", { channel: { kind: "absent" } }, "Unknown NotRegistered"],
  ["the label names no channel", { channel: { kind: "unknown", word: "stabel" } }, "False UnknownChannel"],
  ["Argo CD does not know of a component yet", { wanted: [{ ...ONE, report: undefined }] }, "False Applying"],
  ["another version is there", { wanted: [{ ...ONE, version: "1.1.0" }] }, "False Applying"],
  ["it is not in sync", { wanted: [{ ...ONE, report: { ...REPORT, sync: "OutOfSync" } }] }, "False Applying"],
  ["it is on its way", { wanted: [{ ...ONE, report: { ...REPORT, health: "Progressing" } }] }, "False Applying"],
  ["one is there that should not be", { surplus: ["two"] }, "False Applying"],
  ["it is broken", { wanted: [{ ...ONE, report: { ...REPORT, health: "Degraded" } }] }, "False ComponentFailed"],
  [
    "it cannot be applied",
    { wanted: [{ ...ONE, report: { ...REPORT, message: "no such chart" } }] },
    "False ComponentFailed",
  ],
];

describe("The condition BundleApplied", () => {
  for (const [name, change, expected] of ROWS) {
    it(`when ${name}`, () => {
      const { status, reason } = bundleCondition({ ...WELL, ...change });
      expect(`${status} ${reason}`).to.equal(expected);
    });
  }

  it("names what is waited for, what is wrong, and the word that names no channel", () => {
    const message = (change: Partial<BundleView>): string => bundleCondition({ ...WELL, ...change }).message;
    expect(message({ channel: { kind: "unknown", word: "stabel" } })).to.contain('"stabel"');
    expect(message({ wanted: [{ ...ONE, report: { ...REPORT, message: "no such chart" } }] })).to.equal(
      "one: no such chart",
    );
    const many = Array.from({ length: 7 }, (_, index) => ({ ...ONE, component: `c${index}`, report: undefined }));
    expect(message({ wanted: many })).to.contain("c0, c1, c2, c3, c4 and 2 more");
  });
});
