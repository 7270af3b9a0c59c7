import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect } from "chai";
import { architectureOf } from "../../../local/images/describe-image.ts";
import { findLibraries } from "../../../scripts/release/find-libraries.ts";
import { readElf } from "../../../scripts/release/read-elf.ts";
import { librariesOf } from "../../../scripts/runtime-root.ts";
import { makeForeignProgram } from "../../support/foreign-program.ts";

describe("What a program says of itself", () => {
  let dir: string;
  before(async () => void (dir = await mkdtemp(join(tmpdir(), "berth-elf-"))));
  after(() => rm(dir, { recursive: true, force: true }));

  const written = async (content: Buffer | string): Promise<string> => {
    const path = join(dir, "program");
    await writeFile(path, content);
    return path;
  };

  it("is for which processor it is, also of one that this machine does not have", async () => {
    const own = architectureOf();
    expect((await readElf(process.execPath))?.architecture).to.equal(own);
    const foreign = await readElf(await written(makeForeignProgram()));
    expect(foreign?.architecture).to.equal(own === "amd64" ? "arm64" : "amd64");
    const unknown = makeForeignProgram();
    unknown.writeUInt16LE(243, 18);
    expect((await readElf(await written(unknown)))?.architecture).to.equal(undefined);
  });

  it("is nothing where it is none", async () => {
    for (const content of ["", "#!/bin/sh\n", Buffer.alloc(64), makeForeignProgram().subarray(0, 40)])
      expect(await readElf(await written(content))).to.equal(undefined);
  });

  it("are the libraries that the loader finds for it", async function () {
    if (process.platform !== "linux") this.skip();
    const triplet = process.arch === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
    // The loader itself lies in a folder of its own with one processor.
    const loader = (await readElf(process.execPath))?.interpreter ?? "";
    const wanted = (await librariesOf([process.execPath])).map((path) => basename(path));
    const found = await findLibraries([process.execPath], "/", triplet);
    expect([...found.keys()].map((path) => basename(path))).to.have.members(wanted);
    expect([...found.keys()]).to.include(loader);
    const missing = findLibraries([process.execPath], dir, triplet).then(
      () => "found",
      (error: unknown) => String(error),
    );
    expect(await missing).to.match(/\.so.*, which node loads, is in none of the packages/);
  });
});
