import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { OPERATIONS } from "../../../contract/rest/all.ts";

const CONSOLE = fileURLToPath(new URL("../../../console/", import.meta.url));
/** Where something is made, changed or asked for at once, as addresses say it. */
const OFFERS = /\/new\b|\/import\b|\/invitations`?"?[ >]|[?&]do=/;
const LINK = /<a\s(?:[^>"`{]|"[^"]*"|`[^`]*`|\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*>/g;

/** Finds links that offer an operation and do not say which. */
function findUnsaid(text: string): readonly string[] {
  return [...text.matchAll(LINK)]
    .map(([link]) => link)
    .filter((link) => OFFERS.test(link) && !/data-operation=/.test(link));
}

/** Links are what the test of roles counts; one that does not say what it offers is counted as none. */
describe("Links of the console", () => {
  const sources = globSync("**/*.tsx", { cwd: CONSOLE, exclude: ["dist/**"] }).map((name) => ({
    name,
    text: readFileSync(`${CONSOLE}${name}`, "utf8"),
  }));

  it("say which operation they offer (known bad: one that does not)", () => {
    expect(sources.length).to.be.at.least(100);
    expect(findUnsaid('<a class="button" href="/clusters/new">')).to.have.length(1);
    expect(findUnsaid("<a href={`/deployments/${id}?do=sync`} aria-label={`Take ${name}`}>")).to.have.length(1);
    expect(findUnsaid('<a href="/clusters/new" data-operation="createCluster">')).to.deep.equal([]);
    for (const { name, text } of sources) expect(findUnsaid(text), name).to.deep.equal([]);
  });

  it("name operations that there are", () => {
    const known = new Set<string>(OPERATIONS.map(({ operationId }) => operationId));
    const named = sources.flatMap(({ text }) =>
      [...text.matchAll(/data-operation="([^"]+)"/g)].map(([, id]) => id ?? ""),
    );
    expect(named.length).to.be.at.least(8);
    expect(named.filter((one) => !known.has(one))).to.deep.equal([]);
  });
});
