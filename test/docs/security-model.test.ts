import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { GATEWAY_SETTINGS } from "../../api/config.ts";
import { RIGHT_HOLDERS } from "../../contract/rights.ts";
import { OPERATOR_SETTINGS } from "../../operator/config.ts";
import { readDocuments } from "../support/documents.ts";

const SECRETS: Readonly<Record<string, readonly string[]>> = {
  gateway: GATEWAY_SETTINGS.secrets,
  operator: OPERATOR_SETTINGS.secrets,
};

/** Reads the rows of the table under a heading; the head apart. */
function rowsUnder(heading: string, text: string): string[][] {
  const section = text.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(1).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Says what differs between the credentials that the model tells of and those that the processes have. */
function credentialFaults(text: string): string[] {
  const told = rowsUnder("Credentials of the platform", text).flatMap(([name = "", holders = ""]) =>
    holders.split(", ").map((holder) => `${holder} holds ${name.replaceAll("`", "")}`),
  );
  const held = Object.entries(SECRETS).flatMap(([holder, names]) => names.map((name) => `${holder} holds ${name}`));
  return [
    ...held.filter((fact) => !told.includes(fact)).map((fact) => `untold: ${fact}`),
    ...told.filter((fact) => !held.includes(fact)).map((fact) => `untrue: ${fact}`),
  ];
}

/** Names the rows of the ASVS table whose test is not there: a file without a test of that name, or none named. */
function missingTests(text: string): string[] {
  return rowsUnder("ASVS 4.0.3, level 2", text).flatMap(([row = "", , , shown = ""]) => {
    const [, path = "", title = ""] = /^`(test\/[\w/.-]+\.test\.ts)`: (.+)$/.exec(shown) ?? [];
    const source = readSource(path);
    return title !== "" && source.includes(`it("${title}"`) ? [] : `${row}: ${shown}`;
  });
}

function readSource(path: string): string {
  const file = join(import.meta.dirname, "../..", path);
  return path !== "" && existsSync(file) ? readFileSync(file, "utf8") : "";
}

describe("the security model", () => {
  const text = readDocuments("docs/guides/security-model.md")[0]?.text ?? "";

  it("has a row for each process with rights, with its account and a link to exactly its rights", () => {
    const rows = rowsUnder("Components", text);
    const reference = readDocuments("docs/reference/rights.md")[0]?.text ?? "";
    for (const [holder, account] of Object.entries(RIGHT_HOLDERS)) {
      const row = rows.find(([name]) => name === holder);
      expect(row?.[1], holder).to.equal(`\`${account}\``);
      expect(row?.[2], holder).to.contain(`(../reference/rights.md#${holder})`);
      expect(reference).to.contain(`\n## ${holder}\n\nAccount and role: \`${account}\`.`);
    }
    const withRights = rows.filter((row) => row[2]?.includes("rights.md#")).map(([name]) => name);
    expect(withRights).to.deep.equal(Object.keys(RIGHT_HOLDERS));
  });

  it("says of each component what somebody gets who has taken it", () => {
    for (const row of rowsUnder("Components", text)) {
      expect(row, row[0]).to.have.length(6);
      expect(row[5]?.length, row[0]).to.be.greaterThan(20);
    }
  });

  it("names for each row of ASVS the test that shows it, and that test is there", () => {
    expect(rowsUnder("ASVS 4.0.3, level 2", text).length).to.be.greaterThan(20);
    expect(missingTests(text)).to.deep.equal([]);
  });

  it("would be found out if a test had another name, or went (known bad)", () => {
    const renamed = text.replace(": lock an account for themselves alone", ": lock everybody out");
    expect(missingTests(renamed)).to.deep.equal(["2.2.1: `test/api/login-limits.test.ts`: lock everybody out"]);
    const gone = text.replace("`test/api/fresh-proof.test.ts`", "`test/api/no-such.test.ts`");
    expect(missingTests(gone).map((row) => row.slice(0, 6))).to.deep.equal(["3.7.1:"]);
  });

  it("tells of every credential who holds it", () => {
    expect(credentialFaults(text)).to.deep.equal([]);
  });

  it("would be found out if it did not (known bad)", () => {
    const bad = text.replace("| `BERTH_GIT_TOKEN` | operator |", "| `BERTH_GIT_TOKEN` | gateway |");
    expect(credentialFaults(bad)).to.deep.equal([
      "untold: operator holds BERTH_GIT_TOKEN",
      "untrue: gateway holds BERTH_GIT_TOKEN",
    ]);
  });
});
