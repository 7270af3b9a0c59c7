import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const DOCKERFILES = ["api/Dockerfile", "operator/Dockerfile"];
const BASE = /^ARG NODE=(?<image>[^\s@]+)(?:@(?<digest>sha256:[0-9a-f]{64}))?$/m;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** The image that both of ours are built from; without a digest it is whatever its tag means today. */
type BaseImage = Readonly<{ image: string; digest: string | undefined }>;

/** Answers with the digest that a registry has for an image. */
type AskRegistry = (image: string) => Promise<string>;

/** Reads what the Dockerfiles name; they must name the same. */
export async function readBaseImage(root: string): Promise<BaseImage> {
  const [first, ...others] = await Promise.all(DOCKERFILES.map((file) => readOne(root, file)));
  if (first === undefined || others.some(({ image, digest }) => image !== first.image || digest !== first.digest))
    throw new Error(`${DOCKERFILES.join(" and ")} are built from different images: name the same one in both`);
  return first;
}

async function readOne(root: string, file: string): Promise<BaseImage> {
  const { image, digest } = BASE.exec(await readFile(join(root, file), "utf8"))?.groups ?? {};
  if (image === undefined) throw new Error(`${file} has no line "ARG NODE=<image>:<tag>[@sha256:<digest>]"`);
  return { image, digest };
}

/** Writes the digest that the registry has now into both Dockerfiles; returns it. */
export async function pinBaseImage(root: string, ask: AskRegistry): Promise<string> {
  const { image } = await readBaseImage(root);
  const digest = await asked(image, ask);
  for (const file of DOCKERFILES) {
    const text = await readFile(join(root, file), "utf8");
    await writeFile(
      join(root, file),
      text.replace(BASE, () => `ARG NODE=${image}@${digest}`),
    );
  }
  return digest;
}

/** Throws unless the Dockerfiles name a content; with a registry also unless the tag still means it. */
export async function assertPinned(root: string, ask?: AskRegistry): Promise<void> {
  const { image, digest } = await readBaseImage(root);
  if (digest === undefined)
    throw new Error(`The base image ${image} is named by its tag alone: run node scripts/pin-base-image.ts`);
  const now = ask === undefined ? digest : await asked(image, ask);
  if (now !== digest)
    throw new Error(`${image} was built anew (${now}): run node scripts/pin-base-image.ts, and see what changed`);
}

async function asked(image: string, ask: AskRegistry): Promise<string> {
  const digest = (await ask(image)).trim();
  if (!DIGEST.test(digest)) throw new Error(`The registry answered with no digest of ${image}`);
  return digest;
}

/** Asks by Docker's own client, which knows the registry and its login; the digest is that of all platforms together. */
export async function askByDocker(image: string): Promise<string> {
  const args = ["buildx", "imagetools", "inspect", image, "--format", "{{.Manifest.Digest}}"];
  return (await promisify(execFile)("docker", args, { timeout: 60_000 })).stdout;
}
