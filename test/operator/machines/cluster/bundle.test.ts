import { expect } from "chai";
import type { BundleReport } from "../../../../contract/resources/cluster-status.ts";
import { bundleCondition, type BundleView, type ComponentView } from "../../../../operator/machines/cluster/bundle.ts";

const REPORT: BundleReport = { component: "one", version: "1.0.0", sync: "Synced", health: "Healthy" };
const ONE: ComponentView = { component: "one", version: "1.0.0", report: REPORT };
const WELL: BundleView = { channel: { kind: "known" }, wanted: [ONE], surplus: [], released: [] };

const ROWS: readonly Readonly<{ when: string; view: Partial<BundleView>; condition: string }>[] = [
  { when: "all is there", view: {}, condition: "True Applied" },
  { when: "nothing is wanted", view: { wanted: [] }, condition: "True Applied" },
  { when: "the cluster is not registered", view: { channel: { kind: "absent" } }, condition: "Unknown NotRegistered" },
  {
    when: "the label names no channel",
    view: { channel: { kind: "unknown", word: "stabel" } },
    condition: "False UnknownChannel",
  },
  {
    when: "Argo CD does not know of a component yet",
    view: { wanted: [{ ...ONE, report: undefined }] },
    condition: "False Applying",
  },
  { when: "another version is there", view: { wanted: [{ ...ONE, version: "1.1.0" }] }, condition: "False Applying" },
  {
    when: "it is not in sync",
    view: { wanted: [{ ...ONE, report: { ...REPORT, sync: "OutOfSync" } }] },
    condition: "False Applying",
  },
  {
    when: "it is on its way",
    view: { wanted: [{ ...ONE, report: { ...REPORT, health: "Progressing" } }] },
    condition: "False Applying",
  },
  { when: "one is there that should not be", view: { surplus: ["two"] }, condition: "False Applying" },
  { when: "one is still to be let go of", view: { released: ["two"] }, condition: "False Applying" },
  {
    when: "it is broken",
    view: { wanted: [{ ...ONE, report: { ...REPORT, health: "Degraded" } }] },
    condition: "False ComponentFailed",
  },
  {
    when: "it cannot be applied",
    view: { wanted: [{ ...ONE, report: { ...REPORT, message: "no such chart" } }] },
    condition: "False ComponentFailed",
  },
];

describe("The condition BundleApplied", () => {
  for (const { when, view, condition } of ROWS) {
    it(`when ${when}`, () => {
      const { status, reason } = bundleCondition({ ...WELL, ...view });
      expect(`${status} ${reason}`).to.equal(condition);
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
