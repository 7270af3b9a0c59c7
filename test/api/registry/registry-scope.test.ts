import { expect } from "chai";
import fc from "fast-check";
import { grantScopes, isPush, parseScopes } from "../../../api/registry/registry-scope.ts";

const pusher = { project: "org-acme", canPush: true };
const puller = { project: "org-acme", canPush: false };

function grant(text: string, robot = pusher): string[] | undefined {
  const scopes = parseScopes([text]);
  return scopes && grantScopes(scopes, robot).map(({ name, actions }) => `${name}:${actions.join(",")}`);
}

describe("what a robot of the registry gets", () => {
  it("is what was asked for, as far as it may", () => {
    const rows: [asked: string, push: string[], pull: string[]][] = [
      ["repository:org-acme/shop:pull", ["org-acme/shop:pull"], ["org-acme/shop:pull"]],
      ["repository:org-acme/shop:push,pull", ["org-acme/shop:pull,push"], ["org-acme/shop:pull"]],
      ["repository:org-acme/shop:push", ["org-acme/shop:push"], []],
      ["repository:org-acme/shop:delete", ["org-acme/shop:delete"], []],
      ["repository:org-acme/a/b__c-d.e:pull", ["org-acme/a/b__c-d.e:pull"], ["org-acme/a/b__c-d.e:pull"]],
      ["", [], []],
      ["repository:org-acme/shop:", [], []],
      ["repository:org-acme/shop:*", [], []],
    ];
    for (const [asked, push, pull] of rows) {
      expect(grant(asked), asked).to.deep.equal(push);
      expect(grant(asked, puller), asked).to.deep.equal(pull);
    }
  });

  for (const asked of [
    "repository:org-other/shop:pull",
    "repository:org-acme:pull",
    "repository:org-acme/:pull",
    "repository:org-acme2/shop:pull",
    "repository:ORG-ACME/shop:pull",
    "repository:org-acme/../org-other/shop:pull",
    "repository:org-acme/./shop:pull",
    "repository:org-acme//shop:pull",
    "repository:/org-acme/shop:pull",
    "repository:org-acme/%2e%2e/org-other/shop:pull",
    "repository:org-acme/shop\u0000:pull",
    "repository:org-acme/_layers:pull",
    "repository:org-acme/_uploads/x:push",
    "repository:org-acme/shop@sha256:pull",
    "repository:host:5000/org-acme/shop:pull",
    `repository:org-acme/${"x".repeat(250)}:pull`,
    "repository(plugin):org-acme/shop:pull",
    "registry:catalog:*",
    "aliyun:org-acme/shop:pull",
  ])
    it(`is nothing for ${asked.slice(0, 60)}`, () => {
      expect(grant(asked)).to.deep.equal([]);
    });

  for (const asked of [
    "repository",
    "repository:org-acme/shop",
    "repository::pull",
    ":org-acme/shop:pull",
    "REPOSITORY:org-acme/shop:pull",
    "repository:org-acme/shop:pull;push",
    "repository:org-acme/shop:PULL",
    Array.from({ length: 17 }, () => "repository:org-acme/shop:pull").join(" "),
    `repository:org-acme/${"x".repeat(5_000)}:pull`,
  ])
    it(`is refused when it cannot be read: ${asked.slice(0, 50)}`, () => {
      expect(parseScopes([asked])).to.equal(undefined);
    });

  it("reads several, repeated or divided by blanks, and grants each for itself", () => {
    const own = "repository:org-acme/a:pull,push";
    const foreign = "repository:org-other/b:pull";
    for (const texts of [[own, foreign], [`${own} ${foreign}`], [` ${foreign}  ${own} `]]) {
      const granted = grantScopes(parseScopes(texts) ?? [], pusher);
      expect(granted).to.deep.equal([{ type: "repository", name: "org-acme/a", actions: ["pull", "push"] }]);
      expect([isPush(granted), isPush(grantScopes(granted, puller))]).to.deep.equal([true, false]);
    }
  });

  it("never leaves the project, whatever is asked", () => {
    const part = fc.constantFrom("org-acme", "org-other", "..", ".", "", "shop", "%2e%2e", "_layers", "a:b", "A");
    const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
    const action = fc.constantFrom("pull", "push", "delete", "*", "pull,push", "");
    const asked = fc.tuple(fc.constantFrom("repository", "registry"), name, action).map((all) => all.join(":"));
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 4 }), fc.boolean(), (texts, canPush) => {
        for (const { name: granted, actions } of grantScopes(parseScopes(texts) ?? [], {
          project: "org-acme",
          canPush,
        })) {
          expect(granted).to.match(/^org-acme\/[a-z]/);
          expect(granted.split("/")).to.not.include.members([".."]);
          if (!canPush) expect(actions).to.deep.equal(["pull"]);
        }
      }),
    );
  });
});
