import { expect } from "chai";
import { arrangeEntries, type LayerEntry } from "../../../local/images/layer-entry.ts";

const file = (path: string): LayerEntry => ({ type: "file", path, mode: 0o644, content: "x" });

describe("arrangeEntries", () => {
  it("sorts entries and adds the folders that they lie in, once", () => {
    const arranged = arrangeEntries([file("usr/bin/b"), file("usr/bin/a"), file("etc/passwd")]);
    expect(arranged.map(({ path, type }) => `${type} ${path}`)).to.deep.equal([
      "folder etc",
      "file etc/passwd",
      "folder usr",
      "folder usr/bin",
      "file usr/bin/a",
      "file usr/bin/b",
    ]);
  });

  const HOSTILE = [
    "",
    "/etc/passwd",
    "../etc",
    "a/../b",
    "a//b",
    "a/.",
    "a\0b",
    "a/.wh.b",
    ".wh..wh..opq",
    "x/".repeat(3000),
  ];
  for (const path of HOSTILE) {
    it(`refuses the path ${JSON.stringify(path.slice(0, 20))}`, () => {
      expect(() => arrangeEntries([file(path)])).to.throw("is no path inside an image");
    });
  }

  it("refuses a member below a link or a file: it would land elsewhere", () => {
    const link: LayerEntry = { type: "link", path: "lib", mode: 0o777, target: "/etc" };
    expect(() => arrangeEntries([link, file("lib/passwd")])).to.throw('"lib/passwd" lies below "lib"');
    expect(() => arrangeEntries([file("a"), file("a/b/c")])).to.throw('"a/b/c" lies below "a"');
  });

  it("refuses a path that is there twice, a mode that no file has, and a link to nothing", () => {
    expect(() => arrangeEntries([file("a"), file("a")])).to.throw('"a" is there twice');
    expect(() => arrangeEntries([{ ...file("a"), mode: 0o20000 }])).to.throw("mode");
    expect(() => arrangeEntries([{ type: "link", path: "a", mode: 0o777, target: "" }])).to.throw("links to nothing");
  });
});
