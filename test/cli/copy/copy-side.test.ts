import { expect } from "chai";
import { parseSide, remotePlace } from "../../../cli/copy/copy-side.ts";

describe("a side of a copy", () => {
  it("is in a pod where a name stands before a colon, and here otherwise", () => {
    const sides = ["shop:/var/log", "shop:data", "./a:b", "/tmp/x:y", "file", "C:\\data", "C:/data", "-"];
    expect(sides.map((side) => parseSide(side).deployment)).to.deep.equal([
      "shop",
      "shop",
      ...Array<undefined>(6).fill(undefined),
    ]);
    expect(parseSide("shop:/a:b")).to.deep.equal({ deployment: "shop", path: "/a:b" });
    expect(() => parseSide("shop:")).to.throw("Say which path");
  });

  it("has a folder and a name in the pod", () => {
    expect(remotePlace("/var/log/")).to.deep.equal({ folder: "/var", name: "log" });
    expect(remotePlace("data")).to.deep.equal({ folder: ".", name: "data" });
    expect(remotePlace("/a/../b/c")).to.deep.equal({ folder: "/b", name: "c" });
    for (const nameless of ["/", ".", "..", "a/..", "/.."])
      expect(() => remotePlace(nameless), nameless).to.throw("names no file");
  });
});
