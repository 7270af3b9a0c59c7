import { createHash } from "node:crypto";
import { cpSync, existsSync, linkSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MANIFEST_TYPE, type Descriptor } from "../../local/images/describe-image.ts";

export const INDEX_TYPE = "application/vnd.oci.image.index.v1+json";
const NAME = "io.containerd.image.name";

/** Something that is pushed under a name. */
export type Named = Descriptor & Readonly<{ annotations: Readonly<{ [NAME]: string }> }>;
type Pointing = Readonly<{ config?: Descriptor; layers?: readonly Descriptor[]; manifests?: readonly Descriptor[] }>;

/** A folder of artefacts as the OCI image layout has them. */
export class OciLayout {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
    mkdirSync(join(dir, "blobs/sha256"), { recursive: true });
    writeFileSync(join(dir, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  }

  /** Lists what has a name. */
  list(): readonly Named[] {
    const file = join(this.dir, "index.json");
    return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { manifests: Named[] }).manifests : [];
  }

  /** Reads a blob. */
  read(digest: string): Buffer {
    return readFileSync(this.#fileOf(digest));
  }

  /** Puts a blob. */
  put(content: Buffer | string, mediaType: string): Descriptor {
    const digest = `sha256:${createHash("sha256").update(content).digest("hex")}`;
    writeFileSync(this.#fileOf(digest), content);
    return { mediaType, digest, size: Buffer.byteLength(content) };
  }

  /** Puts a manifest or an index under a name. */
  name(name: string, manifest: object, mediaType: string = MANIFEST_TYPE): Descriptor {
    const descriptor = this.put(JSON.stringify({ schemaVersion: 2, mediaType, ...manifest }), mediaType);
    const others = this.list().filter(({ annotations }) => annotations[NAME] !== name);
    this.#write([...others, { ...descriptor, annotations: { [NAME]: name } }]);
    return descriptor;
  }

  /** Takes a manifest with all that it points at out of another layout, as links. */
  take(from: OciLayout, { digest }: Pick<Descriptor, "digest">): void {
    if (!existsSync(this.#fileOf(digest))) linkOrCopy(from.#fileOf(digest), this.#fileOf(digest));
    const { config, layers = [], manifests = [] } = JSON.parse(from.read(digest).toString()) as Pointing;
    for (const blob of [...layers, ...(config === undefined ? [] : [config])])
      if (!existsSync(this.#fileOf(blob.digest))) linkOrCopy(from.#fileOf(blob.digest), this.#fileOf(blob.digest));
    for (const manifest of manifests) this.take(from, manifest);
  }

  #fileOf(digest: string): string {
    return join(this.dir, "blobs/sha256", digest.slice("sha256:".length));
  }

  #write(manifests: readonly Named[]): void {
    const index = { schemaVersion: 2, mediaType: INDEX_TYPE, manifests };
    writeFileSync(join(this.dir, "index.json"), JSON.stringify(index));
  }
}

/** Answers the name that something is pushed under. */
export function nameOf({ annotations }: Named): string {
  return annotations[NAME];
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Over the border of a file system.
    cpSync(from, to);
  }
}
