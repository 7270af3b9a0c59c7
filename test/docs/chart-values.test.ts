import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { expect } from "chai";
import { parse } from "yaml";
import { blocksOf, readDocuments, type Document } from "../support/documents.ts";
import { mergePatch } from "../support/json-patch.ts";

const read = (file: string): string => readFileSync(new URL(`../../charts/berth/${file}`, import.meta.url), "utf8");
const validate = new Ajv({ strict: false, allErrors: true }).compile(JSON.parse(read("values.schema.json")) as object);
const DEFAULTS: unknown = parse(read("values.yaml"));
/** A file of values as guides have a shell write it. */
const VALUES = /> berth-values\.yaml <<VALUES\n([\s\S]*?)^VALUES$/gm;

/** Lists what the chart would refuse of the values that guides show, and how many files there were. */
function judge(guides: readonly Document[]): { files: number; refused: string[] } {
  const files = guides.flatMap(blocksOf).flatMap(({ document, text }) =>
    [...text.matchAll(VALUES)].map(([, values = ""]) => ({
      document,
      values: mergePatch(DEFAULTS, parse(values.replaceAll("$GIT_URL", "https://git.example.org/delivery.git"))),
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
