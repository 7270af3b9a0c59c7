import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { packCli } from "../../scripts/pack-cli.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const versionIn = (path: string): string =>
  (JSON.parse(readFileSync(join(ROOT, path), "utf8")) as { version: string }).version;

/** The command line as people get it: packed, installed into an empty project without a registry, and run there. */
describe("the packed command line", function () {
  this.timeout(240_000);
  let home: string;

  before(() => {
    home = mkdtempSync(join(tmpdir(), "berth-cli-package-"));
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  it("needs nothing beside itself, and has the platform's version", async () => {
    const tarball = await packCli(home);
    writeFileSync(join(home, "package.json"), '{ "private": true }');
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball], { cwd: home });
    const berth = async (...args: string[]): Promise<string> => {
      const env = { PATH: process.env["PATH"], HOME: home, BERTH_URL: "http://127.0.0.1:1" };
      const { stdout } = await run(join(home, "node_modules/.bin/berth"), args, { env });
      return stdout;
    };
    expect(await berth("--version")).to.equal(`${versionIn("package.json")}\n`);
    expect(versionIn("cli/package.json")).to.equal(versionIn("package.json"));
    expect(await berth("deploy", "--help")).to.include("--image");
    const refused = await berth("deploy", "-f", "nothing.yaml").catch(
      (fault: unknown) => fault as { code: number; stderr: string },
    );
    expect(refused).to.include({ code: 2, stderr: "nothing.yaml cannot be read: there is no such file.\n" });
    const file = join(home, "pod.yaml");
    writeFileSync(file, "apiVersion: v1\nkind: Pod\n");
    const parsed = await berth("plan", "-f", file).catch((fault: unknown) => fault as { stderr: string });
    expect(parsed).to.have.property("stderr").that.includes("deploy takes a Deployment");
    expect(readFileSync(join(home, "node_modules/@berth/cli/LICENSES.txt"), "utf8"))
      .to.include("commander")
      .and.include("yaml");
  });
});
