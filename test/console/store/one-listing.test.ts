import { expect } from "chai";
import { Collection } from "../../../console/store/collection.ts";
import { oneListing } from "../../../console/store/one-listing.ts";

const PAGES = [
  ["a", "b"],
  ["c", "d"],
].map((ids) => ids.map((id) => ({ id })));

describe("A listing of what is shown", () => {
  const over = new AbortController();

  it("is one at a time: begun twice it has all rows, and the first one reads no more", async () => {
    const collection = new Collection();
    const read: string[] = [];
    const { promise: drawn, resolve: draw } = Promise.withResolvers<undefined>();
    let begun = 0;
    const list = oneListing(async (until) => {
      const name = ["first", "second"][begun++] ?? "another";
      collection.begin();
      for (const [index, page] of PAGES.entries()) {
        if (index > 0) await drawn;
        if (until.aborted) return false;
        read.push(`${name}, page ${index}`);
        collection.page(page);
      }
      collection.end();
      return true;
    }, over.signal);
    const both = [list(), list()];
    draw(undefined);
    await Promise.all(both);
    expect(read).to.deep.equal(["first, page 0", "second, page 0", "second, page 1"]);
    expect(collection.rows()).to.have.length(4);
  });

  it("is made again after a while where it failed, and under way until it succeeds or another one begins", async () => {
    const waits: number[] = [];
    let answers = [false, false, true];
    const list = oneListing(
      () => Promise.resolve(answers.shift() ?? false),
      new AbortController().signal,
      async (ms, until) => {
        until.throwIfAborted();
        waits.push(ms);
        await new Promise((resolve) => setImmediate(resolve));
      },
    );
    await list();
    expect(waits).to.deep.equal([5_000, 5_000]);
    const failing = list();
    answers = [true];
    await Promise.all([failing, list()]);
  });

  it("ends with what it is for", async () => {
    const { promise, resolve } = Promise.withResolvers<AbortSignal>();
    const { signal } = over;
    const list = oneListing((until) => {
      resolve(until);
      return Promise.resolve(true);
    }, signal);
    await list();
    over.abort();
    expect((await promise).aborted).to.equal(true);
  });
});
