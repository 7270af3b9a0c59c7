import { expect } from "chai";
import fc from "fast-check";
import { parse } from "yaml";
import { formatYaml, type Json } from "../../../render/text/yaml-text.ts";
import { AWKWARD_TEXTS, anyText } from "../../support/schema-arbitrary.ts";

const value = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    anyText,
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("any"), { maxLength: 4 }),
    fc
      .dictionary(
        anyText.filter((key) => key !== "__proto__"),
        tie("any"),
        { maxKeys: 4 },
      )
      .map((map) => ({ ...map })),
  ),
})).any;

const readers = { "YAML 1.2": { schema: "core" }, "YAML 1.1": { version: "1.1", merge: false } } as const;

describe("formatYaml", () => {
  for (const [name, options] of Object.entries(readers)) {
    it(`is read back as it was by ${name}`, () => {
      fc.assert(
        fc.property(value, (given) => {
          expect(parse(formatYaml(given), options)).to.deep.equal(given);
        }),
        { numRuns: 400 },
      );
      for (const text of AWKWARD_TEXTS)
        expect(parse(formatYaml({ [text]: [text] }), options), JSON.stringify(text)).to.deep.equal({ [text]: [text] });
    });
  }

  it("does not depend on the order of members, and leaves out what is undefined", () => {
    expect(formatYaml({ b: 1, a: { d: [], c: undefined } })).to.equal(formatYaml({ a: { d: [] }, b: 1 }));
    expect(formatYaml({ a: { b: undefined }, c: [{ d: 1, e: "x" }, []] })).to.equal(
      'a: {}\nc:\n  - d: 1\n    e: "x"\n  - []\n',
    );
  });

  it("refuses what would be longer than can be stored, before it is made", () => {
    let value: Json = Array.from({ length: 20_000 }, () => 1);
    for (let depth = 0; depth < 60; depth += 1) value = [value];
    expect(() => formatYaml(value)).to.throw("would be longer than 1.25 MiB");
  });

  it("holds nothing that a YAML reader refuses as it stands", () => {
    const text = formatYaml({ a: "\u0000\u007f\u0085\u2028\ufeff\ud800" });
    expect(text).to.equal('a: "\\u0000\\u007f\\u0085\\u2028\\ufeff\ufffd"\n');
  });
});
