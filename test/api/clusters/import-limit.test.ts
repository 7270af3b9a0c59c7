import { expect } from "chai";
import { createImportLimit } from "../../../api/clusters/imports/import-limit.ts";

describe("preflights of clusters", () => {
  it("are under way one for each organization, and three in all; whoever waits comes when one has ended", async () => {
    const limit = createImportLimit(10);
    const ends: (() => void)[] = [];
    const begun: string[] = [];
    const run = (organization: string): Promise<void> =>
      limit.inTurn(organization, async () => {
        begun.push(organization);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = ["a", "a", "b", "c", "d"].map(run);
    await Promise.resolve();
    expect(begun).to.deep.equal(["a", "b", "c"]);
    ends[0]?.();
    await all[0];
    await new Promise(setImmediate);
    expect(begun).to.deep.equal(["a", "b", "c", "d"]);
    for (let at = 1; at < 5; at += 1) {
      ends[at]?.();
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(begun).to.deep.equal(["a", "b", "c", "d", "a"]);
  });

  it("of three organizations whose clusters hang do not keep out a fourth, however many of theirs wait", async () => {
    const limit = createImportLimit(10);
    const ends: (() => void)[] = [];
    const begun: string[] = [];
    const run = (organization: string): Promise<void> =>
      limit.inTurn(organization, async () => {
        begun.push(organization);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = ["a", "b", "c", "a", "a", "b", "b", "c", "c", "d"].map(run);
    for (let at = 0; at < 10; at += 1) {
      ends[at]?.();
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect(begun.slice(0, 3)).to.deep.equal(["a", "b", "c"]);
    expect(begun.indexOf("d"), begun.join()).to.equal(3);
    expect(begun.toSorted().join("")).to.equal("aaabbbcccd");
  });

  it("that fail leave their place", async () => {
    const limit = createImportLimit(10);
    const failed = await limit.inTurn("a", () => Promise.reject(new Error("away"))).catch(String);
    expect([failed, await limit.inTurn("a", () => Promise.resolve(1))]).to.deep.equal(["Error: away", 1]);
  });
});
