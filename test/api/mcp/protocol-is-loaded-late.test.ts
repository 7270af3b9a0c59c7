import { globSync, readFileSync } from "node:fs";
import { expect } from "chai";

const ROOT = new URL("../../../", import.meta.url).pathname;

/** Files of the gateway that match; the statement of an import may have several lines. */
function filesWith(pattern: RegExp): string[] {
  return globSync("api/**/*.ts", { cwd: ROOT }).filter((file) => pattern.test(readFileSync(`${ROOT}${file}`, "utf8")));
}

describe("The protocol of agents", () => {
  it("is loaded with the first message, not with the gateway", () => {
    expect(filesWith(/from "@modelcontextprotocol\//)).to.deep.equal(["api/mcp/agent-server.ts"]);
    expect(filesWith(/agent-server\.ts"/)).to.deep.equal(["api/mcp/serve-mcp.ts"]);
    const door = readFileSync(`${ROOT}api/mcp/serve-mcp.ts`, "utf8");
    expect(door.match(/^import .*agent-server\.ts";$/m)?.[0]).to.match(/^import type /);
    expect(door).to.include('import("./agent-server.ts")');
  });
});
