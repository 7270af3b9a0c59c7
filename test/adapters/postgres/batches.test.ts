import { expect } from "chai";
import { Batches } from "../../../adapters/postgres/batches.ts";

/** Answers numbers by their doubles, and keeps what was asked together. */
function doubling(most: number): { batches: Batches<number, number>; sent: number[][] } {
  const sent: number[][] = [];
  const batches = new Batches<number, number>((asked) => {
    sent.push([...asked]);
    if (asked.includes(13)) return Promise.reject(new Error("thirteen"));
    return Promise.resolve(asked.map((one) => one * 2));
  }, most);
  return { batches, sent };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("Questions of one turn of the event loop", () => {
  it("are asked together, and each gets its own answer", async () => {
    const { batches, sent } = doubling(8);
    const found = await Promise.all([1, 2, 3].map((one) => batches.ask(one)));
    expect([found, sent]).to.deep.equal([[2, 4, 6], [[1, 2, 3]]]);
  });

  it("are asked at once where nobody else asks, and never with those of another turn", async () => {
    const { batches, sent } = doubling(8);
    const first = batches.ask(1);
    await nextTurn();
    const second = batches.ask(2);
    expect([await first, await second, sent]).to.deep.equal([2, 4, [[1], [2]]]);
  });

  it("are shared out where they are many", async () => {
    const { batches, sent } = doubling(2);
    const found = await Promise.all([1, 2, 3, 4, 5].map((one) => batches.ask(one)));
    expect([found, sent]).to.deep.equal([
      [2, 4, 6, 8, 10],
      [[1, 2], [3, 4], [5]],
    ]);
  });

  it("fail together, and leave what is asked afterwards alone", async () => {
    const { batches } = doubling(8);
    const failed = await Promise.allSettled([batches.ask(1), batches.ask(13)]);
    expect(failed.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    expect(await batches.ask(4)).to.equal(8);
  });
});
