import { expect } from "chai";
import { sayImagePolicy } from "../../../console/view/image-automation.ts";
import { IMAGE_STRATEGIES } from "../../../contract/resources/deployment-spec.ts";

describe("Which newer images are taken", () => {
  const say = (strategy: string | null, constraint: string | null = null): string | undefined =>
    sayImagePolicy({ image_update_strategy: strategy, image_update_constraint: constraint, docker_image: "shop:1" });

  it("is said in words for each strategy of the contract, and nothing where none are", () => {
    expect([say(null), say("none")]).to.deep.equal([undefined, undefined]);
    for (const strategy of IMAGE_STRATEGIES.filter((one) => one !== "none"))
      expect(say(strategy), strategy).to.be.a("string").and.not.equal(strategy);
    expect(say("semver", "1.x")).to.equal("The highest version within 1.x");
    expect(say("digest")).to.equal("What the tag of shop:1 leads to, as it moves");
    expect(say("digest", "stable")).to.equal("What stable leads to, as it moves");
  });
});
