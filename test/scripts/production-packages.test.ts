import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { KEPT_PACKAGES, productionPackages } from "../../scripts/production-packages.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

describe("the packages that processes run on", () => {
  it("are what package.json asks for, with what that needs, and nothing for development", () => {
    const names = productionPackages(ROOT).map(({ name }) => name);
    expect(names)
      .to.include.members(["pg", "pg-protocol", "zod", ...KEPT_PACKAGES])
      .and.to.not.include("mocha");
  });

  it("are few where only what no bundle can hold is asked for", () => {
    const names = productionPackages(ROOT, KEPT_PACKAGES).map(({ name }) => name);
    expect(names).to.include.members(KEPT_PACKAGES).and.to.not.include("pg");
    expect(names.length).to.be.lessThan(10);
  });
});
