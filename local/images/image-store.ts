/*
 * The images of this machine, as an OCI image layout: blobs by their digest, and index.json, which names images.
 * A blob is there before anything names it, and a name leads to the old image or to the new one, never to a half.
 */
import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { compose } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { writeFileAtomically } from "../atomic-file.ts";
import { exists } from "../exists.ts";
import { awaitLock } from "../processes/lock.ts";
import {
  architectureOf,
  describeImage,
  LAYER_TYPE,
  type Architecture,
  type Descriptor,
  type ImageConfig,
  type Layer,
  ZIPPED_LAYER_TYPE,
} from "./describe-image.ts";
import { parseImageName, writeImageName } from "./image-name.ts";
import type { LayerEntry } from "./layer-entry.ts";
import { packLayer } from "./pack-layer.ts";

/** What an image is made of. */
type ImageContent = Readonly<{
  layers: readonly (readonly LayerEntry[])[];
  config: ImageConfig;
  architecture?: Architecture;
  /** What it was made from, where that can change while the name stays. */
  source?: string;
  /** Whether layers are compressed: smaller on the line, dearer to make. */
  isZipped?: boolean;
}>;

const NAME = "io.containerd.image.name";
const SOURCE = "dev.berth.source";
const DIGEST = /^sha256:([0-9a-f]{64})$/;

type Named = Descriptor & Readonly<{ annotations: Readonly<Record<string, string>> }>;

/** Keeps images in a folder. */
export class ImageStore {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Makes an image under a name, in the place of one that has it, and answers the digest of its manifest. */
  async put(name: string, content: ImageContent): Promise<string> {
    const { layers, config, architecture = architectureOf(), source = "", isZipped = false } = content;
    const annotations = { [NAME]: writeImageName(parseImageName(name)), [SOURCE]: source };
    await mkdir(this.#blobs, { recursive: true });
    const packed: Layer[] = [];
    for (const entries of layers) packed.push(await this.#putLayer(entries, isZipped));
    const image = describeImage(packed, config, architecture);
    for (const { descriptor, text } of [image.config, image.manifest])
      await writeFileAtomically(this.#fileOf(descriptor.digest), text, 0o644);
    await this.#name({ ...image.manifest.descriptor, annotations });
    return image.manifest.descriptor.digest;
  }

  /** Answers where the manifest of an image is, by its full name or its digest. */
  async find(nameOrDigest: string): Promise<Descriptor | undefined> {
    const found = (await this.#list()).find(
      ({ digest, annotations }) => digest === nameOrDigest || annotations[NAME] === nameOrDigest,
    );
    return found && { mediaType: found.mediaType, digest: found.digest, size: found.size };
  }

  /** Tells whether images of all these names, as people write them, are there, made from that source. */
  async has(names: readonly string[], source = ""): Promise<boolean> {
    const ofSource = (await this.#list()).filter(({ annotations }) => (annotations[SOURCE] ?? "") === source);
    const known = new Set(ofSource.map(({ annotations }) => annotations[NAME]));
    return names.every((name) => known.has(writeImageName(parseImageName(name))));
  }

  /** Answers the file of a blob; undefined where it is not there. */
  async findBlob(digest: string): Promise<string | undefined> {
    if (!DIGEST.test(digest)) return undefined;
    const path = this.#fileOf(digest);
    return (await exists(path)) ? path : undefined;
  }

  get #blobs(): string {
    return join(this.#dir, "blobs", "sha256");
  }

  #fileOf(digest: string): string {
    return join(this.#blobs, digest.slice("sha256:".length));
  }

  async #putLayer(entries: readonly LayerEntry[], isZipped: boolean): Promise<Layer> {
    const half = join(this.#blobs, `.half-${randomBytes(4).toString("hex")}`);
    const [tar, stored] = [new Measure(), new Measure()];
    try {
      const layer = tar.pass(packLayer(entries));
      const packed = isZipped ? compose(layer, createGzip()) : layer;
      await pipeline(packed, stored.pass, createWriteStream(half));
      await rename(half, this.#fileOf(stored.digest));
      const mediaType = isZipped ? ZIPPED_LAYER_TYPE : LAYER_TYPE;
      return { mediaType, digest: stored.digest, size: stored.size, diffId: tar.digest };
    } finally {
      await rm(half, { force: true });
    }
  }

  async #name(named: Named): Promise<void> {
    const release = await awaitLock(join(this.#dir, ".lock"), 20);
    try {
      const others = (await this.#list()).filter(({ annotations }) => annotations[NAME] !== named.annotations[NAME]);
      const manifests = [...others, named];
      await writeFileAtomically(join(this.#dir, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }), 0o644);
      await writeFileAtomically(join(this.#dir, "index.json"), JSON.stringify({ schemaVersion: 2, manifests }), 0o644);
    } finally {
      await release();
    }
  }

  async #list(): Promise<readonly Named[]> {
    const text = await readFile(join(this.#dir, "index.json"), "utf8").catch(() => '{"manifests":[]}');
    return (JSON.parse(text) as { manifests: Named[] }).manifests;
  }
}

/** Counts and hashes what goes through it. */
class Measure {
  readonly #hash = createHash("sha256");
  size = 0;

  get digest(): string {
    return `sha256:${this.#hash.copy().digest("hex")}`;
  }

  readonly pass = async function* (this: Measure, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk);
      this.size += chunk.length;
      yield chunk;
    }
  }.bind(this);
}
