import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { OPERATIONS } from "../../../contract/rest/all.ts";
import type { Operation } from "../../../contract/rest/operation.ts";

/*
 * A query member that its handler reads nowhere is accepted and does nothing. Lists whose filters are derived are held by
 * the compiler (filtersOf); of the others this asks that a member is named
 * 1. by the file of the handler, or
 * 2. where that hands its query on, by one of the files that it imports, or that these import.
 * It goes by words: a member that is called as something else there passes.
 */
const ROUTES = new URL("../../../api/routes/", import.meta.url);
const FILES = readdirSync(ROUTES, { recursive: true, encoding: "utf8" });
const PASSED_ON_DEPTH = 2;

const texts = new Map<string, string>();
function textOf(file: URL): string {
  const known = texts.get(file.href) ?? readFileSync(file, "utf8").replaceAll(/^\s*(\/\*\*|\*|\/\/).*$/gm, "");
  texts.set(file.href, known);
  return known;
}

function reachedFrom(file: URL, depth: number): readonly URL[] {
  const imported = depth === 0 ? [] : [...textOf(file).matchAll(/from "(\.[^"]+)"/g)];
  const urls = imported.map(([, path = ""]) => new URL(path, file)).filter(({ href }) => href.includes("/api/"));
  return [file, ...urls.flatMap((url) => reachedFrom(url, depth - 1))];
}

function fileOf({ operationId }: Operation): URL {
  const name = operationId.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return new URL(FILES.find((file) => file.endsWith(`/${name}.ts`)) ?? `${name}.ts`, ROUTES);
}

function unreadOf(operation: Operation, members: readonly string[]): string[] {
  const file = fileOf(operation);
  const own = textOf(file);
  if (/\btoFilter\(query\)|\bObject\.entries\(query\)/.test(own)) return [];
  const body = own.replace(/(async )?\((?:[^()]|\([^()]*\))*\)(?:: [^=]*?)? =>/, "=>");
  const isHandedOn = /\b(?:query|request)\b(?=\s*[,)}])/.test(body);
  const read = reachedFrom(file, isHandedOn ? PASSED_ON_DEPTH : 0).map(textOf);
  return members.filter((member) => !read.some((text) => new RegExp(`\\b${member}\\b`).test(text)));
}

const operationOf = (operationId: string): Operation =>
  OPERATIONS.find((operation) => operation.operationId === operationId) as Operation;

describe("query members", () => {
  it("are read by the handler of their operation each", () => {
    const unread = OPERATIONS.flatMap((operation) =>
      unreadOf(operation, Object.keys(operation.parameters.query.shape)).map(
        (member) => `${operation.operationId} reads no ${member}`,
      ),
    );
    expect(unread).to.deep.equal([]);
  });

  it("are told when nobody reads them (known bad: a member more)", () => {
    for (const operation of OPERATIONS.filter((one) => !/toFilter|Object\.entries\(query/.test(textOf(fileOf(one)))))
      expect(unreadOf(operation, ["of_tomorrow"]), operation.operationId).to.deep.equal(["of_tomorrow"]);
    expect(unreadOf(operationOf("listSessions"), ["limit", "engine"])).to.deep.equal(["engine"]);
    expect(unreadOf(operationOf("getSecret"), ["deployment_id", "follow"])).to.deep.equal(["follow"]);
    expect(unreadOf(operationOf("getCluster"), ["count"])).to.deep.equal(["count"]);
  });
});
