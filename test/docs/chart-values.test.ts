import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect } from "chai";
import { parse } from "yaml";
import { blocksOf, readDocuments, type Document } from "../support/documents.ts";

const read = (file: string): string => readFileSync(new URL(`../../charts/berth/${file}`, import.meta.url), "utf8");
const validate = new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(read("values.schema.json")) as object);
const DEFAULTS: unknown = parse(read("values.yaml"));
/** A file of values as guides have a shell write it. */
const VALUES = /> berth-values\.yaml <<VALUES\n([\s\S]*?)^VALUES$/gm;

/** As Helm does: what is said stands over the chart's own. */
function over(said: unknown, own: unknown): unknown {
  if (!isMap(said) || !isMap(own)) return said === undefined ? own : said;
  const names = [...new Set([...Object.keys(own), ...Object.keys(said)])];
  return Object.fromEntries(names.map((name) => [name, over(said[name], own[name])]));
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lists what the chart would refuse of the values that guides show, and how many files there were. */
function judge(guides: readonly Document[]): { files: number; refused: string[] } {
  const files = guides.flatMap(blocksOf).flatMap(({ document, text }) =>
    [...text.matchAll(VALUES)].map(([, values = ""]) => ({
      document,
      values: over(parse(values.replaceAll("$GIT_URL", "https://git.example.org/delivery.git")), DEFAULTS),
    })),
  );
  const refused = files.flatMap(({ document, values }) =>
    validate(values) ? [] : (validate.errors ?? []).map((fault) => `${document}${fault.instancePath} ${fault.message}`),
  );
  return { files: files.length, refused };
}

describe("The chart's values in guides", () => {
  it("are such as the chart takes, also where nobody installs by them", () => {
    const { files, refused } = judge(readDocuments("docs/guides/*.md"));
    expect(files).to.be.at.least(2);
    expect(refused).to.deep.equal([]);
  });

  it("would be found out (known bad): a setting that does not exist", () => {
    const text = "```sh\ncat > berth-values.yaml <<VALUES\nsettings: { BERTH_NO_SUCH: a }\nVALUES\n```\n";
    const { refused } = judge([{ path: "bad.md", text }]);
    expect(refused.join()).to.include("bad.md/settings");
  });
});
