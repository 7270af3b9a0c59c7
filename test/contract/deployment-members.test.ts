import { expect } from "chai";
import { isCopied } from "../../contract/resources/deployment-members.ts";
import { isReleased } from "../../contract/resources/deployment-spec.ts";

describe("A copy of a deployment", () => {
  const copiesOf = (member: string): readonly boolean[] => [isCopied(member, "promotion"), isCopied(member, "preview")];

  it("has what the source is", () => {
    for (const member of ["dockerImage", "environmentVariables", "replicas"])
      expect(copiesOf(member), member).to.deep.equal([true, true]);
  });

  it("that is a preview leaves out what would cost, change data that is not its own, or happen by itself", () => {
    for (const member of ["backups", "releaseCommand", "imageUpdateStrategy", "sleep"])
      expect(copiesOf(member), member).to.deep.equal([true, false]);
  });

  it("has nothing of where and how the source runs, nor what only newer parts know", () => {
    for (const member of ["cluster", "customDomain", "stopped", "adoption", "hibernation", "toString"])
      expect(copiesOf(member), member).to.deep.equal([false, false]);
  });
});

describe("A change of a deployment", () => {
  it("counts as delivered once a command has run, where there is one to run before it or on it", () => {
    expect(isReleased({ releaseCommand: ["./migrate"] })).to.equal(true);
    expect(isReleased({ runOnChange: true })).to.equal(true);
    for (const without of [{}, { runOnChange: false }]) expect(isReleased(without)).to.equal(false);
  });
});
