import { expect } from "chai";
import { crashes, missed, type Case } from "../chaos/engines.ts";
import type { Rehearsal } from "../chaos/rehearsal.ts";
import { kindOfEffect, takeCovering } from "./cover.ts";

const EFFECTS = ["patch Cluster one status", "patch Cluster two status", "push", "patch Deployment shop", "push"];
const rehearsal = (effects: readonly string[], watched: readonly string[] = []): Rehearsal =>
  ({ effects, watched }) as unknown as Rehearsal;
const pairsOf = (cases: readonly (readonly Case[])[]): string[] =>
  [...new Set(cases.flat().map(({ covers }) => covers))].sort();

describe("What is tried of all disturbances", () => {
  const stories = [crashes(rehearsal(EFFECTS)), crashes(rehearsal(["push", "create Backup nightly"]))];

  it("covers each pair of an effect and what befalls it, whatever the seed", () => {
    for (const seed of [1, 2, 926_915]) {
      const chosen = takeCovering(stories, seed, { first: 0, more: 0 });
      expect(pairsOf(chosen)).to.deep.equal(pairsOf(stories));
      expect(chosen.flat()).to.have.length(pairsOf(stories).length);
    }
  });

  it("leaves out no story, and tries nothing twice", () => {
    const chosen = takeCovering(stories, 1, { first: 1, more: 1 });
    for (const cases of chosen) expect(cases).to.have.length.of.at.least(2);
    expect(new Set(chosen.flat()).size).to.equal(chosen.flat().length);
  });

  it("would leave pairs out as a sample of each story (known bad)", () => {
    const sampled = stories.map((cases) => cases.slice(0, 2));
    expect(pairsOf(sampled)).not.to.deep.equal(pairsOf(stories));
  });

  it("tells kinds of effects apart, and not what they are done to", () => {
    expect(new Set(EFFECTS.map(kindOfEffect))).to.deep.equal(
      new Set(["patch Cluster status", "push", "patch Deployment"]),
    );
    expect(kindOfEffect("POST /api/v1/namespaces/shop/pods/pod-2/eviction")).to.equal("POST eviction");
  });

  it("knows events by what they are of", () => {
    const cases = missed(rehearsal([], ["ADDED Cluster", "MODIFIED Cluster", "MODIFIED Cluster"]), 1);
    expect(pairsOf([cases])).to.include.members(["ADDED Cluster", "MODIFIED Cluster"]);
  });
});
