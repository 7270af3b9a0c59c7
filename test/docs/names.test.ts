import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { listCommented, unknownInComments } from "../support/commented-names.ts";
import { readDocuments } from "../support/documents.ts";
import { unknownNames } from "../support/known-names.ts";

/** Decisions and the changelog tell of what was; these tell of what is. */
const DOCUMENTS = readDocuments("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/guides/*.md", "local/README.md");

describe("what the documents name", () => {
  for (const document of DOCUMENTS)
    it(`exists: ${document.path}`, () => expect(unknownNames(document)).to.deep.equal([]));

  it("is looked up (known bad: one of each)", () => {
    const wrong = [
      "`BERTH_NO_SUCH_SETTING`",
      "`berth_no_such_metric_total`",
      "`GET /no/such/path`",
      "`POST /clusters?no_such=1`",
      "`PATCH /clusters/{id}/stop`",
      "`berthctl destroy`",
      "`make money`",
      "`spec.noSuchField`",
      "`gateway.noSuchValue`",
      "`hosting.berth.dev/no-such-key`",
      "409 `no_such_error`",
      "404 `name_taken`",
      "`test/no-such.test.ts`",
      "docs/adr/9999",
    ];
    const fenced = "```sh\nberthctl doctor --yaml\n```";
    const found = unknownNames({ path: "bad.md", text: `${wrong.join("\n\n")}\n${fenced}\n` });
    const names = wrong.map((line) => line.replaceAll("`", ""));
    expect(found).to.have.members([...names, "berthctl doctor --yaml"]);
  });

  it("is taken where it exists (known good)", () => {
    const right = [
      "`BERTH_GIT_TOKEN_FILE` and `BERTH_VAULT_*`",
      "`berth_leader`",
      "`POST|GET /databases`",
      "`POST /deployments/{id}/stop|start|restart`",
      "`DELETE /clusters/{id}?cascade=true&wait=60`",
      "`berthctl backup FILE`",
      "`spec.backupSchedule`",
      "`settings.BERTH_GIT_URL`",
      "409 `name_taken`",
      "docs/adr/0001",
    ];
    expect(unknownNames({ path: "good.md", text: right.join("\n\n") })).to.deep.equal([]);
  });
});

describe("what comments name", () => {
  const root = join(import.meta.dirname, "../..");

  it("exists: files and decisions", () => {
    const paths = listCommented().filter((path) => path !== "test/docs/names.test.ts"); // its known bad stands in texts
    const read = paths.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
    const unknown = read.flatMap((file) => unknownInComments(file).map((name) => `${file.path}: ${name}`));
    expect(unknown).to.deep.equal([]);
    expect(read.length, "files that were read").to.be.above(1_000);
  });

  it("is looked up (known bad: one of each)", () => {
    const text = [
      "/** Writes over two stores (decisions.md 1). */",
      "/*",
      " * See docs/adr/9999 and ADR 9998.",
      " */",
      "const one = 1; // no-such-file.ts knows why",
      "# charts/berth/templates/_no-such.tpl",
      "/** The words are pydantic's (reference 9.1). */",
      'const two = "in-a-text.ts";',
    ].join("\n");
    expect(unknownInComments({ path: "api/bad.ts", text })).to.deep.equal([
      "decisions.md",
      "docs/adr/9999",
      "ADR 9998",
      "no-such-file.ts",
      "charts/berth/templates/_no-such.tpl",
      "reference 9.1",
    ]);
  });

  it("is taken where it exists (known good)", () => {
    const text = "/** As docs/adr/0014 says (run-write.ts, git/branch-writer.ts, ./app.ts, README.md). */";
    expect(unknownInComments({ path: "api/good.ts", text })).to.deep.equal([]);
  });
});
