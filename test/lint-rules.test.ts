import { readFileSync } from "node:fs";
import { expect } from "chai";
import { Linter } from "eslint";
import tseslint from "typescript-eslint";

/** What each rule of our own must catch, each alone, and what it lets through. */
const FIXTURES: readonly Readonly<{ message: string; bad: string | readonly string[]; good: string }>[] = [
  { message: "No barrel files.", bad: 'export * from "./a.js";', good: 'export { a } from "./a.js";' },
  {
    message: "Write the members: a reader looks for why they are spread.",
    bad: "const a = 1; const b = { ...{ a, c: 2 }, d: 3 };",
    good: "const a = 1; const rest = {}; const b = { a, c: 2, ...rest, ...(a && { d: 3 }) };",
  },
  {
    message: "Write the items: a reader looks for why they are spread.",
    bad: 'const kinds = [...["a", "b"], "c"];',
    good: 'const kinds = ["a", "b", ...more, ...["c"].map(String), ...(more ? ["d"] : [])];',
  },
  {
    message: "Sockets, servers and children err more than once: a second error without a listener ends the process.",
    bad: 'socket.once("error", reject);',
    good: 'socket.on("error", reject); socket.once("close", resolve);',
  },
  {
    message: "A file's stream belongs into a pipeline, which hears its errors as long as it lives.",
    bad: "const lines = createReadStream(path);",
    good: "const read = pipeline(createReadStream(path), gunzip);",
  },
  {
    message: "A secret is revealed right before it leaves, in the files that eslint.config.mjs names.",
    bad: [
      "const told = { log: (secret) => secret.reveal() };",
      "const told = secret?.reveal();",
      'const told = secret["reveal"]();',
      "const told = secret[`reveal`]();",
      "const { reveal } = secret;",
      "const { reveal: tell } = secret;",
      'const { "reveal": tell } = secret;',
      "const { token: { reveal } } = secrets;",
      "const tell = ({ reveal }) => reveal();",
      "({ reveal: told.log } = secret);",
    ],
    good: 'const told = { reveal, log: (secret) => String(secret), name: "reveal" }; const { revealed } = told;',
  },
];

type Part = Readonly<{ files?: readonly string[]; rules?: Readonly<Record<string, unknown>> }>;
type Selected = Readonly<{ selector: string; message: string }>;

const { default: CONFIG } = (await import(new URL("../eslint.config.mjs", import.meta.url).href)) as {
  default: readonly Part[];
};

/** Reads the rules of selectors as they are in force everywhere. */
function ownRules(): readonly Selected[] {
  const settings = CONFIG.flatMap(({ files, rules }) => {
    const rule = rules?.["no-restricted-syntax"];
    return Array.isArray(rule) && files === undefined ? [rule.slice(1) as Selected[]] : [];
  });
  return settings.at(-1) ?? [];
}

function messagesOf(code: string): string[] {
  const rules: Linter.RulesRecord = { "no-restricted-syntax": ["error", ...ownRules()] };
  return new Linter().verify(code, [{ rules }]).map(({ message }) => message);
}

describe("lint rules of our own", () => {
  for (const { message, bad, good } of FIXTURES)
    it(`catch: ${message}`, () => {
      for (const code of [bad].flat()) expect(messagesOf(code), code).to.deep.equal([message]);
      expect(messagesOf(good)).to.deep.equal([]);
    });

  it("let secrets be revealed where somebody does, and nowhere else by a list that has grown stale", () => {
    const homes = CONFIG.flatMap(({ files = [], rules }) =>
      rules?.["no-restricted-syntax"] === undefined ? [] : files,
    );
    const named = homes.filter((path) => !path.includes("*"));
    expect(named).to.not.be.empty;
    for (const path of named)
      expect(readFileSync(new URL(`../${path}`, import.meta.url), "utf8"), path).to.contain(".reveal()");
  });

  it("find a module that is imported twice, but for its types", () => {
    const { rules } = CONFIG.find((part) => part.rules?.["no-duplicate-imports"] !== undefined) ?? {};
    const verify = (code: string): string[] =>
      new Linter()
        .verify(code, [
          {
            languageOptions: { parser: tseslint.parser as Linter.Parser },
            rules: { "no-duplicate-imports": rules?.["no-duplicate-imports"] as Linter.RuleEntry },
          },
        ])
        .map(({ ruleId }) => ruleId ?? "");
    const values = 'import { a } from "./a.ts";\n';
    expect(verify(`${values}import { b } from "./a.ts";`)).to.deep.equal(["no-duplicate-imports"]);
    expect(verify(`${values}import type { B } from "./a.ts";`)).to.deep.equal([]);
  });

  it("have a fixture each", () => {
    expect(FIXTURES.map(({ message }) => message)).to.have.members(ownRules().map(({ message }) => message));
  });
});
