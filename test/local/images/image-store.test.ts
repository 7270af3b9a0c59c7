import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { readFolderEntries } from "../../../local/images/folder-entries.ts";
import { ImageStore } from "../../../local/images/image-store.ts";
import type { LayerEntry } from "../../../local/images/layer-entry.ts";

const CONFIG = { Entrypoint: ["/hello"], User: "65532:65532" };
const HELLO: readonly LayerEntry[] = [
  { type: "file", path: "hello", mode: 0o755, content: "#!/bin/sh\necho hello\n" },
  { type: "folder", path: "tmp", mode: 0o1777 },
  { type: "link", path: "bin/hi", mode: 0o777, target: "/hello" },
];
/** Other digests would be other images under the same names on every machine. */
const HELLO_LAYER = "sha256:921a8b3adf412cfaaa3ee97f4a681430c7f952e26b2dedb64919b28371b7887e";
const HELLO_IMAGE = "sha256:e97b68ab10029608971197b4c5ca487d01b8e0958d3390d103e6249dc9c67362";

describe("ImageStore", () => {
  let dir: string;
  let store: ImageStore;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-images-"));
    store = new ImageStore(join(dir, "images"));
  });

  afterEach(() => rm(dir, { recursive: true, force: true }));

  const make = (entries: readonly LayerEntry[] = HELLO): Promise<string> =>
    store.put("hello:1", { layers: [entries], config: CONFIG, architecture: "amd64" });

  it("gives a known image its known digest, in whatever order its members come", async () => {
    expect(await make()).to.equal(HELLO_IMAGE);
    expect(await make([...HELLO].reverse())).to.equal(HELLO_IMAGE);
    expect(await store.findBlob(HELLO_LAYER)).to.be.a("string");
  });

  it("keeps every blob under its own digest, from the name down to the layer", async () => {
    await make();
    const manifest = await readBlob((await store.find("docker.io/library/hello:1"))!.digest);
    const { config, layers } = JSON.parse(manifest.toString()) as Manifest;
    const described = JSON.parse((await readBlob(config.digest)).toString()) as { rootfs: { diff_ids: string[] } };
    for (const { digest, size } of layers) expect((await readBlob(digest)).length).to.equal(size);
    expect(described.rootfs.diff_ids).to.deep.equal(layers.map(({ digest }) => digest));
  });

  it("lets a name lead to the newest image of it, and knows none by a name that was not given", async () => {
    const first = await make();
    const second = await make([{ ...HELLO[0]!, type: "file", content: "other" }]);
    expect(second).not.to.equal(first);
    expect((await store.find("docker.io/library/hello:1"))?.digest).to.equal(second);
    expect(await store.has(["hello:1"])).to.equal(true);
    expect(await store.has(["hello:1", "hello:2"])).to.equal(false);
  });

  it("keeps all names when many images are made at once", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `many:${index}`);
    await Promise.all(names.map((name) => store.put(name, { layers: [HELLO], config: CONFIG })));
    expect(await store.has(names)).to.equal(true);
  });

  it("leaves nothing behind and names nothing when a member cannot be read", async () => {
    const gone: LayerEntry = { type: "copy", path: "a", mode: 0o644, from: join(dir, "gone"), sizeBytes: 3 };
    const failure = await make([gone]).catch((error: unknown) => error as NodeJS.ErrnoException);
    expect(failure).to.have.property("code", "ENOENT");
    expect(await store.has(["hello:1"])).to.equal(false);
  });

  it("reads a folder with its links as links: what they lead to on this machine is not looked at", async () => {
    const tree = join(dir, "tree");
    await mkdir(join(tree, "etc"), { recursive: true });
    await writeFile(join(tree, "etc", "hostname"), "berth\n", { mode: 0o600 });
    await symlink("/etc/shadow", join(tree, "etc", "secret"));
    await mkdir(join(tree, "doc"));
    const entries = await readFolderEntries(tree, /^doc(?:\/|$)/);
    expect(entries.map(({ type, path }) => `${type} ${path}`).sort()).to.deep.equal([
      "copy etc/hostname",
      "folder etc",
      "link etc/secret",
    ]);
    await make(entries);
  });

  it("finds no blob by what is no digest", async () => {
    await make();
    for (const digest of [
      "",
      "sha256:",
      `sha256:../../index.json`,
      `md5:${"0".repeat(64)}`,
      `sha256:${"0".repeat(64)}`,
    ])
      expect(await store.findBlob(digest)).to.equal(undefined);
  });

  async function readBlob(digest: string): Promise<Buffer> {
    const content = await readFile((await store.findBlob(digest))!);
    expect(`sha256:${createHash("sha256").update(content).digest("hex")}`).to.equal(digest);
    return content;
  }
});

type Manifest = { config: { digest: string }; layers: { digest: string; size: number }[] };
