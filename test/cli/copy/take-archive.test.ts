import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { pack, type Header } from "tar-stream";
import { makeArchive } from "../../../cli/copy/make-archive.ts";
import { takeArchive, type Copied } from "../../../cli/copy/take-archive.ts";

const LIMITS = { bytes: 10_000, entries: 20 };
type Sent = Partial<Header> & Readonly<{ name: string; content?: string }>;

describe("an archive that a container sends", () => {
  let home: string;
  let target: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "berth-copy-"));
    target = join(home, "here", "log");
    mkdirSync(join(home, "here"));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  function take(sent: readonly Sent[], limits = LIMITS): Promise<Copied> {
    const archive = pack();
    for (const { content = "", ...header } of sent) archive.entry(header, content);
    archive.finalize();
    return takeArchive({ archive: archive as unknown as AsyncIterable<Uint8Array>, root: "log", target, limits });
  }
  const refusal = (sent: readonly Sent[], limits = LIMITS): Promise<string> =>
    take(sent, limits).then(
      () => "taken",
      (error: unknown) => (error as Error).message,
    );
  const read = (...path: string[]): string => readFileSync(join(target, ...path), "utf8");

  it("is made as files and folders, without rights that nobody gives away", async () => {
    const copied = await take([
      { name: "log", type: "directory" },
      { name: "log/a.txt", content: "one", mode: 0o4755 },
      { name: "./log/deep/er/b.txt", content: "two" },
    ]);
    expect(copied).to.deep.equal({ files: 2, bytes: 6, leftOut: [] });
    expect([read("a.txt"), read("deep", "er", "b.txt")]).to.deep.equal(["one", "two"]);
    expect(lstatSync(join(target, "a.txt")).mode & 0o7000).to.equal(0);
  });

  it("is one file where one was asked for", async () => {
    expect(await take([{ name: "log", content: "all" }])).to.include({ files: 1, bytes: 3 });
    expect(readFileSync(target, "utf8")).to.equal("all");
  });

  it("is refused where a name leads elsewhere, and nothing is written there", async () => {
    const names = ["log/../../evil", "../evil", "/evil", "/log/evil", "log/a/../../../evil", "evil", ".ssh/evil"];
    for (const name of [...names, "log/..", "log/a\\..\\evil", "log/C:evil", `log/${"x".repeat(300)}`])
      expect(await refusal([{ name, content: "bad" }]), name).to.contain("which was refused");
    expect(await refusal([{ name: `log/${"d/".repeat(80)}x`, content: "bad" }])).to.contain("too deep");
    for (const place of [join(home, "evil"), join(home, "here", "evil"), "/evil"])
      expect(existsSync(place), place).to.equal(false);
  });

  it("leaves links, devices and pipes out, and says so", async () => {
    const { files, leftOut } = await take([
      { name: "log/link", type: "symlink", linkname: "/etc/passwd" },
      { name: "log/second", type: "link", linkname: "/etc/passwd" },
      { name: "log/null", type: "character-device", devmajor: 1, devminor: 3 },
      { name: "log/disk", type: "block-device" },
      { name: "log/pipe", type: "fifo" },
      { name: "log/kept", content: "kept" },
    ]);
    expect(files).to.equal(1);
    expect(leftOut).to.deep.equal([
      "log/link: a link",
      "log/second: a second name of a file",
      "log/null: a device",
      "log/disk: a device",
      "log/pipe: a pipe",
    ]);
    for (const name of ["link", "second", "null", "disk", "pipe"])
      expect(lstatSync(join(target, name), { throwIfNoEntry: false }), name).to.equal(undefined);
  });

  it("writes through no link that lies here already", async () => {
    const outside = join(home, "outside");
    mkdirSync(outside);
    writeFileSync(join(home, "precious"), "precious");
    mkdirSync(target);
    symlinkSync(outside, join(target, "folder"));
    symlinkSync(join(home, "precious"), join(target, "file"));
    expect(await refusal([{ name: "log/folder/evil", content: "bad" }])).to.contain("it is no folder");
    expect(await refusal([{ name: "log/file", content: "bad" }])).to.contain("is a link");
    expect(existsSync(join(outside, "evil"))).to.equal(false);
    expect(readFileSync(join(home, "precious"), "utf8")).to.equal("precious");
  });

  it("ends where it is larger, or more, than was allowed", async () => {
    const large = "x".repeat(6_000);
    const two = ["a", "b"].map((name) => ({ name: `log/${name}`, content: large }));
    expect(await refusal(two)).to.contain("larger than --max-mb");
    const many = Array.from({ length: 21 }, (_, index) => ({ name: `log/${index}` }));
    expect(await refusal(many)).to.contain("more than 20 files");
  });

  it("is one that broke off where it did not come to its end", async () => {
    const archive = pack();
    archive.entry({ name: "log/a" }, "whole");
    archive.finalize();
    const parts: Uint8Array[] = [];
    for await (const part of archive as unknown as AsyncIterable<Uint8Array>) parts.push(part);
    const half = Buffer.concat(parts).subarray(0, 514);
    const broken = (async function* () {
      await Promise.resolve();
      yield half;
    })();
    const taken = takeArchive({ archive: broken, root: "log", target, limits: LIMITS });
    expect(await taken.then(String, (error: unknown) => (error as Error).message)).to.match(/end of data/i);
  });

  it("of ours is the same folder again, without its links", async () => {
    const source = join(home, "source");
    mkdirSync(join(source, "deep"), { recursive: true });
    writeFileSync(join(source, "a"), "one");
    writeFileSync(join(source, "deep", "empty"), "");
    symlinkSync("/etc/passwd", join(source, "link"));
    const { bytes, done } = makeArchive({ source, name: "log", limits: LIMITS });
    expect(await takeArchive({ archive: bytes, root: "log", target, limits: LIMITS })).to.include({
      files: 2,
      bytes: 3,
    });
    expect(await done).to.deep.equal({ files: 2, bytes: 3, leftOut: ["log/link: a link"] });
    expect([read("a"), read("deep", "empty")]).to.deep.equal(["one", ""]);
    const tooLarge = makeArchive({ source, name: "log", limits: { bytes: 2, entries: 20 } });
    const taken = takeArchive({ archive: tooLarge.bytes, root: "log", target, limits: LIMITS });
    expect(await taken.then(String, (error: unknown) => (error as Error).message)).to.contain("larger than --max-mb");
  });
});
