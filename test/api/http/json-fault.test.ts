import { assert } from "chai";
import { findJsonFault } from "../../../api/http/json-fault.ts";

/** Rows: text, sentence, offset; recorded from Python 3.11's decoder. */
const ROWS: readonly (readonly [text: string, error: string, offset: number])[] = [
  ["abc", "Expecting value", 0],
  ["  ", "Expecting value", 2],
  ['{"name": }', "Expecting value", 9],
  ['{"name": "a"', "Expecting ',' delimiter", 12],
  ['{"a" 1}', "Expecting ':' delimiter", 5],
  ['{"a":1,}', "Expecting property name enclosed in double quotes", 7],
  ["{a:1}", "Expecting property name enclosed in double quotes", 1],
  ["{", "Expecting property name enclosed in double quotes", 1],
  ["[1,]", "Expecting value", 3],
  ["[1 2]", "Expecting ',' delimiter", 3],
  ["[", "Expecting value", 1],
  ["{} x", "Extra data", 3],
  ["01", "Extra data", 1],
  ["1.", "Extra data", 1],
  ["-", "Expecting value", 0],
  ["nul", "Expecting value", 0],
  ["NaN", "Expecting value", 0],
  ['"abc', "Unterminated string starting at", 0],
  ['"a\\', "Unterminated string starting at", 0],
  ['"a\nb"', "Invalid control character at", 2],
  ['"\\x"', "Invalid \\escape", 1],
  ['"\\u12"', "Invalid \\uXXXX escape", 2],
  ['"🚢" x', "Extra data", 4],
];

describe("findJsonFault", () => {
  for (const [text, error, offset] of ROWS) {
    it(`finds "${error}" at ${offset} of ${JSON.stringify(text)}`, () => {
      assert.throws(() => JSON.parse(text) as unknown);
      assert.deepEqual(findJsonFault(text), { error, offset });
    });
  }

  it("survives a text that is nested without end", () => {
    assert.equal(findJsonFault("[".repeat(500_000)).error, "Expecting value");
  });
});
