import { join } from "node:path";
import { expect } from "chai";
import { BerthError } from "../../../contract/errors.ts";
import { parseYamlMap, parseYamlMaps } from "../../../render/text/parse-yaml.ts";
import { isQuicklyRendered } from "../../../render/text/text-size.ts";
import { assertGolden } from "../../support/golden.ts";
import { tellCorpus } from "../../support/render-corpus.ts";

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

const lists = (depth: number): string => `a: ${"[".repeat(depth)}${"]".repeat(depth)}`;
const maps = (depth: number): string => `${"{a: ".repeat(depth)}1${"}".repeat(depth)}`;
const flat = (length: number): string => `a: "${"x".repeat(length)}"`;
const anchors = (count: number): string => Array.from({ length: count }, (_, at) => `- &a${at} 1`).join("\n");
/** What is at the edge of what is taken. */
const edges: Readonly<Record<string, string>> = {
  "lists of 62 levels": lists(62),
  "lists of 63 levels": lists(63),
  "lists of 64 levels": lists(64),
  "lists of 65 levels": lists(65),
  "maps of 64 levels": maps(64),
  "maps of 65 levels": maps(65),
  "maps of 66 levels": maps(66),
  "the longest text": flat(262_144 - 5),
  "a longer text": flat(262_144 - 4),
  "twenty aliases": `a: &a 1\nb: [${"*a,".repeat(20)}]`,
  "an alias of more": `a: &a [1]\nb: [${"*a,".repeat(21)}]`,
  "a hundred anchors": `a:\n${anchors(100)}`,
  "a hundred anchors and one": `a:\n${anchors(101)}`,
  "nineteen tags of one value": `a: ${"!!str ".repeat(19)}x`,
  "twenty tags of one value": `a: ${"!!str ".repeat(20)}x`,
  "many values with tags": `a: [${"!!str x,".repeat(30)}]`,
  "tags over lines": `a: ${"!!str\n  ".repeat(20)}x`,
  "a fault in line 3": "a: 1\nb: 2\nc: ]",
  "a fault at the end": "a: 1\nb: [",
  "a fault of a token": "a: 1\nb: @",
  "a block of anchors": `a: |\n  ${"&a ".repeat(200)}`,
  "keys of numbers": "1: a\n2: b",
  "a key of nothing": ": a",
  "a key of null": "null: a\n~: b",
  "a key of a list": "? [a]\n: 1",
  "a key of an alias": "a: &a x\n*a : 1",
  "what aliases make a megabyte of, not quite": `a: &a "${"x".repeat(209_000)}"\nb: [*a,*a,*a,*a]`,
  "what aliases make a megabyte of, just so": `a: &a "${"x".repeat(209_716)}"\nb: [*a,*a,*a,*a]`,
  "numbers that JSON does not have": "a: .nan",
  "numbers below": "a: -.inf",
  comments: "# a\na: 1 # b\n# c",
};

describe("YAML at the edge of what is taken", () => {
  it("comes to what is written down", () => {
    const render = (text: string): object => ({ map: shorten(JSON.stringify(parseYamlMap(text, "f"))) });
    const whole = tellCorpus({ base: "a: 1", cases: edges, render });
    const many = tellCorpus({
      base: "---\na: 1\n---\n---\nb: 2\n",
      cases: { "a list": "a: 1\n---\n- 1" },
      render: (text) => parseYamlMaps(text, "f"),
    });
    assertGolden(join(import.meta.dirname, "__golden__", "yaml.txt"), whole + many);
  });

  it("is rendered where others wait only when it is short, wherever it stands", () => {
    const adoption = { namespace: "a", kind: "b" };
    const parts = (length: number): Parameters<typeof isQuicklyRendered>[0][] => [
      { customValuesYaml: "x".repeat(length) },
      { adoption: { ...adoption, manifestYaml: "x".repeat(length) } },
      { adoption: { ...adoption, extraPodSpecYaml: "x".repeat(length) } },
      { adoption: { ...adoption, extraContainerSpecYaml: "x".repeat(length) } },
      { config: { a: "x".repeat(length - 8) } },
      { customValuesYaml: "x", config: { a: "x".repeat(length - 9) } },
    ];
    expect(parts(8_192).map(isQuicklyRendered)).to.not.include(false);
    expect(parts(8_193).map(isQuicklyRendered)).to.not.include(true);
    expect(isQuicklyRendered({})).to.equal(true);
  });
});

const shorten = (text: string): string => (text.length > 300 ? `${text.length} characters` : text);

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
