/*
 * What a release consists of, below one folder, from the images of one or more processors:
 * 1. oci/: an index per image over the processors, and the charts, as they will lie in the registry;
 * 2. the charts as files, bills of materials, provenance, the notes, and digests.txt, which says what each name means;
 * 3. SHA256SUMS over those files, and what is signed, which alone is another one each time.
 */
import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Descriptor } from "../../local/images/describe-image.ts";
import { ImageStore } from "../../local/images/image-store.ts";
import { makeBerthImages } from "./make-images.ts";
import { THIS_MACHINE, type Machine } from "./machine.ts";
import { INDEX_TYPE, nameOf, OciLayout } from "./oci-layout.ts";
import { packChart, putChart } from "./pack-chart.ts";
import { describeProvenance, PROVENANCE_TYPE } from "./describe-provenance.ts";
import { readReleaseNotes } from "./release-notes.ts";
import { placeOfChart, type ReleaseSetting } from "./release-setting.ts";
import { signSubject, signText, type Predicate } from "./sign-release.ts";

const PROCESSES = ["gateway", "operator"] as const;
const CHARTS = ["bundle", "berth"] as const;
const MATERIALS_TYPE = "https://cyclonedx.org/bom";
const PARTS = /^images-(?<architecture>amd64|arm64)$/;

/** Makes both images for a machine's processor. */
export async function makeImages(
  { outDir, place, version }: ReleaseSetting,
  machine: Machine = THIS_MACHINE,
): Promise<void> {
  const { architecture } = machine;
  rmSync(join(outDir, `images-${architecture}`), { recursive: true, force: true });
  const store = new ImageStore(join(outDir, `images-${architecture}`));
  const made = await makeBerthImages(store, place, [version], { isZipped: true, machine });
  for (const [name, { materials }] of Object.entries(made))
    writeFileSync(join(outDir, materialsFile(`berth-${name}`, architecture)), materials);
}

/** Puts a release together from the images that are there; returns what each name means. */
export async function assembleRelease(setting: ReleaseSetting): Promise<ReadonlyMap<string, string>> {
  const { root, outDir, place, version } = setting;
  rmSync(join(outDir, "oci"), { recursive: true, force: true });
  const layout = new OciLayout(join(outDir, "oci"));
  const file = "values.yaml";
  const edits = [
    { file, line: `  repository: ${placeOfChart(root)}\n`, instead: `  repository: ${place}\n` },
    ...PROCESSES.map((name) => {
      const { digest } = joinImages(layout, setting, `berth-${name}`);
      return { file, line: `    ${name}: ""\n`, instead: `    ${name}: ${digest}\n` };
    }),
  ];
  for (const name of CHARTS) {
    const chart = await packChart(join(root, "charts", name), version, name === "berth" ? edits : []);
    putChart(layout, `${place}/charts/${name}:${version}`, chart);
    writeFileSync(join(outDir, `${name}-${version}.tgz`), chart.archive);
  }
  const provenance = describeProvenance(setting);
  writeFileSync(join(outDir, "provenance.json"), `${JSON.stringify(provenance, null, 2)}\n`);
  const notes = readReleaseNotes(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
  writeFileSync(join(outDir, "notes.md"), notes.text);
  const digests = new Map(layout.list().map((named) => [nameOf(named), named.digest]));
  writeFileSync(join(outDir, "digests.txt"), [...digests].map(([name, digest]) => `${name}@${digest}\n`).join(""));
  writeFileSync(join(outDir, "SHA256SUMS"), sumFiles(outDir));
  return digests;
}

/** Signs a release that was put together: each image, chart and statement, and the checksums. */
export function signRelease({ outDir, place, version }: ReleaseSetting, key: KeyObject): void {
  rmSync(join(outDir, "signatures"), { recursive: true, force: true });
  const [layout, signatures] = [new OciLayout(join(outDir, "oci")), new OciLayout(join(outDir, "signatures"))];
  const content = JSON.parse(readFileSync(join(outDir, "provenance.json"), "utf8")) as object;
  const provenance: Predicate = { type: PROVENANCE_TYPE, content };
  for (const named of layout.list()) {
    const repository = nameOf(named).slice(0, -`:${version}`.length);
    signSubject(signatures, { repository, digest: named.digest }, key, [provenance]);
    const name = repository.slice(`${place}/`.length);
    if (named.mediaType !== INDEX_TYPE) continue;
    for (const { digest, architecture } of partsOf(layout, named.digest)) {
      const materials = JSON.parse(readFileSync(join(outDir, materialsFile(name, architecture)), "utf8")) as object;
      const stated = [provenance, { type: MATERIALS_TYPE, content: materials }];
      signSubject(signatures, { repository, digest }, key, stated);
    }
  }
  writeFileSync(join(outDir, "SHA256SUMS.sig"), `${signText(readFileSync(join(outDir, "SHA256SUMS")), key)}\n`);
  writeFileSync(join(outDir, "berth.pub"), createPublicKey(key).export({ type: "spki", format: "pem" }));
}

function joinImages(layout: OciLayout, { outDir, place, version }: ReleaseSetting, name: string): Descriptor {
  const manifests: object[] = [];
  for (const folder of readdirSync(outDir).sort()) {
    const architecture = PARTS.exec(folder)?.groups?.["architecture"];
    if (architecture === undefined) continue;
    const from = new OciLayout(join(outDir, folder));
    const found = from.list().find((named) => nameOf(named) === `${place}/${name}:${version}`);
    if (found === undefined) throw new Error(`${folder} has no ${place}/${name}:${version}: make the images anew`);
    const { mediaType, digest, size } = found;
    layout.take(from, found);
    manifests.push({ mediaType, digest, size, platform: { os: "linux", architecture } });
  }
  if (manifests.length === 0) throw new Error(`${outDir} has no images`);
  return layout.name(`${place}/${name}:${version}`, { manifests }, INDEX_TYPE);
}

function partsOf(layout: OciLayout, digest: string): readonly Readonly<{ digest: string; architecture: string }>[] {
  type Part = Readonly<{ digest: string; platform: Readonly<{ architecture: string }> }>;
  const { manifests } = JSON.parse(layout.read(digest).toString()) as { manifests: readonly Part[] };
  return manifests.map((part) => ({ digest: part.digest, architecture: part.platform.architecture }));
}

function materialsFile(image: string, architecture: string): string {
  return `${image}-${architecture}.cdx.json`;
}

function sumFiles(outDir: string): string {
  return readdirSync(outDir)
    .filter((name) => /\.(?:tgz|json|md|txt)$/.test(name))
    .sort()
    .map(
      (name) =>
        `${createHash("sha256")
          .update(readFileSync(join(outDir, name)))
          .digest("hex")}  ${name}\n`,
    )
    .join("");
}
