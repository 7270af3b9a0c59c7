import { expect } from "chai";
import { etagOf, matchesEtag, versionsOf } from "../../../api/http/etag.ts";

describe("ETags", () => {
  it("carry the version and change with the body", () => {
    expect(etagOf(7, "a")).to.match(/^"7\.[\w-]+"$/);
    expect(etagOf(7, "a")).to.not.equal(etagOf(7, "b"));
  });

  it("match one of a list, a weakened one, and the star", () => {
    const etag = etagOf(7, "a");
    for (const header of [etag, `"x", ${etag}`, `W/${etag}`, "*"])
      expect(matchesEtag(header, etag), header).to.equal(true);
    for (const header of [undefined, '"x"', etagOf(7, "b")]) expect(matchesEtag(header, etag)).to.equal(false);
  });

  it("give If-Match the version alone, and a foreign form none", () => {
    expect(versionsOf(undefined)).to.equal(undefined);
    expect(versionsOf("*")).to.equal(undefined);
    expect(versionsOf('"7.abc", W/"8.x"')).to.deep.equal(["7", "8"]);
    expect(versionsOf('"abc"')).to.deep.equal([]);
  });
});
