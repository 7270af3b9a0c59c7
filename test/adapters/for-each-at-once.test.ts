import { expect } from "chai";
import { forEachAtOnce } from "../../adapters/for-each-at-once.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const NUMBERS = Array.from({ length: 10 }, (_, index) => index);

describe("Steps that are taken so many at a time", () => {
  it("are each taken once, in their order, never more at once", async () => {
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    await forEachAtOnce(NUMBERS, 3, async (one) => {
      begun.push(one);
      most = Math.max(most, (running += 1));
      await turn();
      running -= 1;
    });
    expect(begun).to.deep.equal(NUMBERS);
    expect(most).to.equal(3);
  });

  it("begin no more once they may not, and those that have begun end", async () => {
    const ended: number[] = [];
    await forEachAtOnce(
      NUMBERS,
      2,
      async (one) => {
        await turn();
        ended.push(one);
      },
      () => ended.length < 4,
    );
    // The fifth had begun when the fourth ended.
    expect(ended).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it("tell the first fault without waiting for the others", async () => {
    const fault = await forEachAtOnce(NUMBERS, 2, (one) =>
      one === 1 ? Promise.reject(new Error("one")) : new Promise<void>(() => undefined),
    ).catch((error: unknown) => (error as Error).message);
    expect(fault).to.equal("one");
  });
});
