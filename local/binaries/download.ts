/*
 * A download, in order:
 * 1. Ask the publisher for the checksum; compare it with the one recorded by an earlier download of the same address.
 * 2. Stream the file beside its place in the cache, hashing it on the way.
 * 3. Refuse it unless the checksum is right; unpack it if it is an archive.
 * 4. Rename it into place, so that a half file never carries the name, and record the checksum.
 */
import { createHash, randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseChecksum } from "./checksum.ts";
import type { Release } from "./releases.ts";

/** What a download needs. */
type DownloadOptions = Readonly<{
  cacheDir: string;
  /** Scheme and host that stand in for those of every address. */
  mirror?: string;
  firstByteTimeoutMs?: number;
  stallTimeoutMs?: number;
  unpack: (archive: string, member: string, dir: string) => Promise<void>;
}>;

const sizeBytesMax = 600 * 1024 * 1024;

/** Downloads a release into the cache and answers its path; throws with a plain sentence when it cannot be had. */
export async function downloadRelease(release: Release, options: DownloadOptions): Promise<string> {
  const expected = await readExpected(release, options);
  const work = join(options.cacheDir, `.download-${release.fileName}-${randomBytes(4).toString("hex")}`);
  await mkdir(work, { recursive: true });
  try {
    const file = join(work, lastPart(release.url));
    const actual = await fetchFile(release.url, file, options);
    if (actual !== expected) throw new Error(`${release.url} has the wrong checksum ${actual}, expected ${expected}`);
    if (release.member !== undefined) await options.unpack(file, release.member, work);
    const binary = release.member === undefined ? file : join(work, release.member);
    await chmod(binary, 0o755);
    const path = join(options.cacheDir, release.fileName);
    await writeFile(`${path}.sha256`, `${expected}  ${release.url}\n`);
    await rename(binary, path);
    return path;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function readExpected(release: Release, options: DownloadOptions): Promise<string> {
  const text = await withFirstByte(release.checksumUrl, options, (response) => response.text());
  const published = parseChecksum(text, lastPart(release.url));
  if (published === undefined) throw new Error(`${release.checksumUrl} names no checksum for ${lastPart(release.url)}`);
  const record = await readFile(join(options.cacheDir, `${release.fileName}.sha256`), "utf8").catch(() => "");
  const [known, url] = record.trim().split(/\s+/);
  if (url === release.url && known !== published) {
    throw new Error(`The publisher's checksum of ${release.url} changed since it was recorded`);
  }
  return published;
}

async function fetchFile(url: string, path: string, options: DownloadOptions): Promise<string> {
  const hash = createHash("sha256");
  const stall = new AbortController();
  let sizeBytes = 0;
  let timer = setTimeout(() => stall.abort(), options.stallTimeoutMs ?? 30_000);
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done): void {
      clearTimeout(timer);
      timer = setTimeout(() => stall.abort(), options.stallTimeoutMs ?? 30_000);
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(sizeBytes > sizeBytesMax ? new Error(`${url} is larger than expected`) : null, chunk);
    },
  });
  try {
    await withFirstByte(url, options, async (response) => {
      if (response.body === null) throw new Error(`${url} answered without a body`);
      await pipeline(Readable.fromWeb(response.body), watch, createWriteStream(path), { signal: stall.signal });
    });
  } finally {
    clearTimeout(timer);
  }
  return hash.digest("hex");
}

/** A host that cannot be reached must cost seconds, not minutes: the whole stack waits for this answer. */
async function withFirstByte<T>(
  url: string,
  options: DownloadOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), options.firstByteTimeoutMs ?? 5_000);
  try {
    const response = await fetch(viaMirror(url, options.mirror), { signal: abort.signal });
    clearTimeout(timer);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await read(response);
  } catch (error) {
    throw new Error(`${url}: ${describe(error, abort.signal.aborted)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function describe(error: unknown, timedOut: boolean): string {
  if (timedOut) return "no answer in time";
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
}

function viaMirror(url: string, mirror: string | undefined): string {
  if (mirror === undefined) return url;
  const { pathname, search } = new URL(url);
  return new URL(pathname + search, mirror).href;
}

function lastPart(url: string): string {
  return new URL(url).pathname.split("/").at(-1) ?? "";
}
