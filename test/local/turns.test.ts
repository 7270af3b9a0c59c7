import { expect } from "chai";
import { Turns } from "../../local/cloud/turns.ts";

describe("Turns", () => {
  it("let a few work at a time, in the order in which they came, whether work fails or not", async () => {
    const turns = new Turns(2);
    const begun: number[] = [];
    const ends: PromiseWithResolvers<undefined>[] = [];
    const taken = Array.from({ length: 5 }, (_, index) =>
      turns
        .take(() => {
          begun.push(index);
          ends[index] = Promise.withResolvers();
          return ends[index].promise;
        })
        .catch((error: unknown) => String(error)),
    );
    expect([begun, turns.waiting]).to.deep.equal([[0, 1], 3]);
    ends[1]?.reject(new Error("It broke"));
    expect(await taken[1]).to.equal("Error: It broke");
    expect([begun, turns.waiting]).to.deep.equal([[0, 1, 2], 2]);
    for (const index of [0, 2, 3, 4]) {
      ends[index]?.resolve(undefined);
      await taken[index];
    }
    expect([begun, turns.waiting]).to.deep.equal([[0, 1, 2, 3, 4], 0]);
  });
});
