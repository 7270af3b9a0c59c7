import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { askByDocker, assertPinned, pinBaseImage, readBaseImage } from "../../scripts/base-image.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ONE = `sha256:${"1".repeat(64)}`;
const OTHER = `sha256:${"2".repeat(64)}`;

async function refused(what: Promise<unknown>): Promise<string> {
  return what.then(
    () => expect.fail("it was accepted"),
    (error: unknown) => (error as Error).message,
  );
}

describe("The image that ours are built from", () => {
  let root: string;
  const write = async (...bases: readonly string[]): Promise<void> => {
    for (const [index, folder] of ["api", "operator"].entries()) {
      await mkdir(join(root, folder), { recursive: true });
      await writeFile(
        join(root, folder, "Dockerfile"),
        `# Ours\nARG NODE=${bases[index] ?? ""}\n\nFROM \${NODE} AS build\n`,
      );
    }
  };
  beforeEach(async () => (root = await mkdtemp(join(tmpdir(), "berth-base-"))));
  afterEach(() => rm(root, { recursive: true, force: true }));

  it("is one for both, at the version of Node that everything is tried with", async () => {
    const { image } = await readBaseImage(ROOT);
    const version = /^NODE_VERSION := (\S+)$/m.exec(await readFile(join(ROOT, "Makefile"), "utf8"))?.[1];
    expect(image).to.equal(`node:${version ?? ""}-trixie-slim`);
    await write("node:1", "node:2");
    expect(await refused(readBaseImage(root))).to.contain("different images");
    await write("node:1", `node:1@${ONE}`);
    expect(await refused(readBaseImage(root))).to.contain("different images");
  });

  it("is pinned to what the registry has, in both, and nothing else is changed", async () => {
    await write("node:1-slim", "node:1-slim");
    expect(await pinBaseImage(root, () => Promise.resolve(`${ONE}\n`))).to.equal(ONE);
    for (const folder of ["api", "operator"])
      expect(await readFile(join(root, folder, "Dockerfile"), "utf8")).to.equal(
        `# Ours\nARG NODE=node:1-slim@${ONE}\n\nFROM \${NODE} AS build\n`,
      );
    await pinBaseImage(root, () => Promise.resolve(OTHER));
    expect((await readBaseImage(root)).digest).to.equal(OTHER);
  });

  it("is refused for a release while it is a tag alone, or when the tag means another content", async () => {
    await write("node:1-slim", "node:1-slim");
    expect(await refused(assertPinned(root))).to.contain("pin-base-image.ts");
    await pinBaseImage(root, () => Promise.resolve(ONE));
    await assertPinned(root);
    await assertPinned(root, () => Promise.resolve(ONE));
    expect(await refused(assertPinned(root, () => Promise.resolve(OTHER)))).to.contain("built anew");
  });

  it("is refused by the build while it is a tag alone, unless that was asked for", async () => {
    for (const file of ["api/Dockerfile", "operator/Dockerfile"]) {
      const line = /^RUN (case .*)$/m.exec(await readFile(join(ROOT, file), "utf8"))?.[1] ?? "";
      const build = (env: Record<string, string>): ReturnType<typeof spawnSync> =>
        spawnSync("/bin/sh", ["-c", line], { env, encoding: "utf8" });
      const unpinned = build({ NODE: "node:1", UNPINNED: "" });
      expect([unpinned.status, unpinned.stderr].join(" ")).to.match(/^1 node:1 has no digest: .*pin-base-image/);
      expect(build({ NODE: `node:1@${ONE}`, UNPINNED: "" }).status).to.equal(0);
      expect(build({ NODE: "node:1", UNPINNED: "yes" }).status).to.equal(0);
    }
  });

  it("is never pinned to what is no digest", async () => {
    await write("node:1-slim", "node:1-slim");
    expect(await refused(pinBaseImage(root, () => Promise.resolve("<nil>")))).to.contain("no digest");
    expect((await readBaseImage(root)).digest).to.equal(undefined);
  });

  it("is asked for by Docker's own client", async () => {
    await writeFile(
      join(root, "docker"),
      `#!/bin/sh\n[ "$*" = "buildx imagetools inspect node:1 --format {{.Manifest.Digest}}" ] && echo ${ONE}\n`,
    );
    await chmod(join(root, "docker"), 0o755);
    const before = process.env["PATH"];
    process.env["PATH"] = [root, before].join(delimiter);
    try {
      expect((await askByDocker("node:1")).trim()).to.equal(ONE);
    } finally {
      process.env["PATH"] = before;
    }
  });
});
