import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { compileCacheOf, writeBerth } from "../../local/shell-settings.ts";

const ROOT = join(import.meta.dirname, "../..");

describe("The command line of a home", function () {
  this.timeout(120_000);

  it("keeps what Node made of its sources, so that the next start costs less", async () => {
    const home = await mkdtemp(join(tmpdir(), "berth-home-"));
    try {
      await writeBerth(home, ROOT);
      const { stdout } = await promisify(execFile)(join(home, "bin", "berth"), ["--version"]);
      expect(stdout).to.match(/^\d+\.\d+\.\d+/);
      expect(await readdir(compileCacheOf(home))).not.to.deep.equal([]);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});
