import { createHash, createPublicKey, generateKeyPairSync, verify, type KeyObject } from "node:crypto";
import { cp, mkdtemp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { architectureOf } from "../../../local/images/describe-image.ts";
import { ImageStore } from "../../../local/images/image-store.ts";
import { productionPackages } from "../../../scripts/production-packages.ts";
import { describeMaterials } from "../../../scripts/release/describe-materials.ts";
import { librariesOf } from "../../../scripts/runtime-root.ts";
import { assembleRelease, makeImages, signRelease } from "../../../scripts/release/assemble-release.ts";
import { startDryRegistry, type DryRegistry } from "../../../scripts/release/dry-registry.ts";
import { pushRelease } from "../../../scripts/release/push-release.ts";
import { readReleaseNotes } from "../../../scripts/release/release-notes.ts";
import { placeOfChart, readReleaseSetting, type ReleaseSetting } from "../../../scripts/release/release-setting.ts";
import { eventually } from "../../support/eventually.ts";
import { findBinaries, runToEnd } from "../../support/embedded-binaries.ts";
import { BERTH_CHART, renderChart } from "../../support/helm.ts";
import { findCrane } from "../../support/registry/crane.ts";
import { isFull } from "../../support/seeded-random.ts";
import { stopAtFailure } from "../../support/stop-at-failure.ts";

const ROOT = join(import.meta.dirname, "../../..");
const MINIMAL = join(BERTH_CHART, "ci/minimal-values.yaml");
const SIGNATURE = "dev.cosignproject.cosign/signature";
type Manifest = Readonly<{ layers: readonly Readonly<{ digest: string; annotations: Record<string, string> }>[] }>;
type Envelope = Readonly<{ payloadType: string; payload: string; signatures: readonly Readonly<{ sig: string }>[] }>;
type Statement = Readonly<{ predicateType: string; subject: readonly Readonly<{ digest: { sha256: string } }>[] }>;

/** Names the files that are not the same in two folders. */
async function differing(one: string, other: string): Promise<readonly string[]> {
  const read = async (dir: string): Promise<ReadonlyMap<string, string>> => {
    const files = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const paths = files.map((entry) => join(entry.parentPath, entry.name));
    const hash = async (path: string): Promise<string> =>
      createHash("sha256")
        .update(await readFile(path))
        .digest("hex");
    return new Map(
      await Promise.all(paths.map(async (path) => [path.slice(dir.length + 1), await hash(path)] as const)),
    );
  };
  const [mine, theirs] = [await read(one), await read(other)];
  const names = new Set([...mine.keys(), ...theirs.keys()]);
  return [...names].filter((name) => mine.get(name) !== theirs.get(name)).sort();
}

/** The real ones take half a minute of a processor, and are looked at by test/install and test/nodes: here they are small, but in the long form. */
async function makeSmallImages({ outDir, place, version }: ReleaseSetting): Promise<void> {
  const architecture = architectureOf();
  const store = new ImageStore(join(outDir, `images-${architecture}`));
  const materials = await describeMaterials(productionPackages(ROOT), await librariesOf([process.execPath]));
  for (const name of ["berth-gateway", "berth-operator"]) {
    const layers = [[{ type: "file", path: "app/name", mode: 0o444, content: name } as const]];
    await store.put(`${place}/${name}:${version}`, { layers, config: { User: "65532:65532" }, isZipped: true });
    await writeFile(join(outDir, `${name}-${architecture}.cdx.json`), materials);
  }
}

/** Each step depends on the one before, as in the life of a release. */
describe("a release", function () {
  this.timeout(600_000);
  stopAtFailure(this);
  const { privateKey: key } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  let dir: string;
  let setting: ReleaseSetting;
  let registry: DryRegistry;
  let place: string;
  let digests: ReadonlyMap<string, string>;

  const settingIn = (outDir: string): ReleaseSetting =>
    readReleaseSetting(ROOT, outDir, { BERTH_RELEASE_COMMIT: "c0ffee" });
  const helm = async (cwd: string, ...args: string[]): Promise<string> => {
    const command = await (await findBinaries(["helm"]))("helm");
    const env = { HELM_CACHE_HOME: dir, HELM_CONFIG_HOME: dir, HELM_DATA_HOME: dir };
    const { code, output } = await runToEnd({ command, args, cwd, env });
    expect(code, output).to.equal(0);
    return output;
  };
  const crane = async (...args: string[]): Promise<{ code: number | null; output: string }> =>
    runToEnd({ command: await findCrane(), args, env: { DOCKER_CONFIG: registry.configDir } });
  /** Reads from the registry, not from the folder that was pushed. */
  const fetched = async (name: string, kind: string, reference: string): Promise<string> => {
    const path = `${place.slice(place.indexOf("/"))}/${name}/${kind}/${reference}`;
    const accept = "application/vnd.oci.image.manifest.v1+json";
    const answer = await fetch(`http://${registry.host}/v2${path}`, { headers: { accept } });
    expect(answer.status, path).to.equal(200);
    return answer.text();
  };

  before(async function () {
    if (process.platform !== "linux") this.skip();
    dir = await mkdtemp(join(tmpdir(), "berth-release-"));
    await mkdir(join(dir, "out"));
    // Helm packs with the time: what it made before and after is another one.
    await mkdir(join(dir, "before"));
    await helm(dir, "package", join(ROOT, "charts/bundle"), "--destination", join(dir, "before"));
    setting = settingIn(join(dir, "out"));
    registry = await startDryRegistry();
    place = `${registry.host}/berth`;
    await (isFull ? makeImages : makeSmallImages)(setting);
    digests = await assembleRelease(setting);
    signRelease(setting, key);
    await pushRelease(setting, { place, configDir: registry.configDir });
  });
  after(async () => {
    await (registry as DryRegistry | undefined)?.stop();
    if (dir !== undefined) await rm(dir, { recursive: true, force: true });
  });

  it("is the same, made twice; a time in it would show", async () => {
    const again = settingIn(join(dir, "again"));
    await mkdir(again.outDir);
    if (isFull) await makeImages(again);
    // Only the long form makes them anew.
    else
      for (const name of await readdir(setting.outDir))
        if (/^images-|\.cdx\.json$/.test(name))
          await cp(join(setting.outDir, name), join(again.outDir, name), { recursive: true });
    await assembleRelease(again);
    const signed = /^(?:signatures\/|SHA256SUMS\.sig$|berth\.pub$)/;
    expect((await differing(setting.outDir, again.outDir)).filter((name) => !signed.test(name))).to.deep.equal([]);
    await mkdir(join(dir, "after"));
    // Those of tar are seconds: the second that Helm packed in is over.
    await eventually(async () => {
      await helm(dir, "package", join(ROOT, "charts/bundle"), "--destination", join(dir, "after"));
      expect(await differing(join(dir, "before"), join(dir, "after"))).to.have.length(1);
    });
  });

  it("is installed from a registry: the chart by oci://, and each image that it names, by digest", async () => {
    const { version } = setting;
    await helm(dir, "pull", `oci://${place}/charts/berth`, "--version", version, "--plain-http", "--untar");
    const objects = await renderChart(join(dir, "berth"), [MINIMAL], "berth-system", [
      "--set",
      `image.repository=${place}`,
    ]);
    const images = new Set(JSON.stringify(objects).match(/[^"]+@sha256:[0-9a-f]{64}/g));
    const expected = ["gateway", "operator"].map((name) => {
      const digest = digests.get(`${setting.place}/berth-${name}:${version}`) ?? "";
      return `${place}/berth-${name}:${version}@${digest}`;
    });
    expect([...images].sort()).to.deep.equal(expected);
    for (const image of images) {
      const { code, output } = await crane("validate", "--remote", image);
      expect(code, output).to.equal(0);
      const config = JSON.parse((await crane("config", image)).output) as { config: { User: string } };
      expect(config.config.User).to.equal("65532:65532");
    }
    // Without a host of its own it pulls from where the guide says.
    const published = JSON.stringify(await renderChart(join(dir, "berth"), [MINIMAL], "berth-system"));
    expect(published).to.contain(`${setting.place}/berth-gateway:${version}@sha256:`);
  });

  it("is signed as cosign does it: what it is, and what is stated about it", async () => {
    const publicKey = createPublicKey(await readFile(join(setting.outDir, "berth.pub"), "utf8"));
    const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey;
    const holds = (by: KeyObject, text: string, signature: string): boolean =>
      verify("sha256", Buffer.from(text), by, Buffer.from(signature, "base64"));
    for (const [full, digest] of digests) {
      const name = full.slice(`${setting.place}/`.length, full.lastIndexOf(":"));
      const tag = digest.replace(":", "-");
      const { layers } = JSON.parse(await fetched(name, "manifests", `${tag}.sig`)) as Manifest;
      const payload = await fetched(name, "blobs", layers[0]?.digest ?? "");
      expect(payload).to.contain(`"docker-manifest-digest":"${digest}"`);
      const signature = layers[0]?.annotations[SIGNATURE] ?? "";
      expect(holds(publicKey, payload, signature), name).to.equal(true);
      expect(holds(publicKey, payload.replace("sha256:", "sha256:0"), signature)).to.equal(false);
      expect(holds(stranger, payload, signature)).to.equal(false);
      const { layers: stated } = JSON.parse(await fetched(name, "manifests", `${tag}.att`)) as Manifest;
      expect(stated).to.have.length(1);
      const envelope = JSON.parse(await fetched(name, "blobs", stated[0]?.digest ?? "")) as Envelope;
      const text = Buffer.from(envelope.payload, "base64").toString();
      const [{ sig } = { sig: "" }] = envelope.signatures;
      const { payloadType } = envelope;
      expect(holds(publicKey, `DSSEv1 ${payloadType.length} ${payloadType} ${text.length} ${text}`, sig)).to.equal(
        true,
      );
      expect(holds(publicKey, text, sig)).to.equal(false);
      const statement = JSON.parse(text) as Statement;
      expect(statement.subject[0]?.digest.sha256).to.equal(digest.slice("sha256:".length));
      expect(statement.predicateType).to.equal("https://slsa.dev/provenance/v1");
    }
    const sums = await readFile(join(setting.outDir, "SHA256SUMS"), "utf8");
    expect(holds(publicKey, sums, await readFile(join(setting.outDir, "SHA256SUMS.sig"), "utf8"))).to.equal(true);
    const checked = await runToEnd({ command: "sha256sum", args: ["--check", "SHA256SUMS"], cwd: setting.outDir });
    expect(checked.code, checked.output).to.equal(0);
  });

  it("says what its images hold: npm packages, Node, the distribution's libraries", async () => {
    const [file = ""] = (await readdir(setting.outDir)).filter((name) => /^berth-gateway-.*\.cdx\.json$/.test(name));
    const { components } = JSON.parse(await readFile(join(setting.outDir, file), "utf8")) as {
      components: readonly Readonly<{ name: string; purl: string; components?: readonly { name: string }[] }>[];
    };
    const libraries = components.filter(({ purl }) => purl.startsWith("pkg:deb/")).map(({ name }) => name);
    expect(libraries).to.include.members(["libc6", "libstdc++6"]);
    expect(components.filter(({ purl }) => purl.startsWith("pkg:npm/")).length).to.be.greaterThan(200);
    const node = components.find(({ purl }) => purl === `pkg:generic/node@${process.versions.node}`);
    expect(node?.components?.map(({ name }) => name)).to.include.members(["openssl", "v8"]);
  });

  it("is not pushed over one that is out", async () => {
    const other = settingIn(join(dir, "other"));
    await mkdir(other.outDir);
    for (const name of ["oci", "signatures"])
      await cp(join(setting.outDir, name), join(other.outDir, name), { recursive: true });
    const index = join(other.outDir, "oci/index.json");
    const { manifests } = JSON.parse(await readFile(index, "utf8")) as { manifests: Record<string, unknown>[] };
    // Under the gateway's name the operator.
    await writeFile(
      index,
      JSON.stringify({ manifests: [{ ...manifests[1], annotations: manifests[0]?.["annotations"] }] }),
    );
    let said = "";
    await pushRelease(other, { place, configDir: registry.configDir }).catch((error: Error) => (said = error.message));
    expect(said).to.contain("is out with another content").and.to.contain("raise the version");
  });

  it("is what the guides install, and notes are the changelog's", async () => {
    for (const guide of ["installing", "upgrading"]) {
      const text = await readFile(join(ROOT, `docs/guides/${guide}.md`), "utf8");
      expect(text, guide).to.contain(` oci://${placeOfChart(ROOT)}/charts/berth --version ${setting.version} `);
    }
    const changelog =
      "# Changelog\n\n## 0.3.0 (unreleased)\n\n- b\n\n## 0.2.0 (2027-01-02)\n\n### X\n- a\n\n## 0.1.0 (2026-12-01)\n";
    expect(readReleaseNotes(changelog, "0.2.0")).to.deep.equal({ text: "### X\n- a\n", date: "2027-01-02" });
    expect(readReleaseNotes(changelog, "0.3.0").date).to.equal(undefined);
    expect(() => readReleaseNotes(changelog, "0.4.0")).to.throw('no part "## 0.4.0');
  });
});
