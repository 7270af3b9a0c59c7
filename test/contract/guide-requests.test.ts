import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { parseRequest } from "../../api/http/parse-request.ts";
import { OPERATIONS } from "../../contract/rest/all.ts";
import type { Operation } from "../../contract/rest/operation.ts";

const FOLDER = new URL("../../docs/guides/", import.meta.url);

/** Is one `curl` of a guide. */
type Shown = Readonly<{ guide: string; method: string; path: string; search: string; body: unknown }>;

/** Reads the requests of a guide: `curl -X METHOD "$API/path?query" … -d 'JSON'`. */
function requestsOf(guide: string, text: string): Shown[] {
  return text
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.startsWith("curl "))
    .map((line) => {
      const url = new URL((/"\$API([^"]*)"/.exec(line)?.[1] ?? "").replace(/^/, "http://x"));
      const sent = / -d '([^']*)'/.exec(line)?.[1];
      return {
        guide,
        method: (/ -X ([A-Z]+)/.exec(line)?.[1] ?? "GET").toLowerCase(),
        path: url.pathname,
        search: url.search.slice(1),
        body: sent === undefined ? undefined : (JSON.parse(sent) as unknown),
      };
    });
}

function operationOf({ method, path }: Shown): Operation | undefined {
  return OPERATIONS.find(
    (one) => one.method === method && new RegExp(`^${one.path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path),
  );
}

/** Says what is wrong with a request; undefined when the gateway would take it. */
function faultOf(shown: Shown): string | undefined {
  const operation = operationOf(shown);
  if (operation === undefined) return "there is no such operation";
  const names = [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const values = new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, "([^/]+)")}$`).exec(shown.path) ?? [];
  const path = Object.fromEntries(names.map((name, index) => [name, values[index + 1] ?? ""]));
  try {
    parseRequest(operation, { path, search: shown.search, headers: {}, body: shown.body });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe("the requests of the guides", () => {
  const shown = readdirSync(FOLDER).flatMap((name) => requestsOf(name, readFileSync(new URL(name, FOLDER), "utf8")));

  it("are ones that the gateway takes", () => {
    expect(shown.length).to.be.greaterThan(8);
    const wrong = shown.flatMap((one) => {
      const fault = faultOf(one);
      return fault === undefined ? [] : [`${one.guide}: ${one.method} ${one.path}: ${fault}`];
    });
    expect(wrong).to.deep.equal([]);
  });

  it("would be found out if they were not (known bad)", () => {
    const bad = requestsOf("bad", 'curl -X POST "$API/databases" -d \'{"name": "x"}\'\ncurl "$API/nothing"');
    expect(bad.map(faultOf)).to.have.length(2).and.not.include(undefined);
  });
});
