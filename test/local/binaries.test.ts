import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { beginBinaries, deriveToolchainVersion } from "../../local/binaries/binaries.ts";
import type { Binaries } from "../../local/binaries/binaries.ts";
import { BINARY_NAMES, GO_PACKAGES, VERSIONS } from "../../local/binaries/catalog.ts";
import type { BinaryName } from "../../local/binaries/catalog.ts";
import { parseChecksum } from "../../local/binaries/checksum.ts";
import { downloadRelease } from "../../local/binaries/download.ts";
import { deriveReleases } from "../../local/binaries/releases.ts";
import { Supervisor } from "../../local/processes/supervisor.ts";
import { Mirror } from "./mirror.ts";

const toolchainDir = new URL("../../local/toolchain/", import.meta.url).pathname;

function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

describe("where binaries come from", function () {
  this.timeout(900_000);
  let dir: string;
  let cacheDir: string;
  let mirror: Mirror;
  let mirrorUrl: string;
  let supervisor: Supervisor;
  let lines: string[];

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "berth-binaries-"));
    cacheDir = join(dir, "cache");
    lines = [];
    mirror = new Mirror();
    mirrorUrl = await mirror.start();
    supervisor = new Supervisor({ dir, env: { PATH: join(dir, "bin") }, report: () => undefined });
    await supervisor.open();
    // The search path has what unpacking needs, and no Go unless a test puts one there.
    await mkdir(join(dir, "bin"));
    for (const tool of ["tar", "gzip"])
      await put(join(dir, "bin", tool), `#!/bin/sh\nPATH=/usr/bin:/bin exec ${tool} "$@"\n`);
  });

  afterEach(async () => {
    await supervisor.stopAll();
    mirror.stop();
    await rm(dir, { recursive: true, force: true });
  });

  async function put(path: string, content: string): Promise<string> {
    await writeFile(path, content);
    await chmod(path, 0o755);
    return path;
  }

  function begin(names: readonly BinaryName[], more: { binDir?: string; platform?: string } = {}): Binaries {
    const options = {
      cacheDir,
      mirror: mirrorUrl,
      toolchainDir,
      platform: "linux",
      arch: "x64",
      path: join(dir, "bin"),
    };
    return beginBinaries(
      { ...options, run: (what) => supervisor.run(what), report: (line) => lines.push(line), ...more },
      names,
    );
  }

  function offer(name: BinaryName, content: string | Buffer, sum = sha256(content)): string {
    const { url, checksumUrl } = deriveReleases("linux", "x64")[name]!;
    mirror.answers.set(new URL(url).pathname, { body: content });
    mirror.answers.set(new URL(checksumUrl).pathname, {
      body: `${sum}  ${new URL(url).pathname.split("/").at(-1) ?? ""}\n`,
    });
    return new URL(url).pathname;
  }

  const failureOf = (promise: Promise<string>): Promise<string> =>
    promise.then(
      () => "",
      (error: unknown) => (error as Error).message,
    );

  it("takes the named folder first, then the cache, and asks nobody for those", async () => {
    await mkdir(cacheDir, { recursive: true });
    const named = join(dir, "named");
    await mkdir(named);
    const etcd = await put(join(named, "etcd"), "");
    await put(join(cacheDir, "etcd"), "");
    const helm = await put(join(cacheDir, "helm"), "");
    const binaries = begin(["etcd", "helm"], { binDir: named });
    expect(await binaries("etcd")).to.equal(etcd);
    expect(await binaries("helm")).to.equal(helm);
    expect(mirror.asked).to.deep.equal([]);
  });

  it("uses an installed Redis", async () => {
    const path = await put(join(dir, "bin", "redis-server"), "");
    expect(await begin(["redis"])("redis")).to.equal(path);
  });

  it("downloads a release, checks it, and records what it checked", async () => {
    offer("kubectl", "the program");
    const path = await begin(["kubectl"])("kubectl");
    expect(await readFile(path, "utf8")).to.equal("the program");
    expect(path).to.equal(join(cacheDir, "kubectl"));
    expect(await readFile(`${path}.sha256`, "utf8")).to.contain(sha256("the program"));
    expect(await readdir(cacheDir)).to.have.members(["kubectl", "kubectl.sha256"]);
    expect(lines.join("\n")).to.match(/kubectl: downloaded and checked, \d+ s/);
  });

  it("unpacks the one file it wants out of an archive", async () => {
    const folder = join(dir, "pack", "linux-amd64");
    await mkdir(folder, { recursive: true });
    await put(join(folder, "helm"), "helm itself");
    offer("helm", execFileSync("tar", ["-czf", "-", "-C", join(dir, "pack"), "linux-amd64"]));
    expect(await readFile(await begin(["helm"])("helm"), "utf8")).to.equal("helm itself");
  });

  const faults: [name: string, plant: (path: string) => void, says: RegExp][] = [
    ["a wrong checksum", () => offer("kubectl", "tampered", sha256("the program")), /wrong checksum/],
    ["a cut download", (path) => mirror.answers.set(path, { body: "the program", cutAfterBytes: 4 }), /kubectl/],
    ["a download that is not there", (path) => mirror.answers.delete(path), /HTTP 404/],
    ["a missing checksum", (path) => mirror.answers.delete(`${path}.sha256`), /HTTP 404/],
    [
      "a checksum file about something else",
      (path) => mirror.answers.set(`${path}.sha256`, { body: `${sha256("x")}  other\n` }),
      /names no checksum/,
    ],
  ];
  for (const [name, plant, says] of faults) {
    it(`leaves nothing in the cache after ${name}, and says in one sentence what to install`, async () => {
      plant(offer("kubectl", "the program"));
      const failure = await failureOf(begin(["kubectl"])("kubectl"));
      expect(failure)
        .to.match(/^Install Go 1\.26 or newer .*BERTH_BIN_DIR.*kubectl/)
        .and.match(says)
        .and.not.contain("\n");
      expect(await readdir(cacheDir)).to.deep.equal([]);
    });
  }

  it("refuses a release whose published checksum changed since it was recorded", async () => {
    offer("kubectl", "the program");
    await rm(await begin(["kubectl"])("kubectl"));
    offer("kubectl", "another program");
    expect(await failureOf(begin(["kubectl"])("kubectl"))).to.contain("changed since it was recorded");
  });

  it("gives a silent host up after the first-byte timeout", async () => {
    const path = offer("kubectl", "the program");
    mirror.answers.set(path, { body: "", silent: true });
    const release = deriveReleases("linux", "x64").kubectl!;
    await mkdir(cacheDir, { recursive: true });
    const options = { cacheDir, mirror: mirrorUrl, firstByteTimeoutMs: 100, unpack: () => Promise.resolve() };
    expect(await failureOf(downloadRelease(release, options))).to.contain("no answer in time");
  });

  // Stands for the Go toolchain: notes what it was asked and writes the file that -o names.
  const fakeGo = `#!/bin/sh
PATH=/usr/bin:/bin
[ "$1" = version ] && exit 0
for word; do last=$word; done
[ "$last" = "$FAIL" ] && { echo "compile error in $last" >&2; exit 1; }
while [ "$1" != -o ]; do shift; done
echo "$last" >> "$(dirname "$0")/../built"
echo "built $last" > "$2" && chmod 755 "$2"
`;

  it("builds with Go what cannot be downloaded, each once and in the wanted order", async () => {
    await put(join(dir, "bin", "go"), fakeGo);
    offer("kube-scheduler", "downloaded");
    const names: BinaryName[] = ["etcd", "kube-apiserver", "kube-scheduler", "argocd"];
    const binaries = begin(names);
    expect(await readFile(await binaries("argocd"), "utf8")).to.equal(`built ${GO_PACKAGES.argocd}\n`);
    expect(await readFile(await binaries("kube-scheduler"), "utf8")).to.equal("downloaded");
    const built = (await readFile(join(dir, "built"), "utf8")).trim().split("\n");
    expect(built).to.deep.equal([GO_PACKAGES.etcd, GO_PACKAGES["kube-apiserver"], GO_PACKAGES.argocd]);
    expect(lines.join("\n"))
      .to.match(/kube-apiserver: building with Go \(2 of 4\)/)
      .and.match(/kube-apiserver: built, \d+ s/);
  });

  it("promises each binary on its own: a failed build does not take the others down", async () => {
    await put(join(dir, "bin", "go"), fakeGo.replace('"$FAIL"', `"${GO_PACKAGES.etcd}"`));
    const binaries = begin(["etcd", "helm"], { platform: "plan9" });
    expect(await failureOf(binaries("etcd"))).to.contain(`compile error in ${GO_PACKAGES.etcd}`);
    expect(await readFile(await binaries("helm"), "utf8")).to.contain("built");
  });

  it("downloads the versions that the Go module pins", async () => {
    const text = await readFile(join(toolchainDir, "go.mod"), "utf8");
    for (const [module, version] of [
      ["k8s.io/kubernetes", VERSIONS.kubernetes],
      ["go.etcd.io/etcd/server/v3", VERSIONS.etcd],
      ["github.com/argoproj/argo-cd/v3", VERSIONS.argocd],
      ["helm.sh/helm/v3", VERSIONS.helm],
      ["sigs.k8s.io/kwok", VERSIONS.kwok],
    ]) {
      expect(text).to.contain(`${module} v${version} `);
    }
    expect(await deriveToolchainVersion(toolchainDir)).to.match(/^toolchain-[0-9a-f]{12}$/);
    const registryDir = join(toolchainDir, "../toolchain-registry");
    expect(await readFile(join(registryDir, "go.mod"), "utf8")).to.contain(`distribution/v3 v${VERSIONS.registry}`);
    expect(await deriveToolchainVersion(registryDir)).to.match(/^toolchain-registry-[0-9a-f]{12}$/);
  });

  it("has a release or a Go package for every binary, and only https addresses", () => {
    for (const [platform, arch] of [
      ["linux", "x64"],
      ["linux", "arm64"],
      ["darwin", "arm64"],
      ["darwin", "x64"],
    ] as const) {
      const releases = deriveReleases(platform, arch);
      for (const { url, checksumUrl } of Object.values(releases))
        expect([url, checksumUrl]).to.satisfy((all: string[]) => all.every((one) => one.startsWith("https://")));
      expect(Object.keys(releases).length).to.be.at.least(5);
    }
    expect(deriveReleases("linux", "riscv64")).to.deep.equal({});
    expect(Object.keys(GO_PACKAGES)).to.have.members([...BINARY_NAMES]);
  });

  it("reads every form in which publishers state a checksum", () => {
    const sum = sha256("x");
    const rows: [text: string, expected: string | undefined][] = [
      [`${sum}\n`, sum],
      [`${sum}  file\n`, sum],
      [`${sum.toUpperCase()} *dist/file\n${sha256("y")}  other\n`, sum],
      [JSON.stringify({ assets: [{ name: "file", digest: `sha256:${sum}` }] }), sum],
      [JSON.stringify({ assets: [{ name: "other", digest: `sha256:${sum}` }] }), undefined],
      [`${sum}  other\n`, undefined],
      ["<html>not found</html>", undefined],
      ["", undefined],
    ];
    for (const [text, expected] of rows) expect(parseChecksum(text, "file"), text).to.equal(expected);
  });
});
