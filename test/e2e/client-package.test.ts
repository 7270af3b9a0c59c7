import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { clientErrors, clientOperations, clientTypes } from "../../scripts/client-types.ts";
import { packClient } from "../../scripts/pack-client.ts";
import { startPlatform } from "../support/platform.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** The main story by the client as people get it: packed, installed into an empty project, compiled and run there. */
describe("the packed client", function () {
  this.timeout(900_000);
  let home: string;

  before(() => {
    home = mkdtempSync(join(tmpdir(), "berth-client-"));
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  it("has the types of the document as it is now", async () => {
    const isFresh =
      read("client/generated/paths.ts") === (await clientTypes()) &&
      read("client/generated/operations.ts") === clientOperations() &&
      read("client/generated/error-status.ts") === clientErrors();
    expect(isFresh, "client/generated is stale: run make generate").to.equal(true);
  });

  it("has the versions of the platform and of what the platform was tested with", () => {
    type Manifest = Readonly<{
      version: string;
      dependencies: Record<string, string>;
      devDependencies: Record<string, string>;
    }>;
    const client = JSON.parse(read("client/package.json")) as Manifest;
    const platform = JSON.parse(read("package.json")) as Manifest;
    expect(client.version).to.equal(platform.version);
    for (const [name, version] of Object.entries(client.dependencies))
      expect(platform.devDependencies[name], name).to.equal(version);
  });

  it("tells the main story from an empty project", async () => {
    const tarball = await packClient(home);
    const project = join(home, "project");
    cpSync(join(ROOT, "test/fixtures/client-story"), project, { recursive: true });
    const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball];
    await run("npm", install, { cwd: project });
    const types = join(ROOT, "node_modules/@types");
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    await run(process.execPath, [tsc, "-p", project, "--typeRoots", types]);
    const { url } = await startPlatform();
    const { stdout } = await run(process.execPath, ["story.ts"], {
      cwd: project,
      env: { ...process.env, BERTH_URL: url },
    });
    expect(stdout.trim().split("\n")).to.deep.equal([
      "signed in",
      "cluster runs",
      "deployment runs",
      "deployment changed",
      "read back",
      "deleted",
    ]);
  });
});
