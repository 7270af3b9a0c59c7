import { expect } from "chai";
import { SETTLED } from "../../../../operator/machines/decision.ts";
import { imageConditions, keepImageUpdater } from "../../../../operator/machines/deployment/image-updates.ts";
import type { ImageUpdaterView } from "../../../../operator/machines/deployment/observe-types.ts";
import type { DeploymentDecision } from "../../../../operator/machines/deployment/moves.ts";
import { parseDeploymentState } from "../../../../operator/machines/deployment/status.ts";

const decision: DeploymentDecision = {
  state: parseDeploymentState(undefined, 0),
  effects: [{ kind: "write" }],
  outcome: SETTLED,
  why: "",
};
const AUTOMATED = { imageUpdateStrategy: "semver" } as const;

describe("Image automation of a deployment", () => {
  const views: [ImageUpdaterView, readonly string[], string][] = [
    [{ kind: "missing" }, ["applyImageUpdater"], "Unknown/NotChecked"],
    [{ kind: "unwanted" }, ["deleteImageUpdater"], "Unknown/NotChecked"],
    [{ kind: "none" }, [], "Unknown/NotChecked"],
    [{ kind: "uninstalled" }, [], "False/NotInstalled"],
    [{ kind: "current", checked: false }, [], "Unknown/NotChecked"],
    [{ kind: "current", checked: true }, [], "True/Watching"],
  ];
  for (const [view, effects, shown] of views)
    it(`with an ImageUpdater that is ${JSON.stringify(view)}: ${effects.join() || "nothing"}, ${shown}`, () => {
      expect(keepImageUpdater(decision, view).effects.map(({ kind }) => kind)).to.deep.equal(["write", ...effects]);
      const [condition] = imageConditions(AUTOMATED, false, view);
      expect(`${condition?.status}/${condition?.reason}`).to.equal(shown);
    });

  it("is shown as held since a rollback, and not at all without a strategy", () => {
    expect(imageConditions(AUTOMATED, true, { kind: "none" })[0]).to.include({ status: "False", reason: "Held" });
    expect(imageConditions({}, false, { kind: "none" })).to.deep.equal([]);
    expect(imageConditions({ imageUpdateStrategy: "none" }, false, { kind: "unwanted" })).to.deep.equal([]);
  });
});
