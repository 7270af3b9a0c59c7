import { expect } from "chai";
import { freePort, freePorts } from "./free-ports.ts";

describe("Ports of the tests", () => {
  it("are each given once to a process, to searches at the same time too, and are of its own range", async () => {
    const found = (await Promise.all([freePorts(5), freePorts(5), freePort()])).flat();
    expect(new Set(found).size).to.equal(11);
    expect(new Set(found.map((port) => Math.floor(port / 1_000))).size).to.equal(1);
  });
});
