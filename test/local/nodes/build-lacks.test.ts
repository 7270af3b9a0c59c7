import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { findBuildLacks, type Run } from "../../../local/nodes/build-lacks.ts";

describe("What a machine lacks to build a node's programs", () => {
  let cacheDir: string;
  beforeEach(async () => {
    cacheDir = await mkdtemp(join(tmpdir(), "berth-lacks-"));
  });
  afterEach(() => rm(cacheDir, { recursive: true }));

  const say = async (succeeds: (line: string) => boolean): Promise<readonly string[]> => {
    const run: Run = ({ command, args }) => {
      const code = succeeds([command, ...args].join(" ")) ? 0 : 1;
      // Some ways to run answer a code for a program that is not there, some fail.
      return code === 1 && command === "go"
        ? Promise.reject(new Error("ENOENT"))
        : Promise.resolve({ code, output: "" });
    };
    return (await findBuildLacks(cacheDir, run)).map(({ what, remedy }) => `${what}: ${remedy}`);
  };

  it("is nothing where all is there", async () => {
    expect(await say(() => true)).to.deep.equal([]);
  });

  it("is told a line each, with what to install", async () => {
    expect(await say(() => false)).to.deep.equal([
      "there is no Go to build a node's programs with: install Go 1.26 or newer",
      "there is no gcc to build runc with: install gcc and libseccomp-dev",
    ]);
  });

  it("knows a compiler without the headers", async () => {
    expect(await say((line) => !line.includes("seccomp.h"))).to.deep.equal([
      "there is no seccomp.h to build runc with: install libseccomp-dev",
    ]);
  });
});
