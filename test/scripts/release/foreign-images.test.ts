import { mkdtemp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { readDebianPackages } from "../../../local/images/debian-tree.ts";
import { architectureOf, type Architecture } from "../../../local/images/describe-image.ts";
import { assembleRelease, makeImages } from "../../../scripts/release/assemble-release.ts";
import { fetchForeignMachine } from "../../../scripts/release/foreign-machine.ts";
import { nameOf, OciLayout } from "../../../scripts/release/oci-layout.ts";
import { readElf } from "../../../scripts/release/read-elf.ts";
import { readReleaseSetting } from "../../../scripts/release/release-setting.ts";
import { runCommand } from "../../../scripts/release/run-command.ts";

const ROOT = join(import.meta.dirname, "../../..");
const OWN = architectureOf();
const OTHER: Architecture = OWN === "amd64" ? "arm64" : "amd64";
const EMULATOR = { amd64: "qemu-x86_64-static", arm64: "qemu-aarch64-static" }[OTHER];
const NAMES = ["berth-gateway", "berth-operator"] as const;

type Index = Readonly<{ manifests: readonly Readonly<{ digest: string; platform: { architecture: Architecture } }>[] }>;
type Manifest = Readonly<{ config: Readonly<{ digest: string }>; layers: readonly Readonly<{ digest: string }>[] }>;

/** Images of both processors from one machine, with what npm and the distribution have for the other one. */
describe("A release for a processor that this machine does not have", function () {
  this.timeout(900_000);
  let dir: string;
  let layout: OciLayout;

  before(async function () {
    if ((await runCommand({ command: "apt-get", args: ["--version"] })).code !== 0) this.skip();
    dir = await mkdtemp(join(tmpdir(), "berth-foreign-"));
    const outDir = join(dir, "out");
    const setting = readReleaseSetting(ROOT, outDir, { BERTH_RELEASE_COMMIT: "0".repeat(40) });
    await mkdir(outDir);
    const workDir = join(dir, "machine");
    const machine = await fetchForeignMachine({ architecture: OTHER, root: ROOT, workDir, run: runCommand });
    await makeImages(setting);
    await makeImages(setting, machine);
    await assembleRelease(setting);
    layout = new OciLayout(join(outDir, "oci"));
  });
  after(async () => {
    if (dir !== undefined) await rm(dir, { recursive: true, force: true });
  });

  const read = <T>(digest: string): T => JSON.parse(layout.read(digest).toString()) as T;
  const indexOf = (name: string): Index =>
    read(layout.list().find((named) => nameOf(named).includes(`/${name}:`))?.digest ?? expect.fail(`no ${name}`));
  const manifestOf = (name: string, wanted: Architecture): Manifest =>
    read(indexOf(name).manifests.find(({ platform }) => platform.architecture === wanted)?.digest ?? "");

  async function unpack(name: string, architecture: Architecture): Promise<string> {
    const to = join(dir, `${name}-${architecture}`);
    await mkdir(to);
    for (const { digest } of manifestOf(name, architecture).layers) {
      const file = join(dir, "layer.tar.gz");
      await writeFile(file, layout.read(digest));
      const { code, output } = await runCommand({ command: "tar", args: ["-xzf", file, "-C", to] });
      expect(code, output).to.equal(0);
    }
    return to;
  }

  async function processorsIn(folder: string): Promise<readonly string[]> {
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    const found = await Promise.all(files.map((one) => readElf(join(one.parentPath, one.name))));
    return found.flatMap((elf) => (elf === undefined ? [] : [elf.architecture ?? "another"]));
  }

  it("names the images of both in one index, each with its own programs alone", async () => {
    for (const name of NAMES) {
      expect(indexOf(name).manifests.map(({ platform }) => platform)).to.have.deep.members([
        { os: "linux", architecture: OWN },
        { os: "linux", architecture: OTHER },
      ]);
      for (const architecture of [OWN, OTHER]) {
        const { config } = manifestOf(name, architecture);
        expect(read<{ architecture: string }>(config.digest).architecture).to.equal(architecture);
        const processors = await processorsIn(await unpack(name, architecture));
        // Node, the C library and its loader, and the package in C.
        expect(processors.length, `${name} ${architecture}`).to.be.at.least(6);
        expect([...new Set(processors)], name).to.deep.equal([architecture]);
      }
    }
  });

  it("has Node, the package in C and the gateway run there, as an emulator of that processor shows", async function () {
    const entries = { name: "emulator", packages: ["qemu-user-static"], workDir: join(dir, "own"), run: runCommand };
    await readDebianPackages(entries);
    const emulator = join(dir, "own/emulator/tree/usr/bin", EMULATOR);
    const root = join(dir, `berth-gateway-${OTHER}`);
    const node = async (...args: string[]): Promise<string> => {
      const cwd = join(root, "app");
      const words = ["-L", root, join(root, "usr/local/bin/node"), ...args];
      return (await runCommand({ command: emulator, args: words, cwd })).output;
    };
    const says = await node("-p", "`${process.version} ${process.arch}`");
    expect(says.trim()).to.equal(`${process.version} ${OTHER === "amd64" ? "x64" : "arm64"}`);
    const hash = `require("@node-rs/argon2").hash("a password").then((it) => console.log(it))`;
    expect(await node("-e", hash)).to.match(/^\$argon2id\$v=19\$/);
    expect(await node("gateway.js"), "a gateway without settings").to.include("Settings are wrong: ");
  });
});
