import { expect } from "chai";
import { BerthError } from "../../../contract/errors.ts";
import { parseYamlMap, parseYamlMaps } from "../../../render/text/parse-yaml.ts";

const bad: [string, string, RegExp][] = [
  ["a list", "- 1", /must be a YAML map/],
  ["a text", "secret-word", /must be a YAML map/],
  ["two documents", "a: 1\n---\nb: 2", /one YAML document/],
  ["broken YAML", "a: [1", /not valid YAML/],
  ["a repeated key", "a: 1\na: 2", /a map has a key twice/],
  ["a key that is repeated as a number", '1: 1\n"1": 2', /a map has a key twice/],
  ["a thousand anchors on one value", `a: ${"&a ".repeat(1000)}1`, /not YAML that can be read/],
  ["an unknown tag", "a: !ruby/object {}", /not valid YAML/],
  ["a tab as indentation", "a:\n\tb: 1", /not valid YAML/],
  ["an unknown alias", "a: *x", /alias|not valid YAML/],
  ["a bomb of aliases", `a: &a [1,1]\nb: &b [*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]`, /aliases/],
  ["more than a hundred anchors", "- &a 1\n- *a\n".repeat(60), /more than 100 anchors and aliases/],
  [
    "what aliases make a megabyte of",
    `a: &a ["${"x".repeat(100_000)}"]\nb: [${"*a,".repeat(11)}]`,
    /longer than 1 MiB/,
  ],
  ["a map for a key", "? {a: 1}\n: 2", /a key is neither text nor a number/],
  ["a line of closing brackets", "}".repeat(262_144), /not valid YAML: UNEXPECTED_TOKEN in line 1/],
  ["a line of commas", `a: [${",".repeat(262_000)}]`, /not valid YAML/],
  ["infinity", "a: .inf", /a number that JSON does not have/],
  ["deep nesting", `a: ${"[".repeat(100)}${"]".repeat(100)}`, /nested more than 64/],
  ["very deep nesting", `a: ${"[".repeat(100_000)}`, /custom_values_yaml/],
  ["a quarter of a megabyte and more", `a: "${"é".repeat(131_073)}"`, /longer than 256 KiB/],
];

describe("parseYamlMap", () => {
  for (const [name, text, fault] of bad) {
    it(`refuses ${name}, naming the field and not its content`, () => {
      const error = thrown(() => parseYamlMap(text, "custom_values_yaml"));
      expect(error.code).to.equal("render_failed");
      expect(error.publicMessage)
        .to.match(fault)
        .and.match(/^custom_values_yaml /)
        .and.not.contain("secret-word");
      expect(error.details).to.deep.equal({ field: "custom_values_yaml" });
    });
  }

  it("reads a map, an empty text as an empty one, and several documents where they are allowed", () => {
    expect(parseYamlMap("a: yes\nb: 0o7\n__proto__: {x: 1}", "f")).to.deep.equal(
      JSON.parse('{"a":"yes","b":7,"__proto__":{"x":1}}'),
    );
    expect(parseYamlMap("# nothing\n", "f")).to.deep.equal({});
    expect(parseYamlMap(`a: "${"&a ".repeat(200)}" # ${"&b ".repeat(200)}`, "f")).to.have.keys("a");
    expect(parseYamlMap("a: |\n  *b\nc: &d [1]\ne: *d", "f")).to.deep.equal({ a: "*b\n", c: [1], e: [1] });
    expect(parseYamlMaps("---\na: 1\n---\n---\nb: 2\n", "f")).to.deep.equal([{ a: 1 }, { b: 2 }]);
  });
});

function thrown(work: () => unknown): BerthError {
  try {
    work();
  } catch (error) {
    if (error instanceof BerthError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
