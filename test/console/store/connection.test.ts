import { expect } from "chai";
import { connection, holdBack, loseConnection, readAnew } from "../../../console/store/connection.ts";
import { eventually } from "../../support/eventually.ts";

/** A reading that ends when it is told to. */
function reading(): Readonly<{ read: Promise<unknown>; end: () => void; fail: () => void }> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  return { read: promise, end: () => resolve(undefined), fail: () => reject(new Error("unreachable")) };
}

describe("Whether a page shows the newest", () => {
  const state = (): string => connection.peek().state;
  const settled = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));
  beforeEach(() => (connection.value = { state: "opening", since: 0 }));

  it("is not so before everything that is shown was read anew, also what was asked for meanwhile or cannot be read", async () => {
    const [first, second, third] = [reading(), reading(), reading()];
    holdBack(first.read);
    const stop = connection.subscribe(({ state: is }) => {
      if (is === "reading") holdBack(second.read);
    });
    readAnew();
    expect(state()).to.equal("reading");
    first.end();
    holdBack(third.read);
    await settled();
    expect(state()).to.equal("reading");
    second.fail();
    await settled();
    expect(state()).to.equal("reading");
    third.end();
    await eventually(() => expect(state()).to.equal("open"));
    stop();
  });

  it("is not so where the stream broke again meanwhile", async () => {
    const { read, end } = reading();
    holdBack(read);
    readAnew();
    connection.value = { state: "lost", since: 1 };
    end();
    await settled();
    expect(state()).to.equal("lost");
  });

  it("is not so since the stream was heard last, however often it is tried anew", () => {
    const before = Date.now();
    loseConnection(7_200_000);
    const lost = connection.peek();
    expect(lost.state).to.equal("lost");
    expect(lost.since).to.be.within(before - 7_200_000, Date.now() - 7_200_000);
    loseConnection(0);
    expect(connection.peek()).to.equal(lost);
  });

  it("stays so while what is shown is read once more for a change that was told", async () => {
    readAnew();
    await eventually(() => expect(state()).to.equal("open"));
    const { read } = reading();
    holdBack(read);
    readAnew();
    await eventually(() => expect(state()).to.equal("open"));
  });
});
