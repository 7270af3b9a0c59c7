import { expect } from "chai";
import { RESOURCES } from "../../../contract/resources/all.ts";
import { canUse } from "../../../contract/resources/deployment-members.ts";
import { play } from "../world/play.ts";
import { KNOWN_BAD } from "../../support/known-bad.ts";
import { isFull, testSeed } from "../../support/seeded-random.ts";
import { INVALID } from "./transitions.ts";
import { walk, WALKED, type Step } from "./walk.ts";

const WALKS = isFull ? 5 : 1;

/** Immutable ones are refused, and nothing else but by a rule on what it may become: no property lacks a second value. */
function assertRefusals(kind: string, steps: readonly Step[]): void {
  const rules = RESOURCES.find((resource) => resource.kind === kind)?.specRules ?? [];
  const fixed = rules.filter(({ name }) => name.endsWith("Immutable")).map(({ path }) => String(path[0]));
  const refused = steps
    .filter(({ outcome }) => outcome === "refused")
    .map((step) => ({ ...step, member: step.property.split(".")[0] ?? "" }));
  expect(refused.map(({ property }) => property)).to.include.members(fixed);
  const unmet = refused.filter(
    ({ member, why }) => !fixed.includes(member) && !isOfOthers(kind, member) && (why === "" || why === INVALID),
  );
  expect(unmet, "without a second value").to.deep.equal([]);
}

/**
 * What only charts or jobs can use is refused of the deployment that walks, whose pods go on (docs/adr/0049), and what only
 * imported clusters have of the cluster (docs/adr/0135).
 */
const isOfOthers = (kind: string, member: string): boolean =>
  kind === "Deployment"
    ? !canUse("web_app", member as Parameters<typeof canUse>[1])
    : kind === "Cluster" && member === "ownComponents";

describe("A walk through every property and back", function () {
  this.timeout(900_000);
  const seed = testSeed();

  for (const kind of WALKED)
    it(`leaves everything as it was: ${kind}`, async () => {
      for (let turn = 0; turn < WALKS; turn += 1) {
        const { result } = await play(walk(kind, seed + turn * 1_000));
        assertRefusals(kind, result);
        const count = (outcome: Step["outcome"]): number => result.filter((step) => step.outcome === outcome).length;
        console.log(
          `      ${count("returned")} there and back, ${count("one way")} one way, ${count("refused")} refused`,
        );
      }
    });

  it("catches an operator that leaves in a file what is no longer wanted", async () => {
    const caught = await play(walk("Deployment", KNOWN_BAD.seed), { seed: 1, misbehaves: "keeps-removed" }).catch(
      (error: unknown) => error,
    );
    expect(caught).to.be.instanceOf(Error);
  });
});
