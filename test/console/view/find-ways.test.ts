import { expect } from "chai";
import { findables, findWays } from "../../../console/view/find-ways.ts";

const PAGES = [{ key: "new", name: "New cluster", kind: "Action", href: "/clusters/new" }];
const shop = { id: "1", name: "shop", status: "running", app_type: "web_app", is_staged: false };
const harbour = {
  id: "2",
  name: "harbour",
  status: "running",
  tier: "shared",
  is_imported: false,
  is_management: false,
};
const resources = findables({ deployments: [shop], clusters: [harbour], databases: [] });
const find = (typed: string, may = true): readonly string[] =>
  findWays(typed, { pages: PAGES, resources }, () => may).map(({ name, href }) => `${name} ${href}`);

describe("The palette", () => {
  it("finds resources, what can be done to them, and pages", () => {
    expect(find("")).to.deep.equal(["New cluster /clusters/new"]);
    expect(find("shop")).to.include.members(["shop /deployments/1", "Restart: shop /deployments/1?do=restart"]);
    expect(find("RESTART sh")).to.deep.equal(["Restart: shop /deployments/1?do=restart"]);
    expect(find("promote shop")).to.deep.equal(["Promote: shop /deployments/1/promote"]);
    expect(find("cluster")).to.deep.equal(["New cluster /clusters/new", "harbour /clusters/2"]);
    expect(find("(.*")).to.deep.equal([]);
  });

  it("finds what has no actions of its own where it is", () => {
    const secret = { id: "k", name: "TOKEN", kind: "Secret", href: "/organization/secrets", actions: () => [] };
    const ways = findWays("token secret", { pages: PAGES, resources: [...resources, secret] }, () => true);
    expect(ways).to.deep.equal([{ key: "k", name: "TOKEN", kind: "Secret", href: "/organization/secrets" }]);
  });

  it("offers nothing that the reader may not do", () => {
    expect(find("shop", false)).to.deep.equal(["shop /deployments/1"]);
  });
});
