import { expect } from "chai";
import { KNOWN_PHASES, toneOf } from "../../../console/view/phases.ts";
import { CLUSTER_TRAITS } from "../../../contract/resources/cluster-traits.ts";
import { DATABASE_TRAITS } from "../../../contract/resources/database-instance.ts";
import { DEPLOYMENT_TRAITS } from "../../../contract/resources/deployment-spec.ts";

const TONE_OF_HEALTH = { Healthy: "good", Progressing: "moving", Degraded: "bad", Suspended: "quiet" } as const;

describe("How the console takes a phase", () => {
  it("is what the contract says of its health, for every phase of every kind, and it knows no other", () => {
    const traits = { ...CLUSTER_TRAITS, ...DATABASE_TRAITS, ...DEPLOYMENT_TRAITS };
    for (const [phase, { health }] of Object.entries(traits))
      expect(toneOf(phase), phase).to.equal(TONE_OF_HEALTH[health]);
    expect(KNOWN_PHASES).to.have.members(Object.keys(traits));
  });

  it("of a phase that came later, is that it is on its way", () => {
    expect(toneOf("hibernating")).to.equal("moving");
  });
});
