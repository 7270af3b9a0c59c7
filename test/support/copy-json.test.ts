import { expect } from "chai";
import fc from "fast-check";
import { copyJson, keepJson } from "./copy-json.ts";
import { isEqualJson } from "./json-patch.ts";

const anyJson = fc.jsonValue();

describe("What doubles of servers copy and compare", () => {
  it("is copied as structuredClone does, and shares nothing", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const copy = copyJson(value);
        expect(copy).to.deep.equal(structuredClone(value));
        if (typeof value === "object" && value !== null) expect(copy).to.not.equal(value);
      }),
    );
    const inner = { list: [{ a: 1 }], absent: undefined, on: true };
    const copy = copyJson({ inner });
    inner.list[0]!.a = 2;
    expect(copy).to.deep.equal({ inner: { list: [{ a: 1 }], absent: undefined, on: true } });
  });

  it("is kept as it was, whoever changes what it was made of, and shared when it is kept again", () => {
    const spec = { list: [{ a: 1 }] };
    const kept = keepJson({ spec });
    spec.list[0]!.a = 2;
    expect(kept).to.deep.equal({ spec: { list: [{ a: 1 }] } });
    expect(() => kept.spec.list.push({ a: 3 })).to.throw(TypeError);
    expect(() => (kept.spec.list[0]!.a = 4)).to.throw(TypeError);
    expect(keepJson({ ...kept, more: 1 }).spec).to.equal(kept.spec);
    // Frozen by somebody else it may still hold what changes.
    const foreign = Object.freeze({ inner: { a: 1 } });
    expect(keepJson(foreign).inner).to.not.equal(foreign.inner);
  });

  it("keeps a member that is named __proto__, and refuses a function", () => {
    const hostile: unknown = JSON.parse('{"a":{"__proto__":{"b":1}}}');
    expect(JSON.stringify(copyJson(hostile))).to.equal(JSON.stringify(hostile));
    expect(() => copyJson({ f: () => 1 })).to.throw(/could not be cloned/);
  });

  it("is equal where its sorted texts are", () => {
    fc.assert(
      fc.property(anyJson, anyJson, (one, other) => {
        expect(isEqualJson(one, copyJson(one))).to.equal(true);
        expect(isEqualJson(one, other)).to.equal(sorted(one) === sorted(other));
        expect(isEqualJson({ one, other }, { other, one })).to.equal(true);
      }),
    );
  });

  it("is alike where a member is undefined or not there, and not where it is another", () => {
    expect(isEqualJson({ a: undefined }, {})).to.equal(true);
    expect(isEqualJson(undefined, null)).to.equal(true);
    for (const [one, other] of [
      [{ a: null }, {}],
      [{ a: 1 }, { b: 1 }],
      [
        [1, 2],
        [2, 1],
      ],
      [{}, []],
      [{ a: [{ b: "1" }] }, { a: [{ b: 1 }] }],
    ])
      expect(isEqualJson(one, other), JSON.stringify([one, other])).to.equal(false);
  });
});

function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
