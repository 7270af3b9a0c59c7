import { expect } from "chai";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

describe("An address", () => {
  it("loses all slashes at its end, and no other", () => {
    const bare = "https://berth.example.org//api";
    for (const address of [bare, `${bare}/`, `${bare}///`]) expect(withoutEndSlashes(address)).to.equal(bare);
    expect(withoutEndSlashes("/")).to.equal("");
  });
});
