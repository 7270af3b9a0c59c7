import { createHash } from "node:crypto";

/** Points at a blob. */
export type Descriptor = Readonly<{ mediaType: string; digest: string; size: number }>;

/** The way an image's containers run; its members are named as in the OCI image specification. */
export type ImageConfig = Readonly<{
  Entrypoint?: readonly string[];
  Cmd?: readonly string[];
  Env?: readonly string[];
  User?: string;
  WorkingDir?: string;
  ExposedPorts?: Readonly<Record<string, object>>;
  StopSignal?: string;
  Labels?: Readonly<Record<string, string>>;
}>;

/** The processors that images are made for, in Go's words. */
export type Architecture = "amd64" | "arm64";

export const LAYER_TYPE = "application/vnd.oci.image.layer.v1.tar";
export const ZIPPED_LAYER_TYPE = `${LAYER_TYPE}+gzip`;
export const MANIFEST_TYPE = "application/vnd.oci.image.manifest.v1+json";
const CONFIG_TYPE = "application/vnd.oci.image.config.v1+json";

/** A layer as it lies there, and the digest of its tar. */
export type Layer = Descriptor & Readonly<{ diffId: string }>;

type Document = Readonly<{ descriptor: Descriptor; text: string }>;

/** Derives the two documents of an image from its layers; of a layer that is not compressed the digest is its content's. */
export function describeImage(
  layers: readonly (Descriptor | Layer)[],
  config: ImageConfig,
  architecture: Architecture,
): Readonly<{ config: Document; manifest: Document }> {
  const described = toDocument(CONFIG_TYPE, {
    created: "1970-01-01T00:00:00Z",
    architecture,
    os: "linux",
    config,
    rootfs: { type: "layers", diff_ids: layers.map((layer) => ("diffId" in layer ? layer.diffId : layer.digest)) },
  });
  const named = layers.map(({ mediaType, digest, size }) => ({ mediaType, digest, size }));
  const manifest = { schemaVersion: 2, mediaType: MANIFEST_TYPE, config: described.descriptor, layers: named };
  return { config: described, manifest: toDocument(MANIFEST_TYPE, manifest) };
}

/** Names the architecture of this machine. */
export function architectureOf(): Architecture {
  return process.arch === "arm64" ? "arm64" : "amd64";
}

function toDocument(mediaType: string, value: object): Document {
  const text = JSON.stringify(value);
  const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
  return { descriptor: { mediaType, digest, size: Buffer.byteLength(text) }, text };
}
