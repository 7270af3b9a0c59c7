import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import { cruise, type ICruiseOptions, type ICruiseResult } from "dependency-cruiser";

const ROOT = join(import.meta.dirname, "..");
const FIXTURES = join(ROOT, "test/fixtures/depcruise");
type Rules = Readonly<{ forbidden: readonly Readonly<{ name: string }>[]; options: ICruiseOptions }>;

describe("import rules", function () {
  this.timeout(300_000);
  let rules: Rules;
  before(async () => {
    const loaded = (await import(pathToFileURL(join(ROOT, ".dependency-cruiser.mjs")).href)) as { default: Rules };
    rules = loaded.default;
  });

  it("has a fixture for every rule", () => {
    expect(readdirSync(FIXTURES).sort()).to.deep.equal(rules.forbidden.map((rule) => rule.name).sort());
  });

  for (const name of readdirSync(FIXTURES)) {
    it(`catches a breach of ${name}`, async () => {
      const { forbidden, options } = rules;
      const result = await cruise(["."], {
        ...options,
        validate: true,
        ruleSet: { forbidden } as never,
        baseDir: join(FIXTURES, name),
      });
      const broken = (result.output as ICruiseResult).summary.violations.map((violation) => violation.rule.name);
      expect(broken).to.include(name);
    });
  }
});
