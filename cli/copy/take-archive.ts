/*
 * Takes an archive that a container sends, which may be anybody's:
 * 1. only files and folders are made, below the one name that was asked for;
 * 2. nothing is written through a link that lies here already;
 * 3. its size and its number of entries are bounded, whatever its headers say.
 */
import { constants } from "node:fs";
import { lstat, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { extract, type Header } from "tar-stream";
import { judgeEntry, type CopyLimits } from "./judge-entry.ts";

/** What was copied, and what was left out with its reason. */
export type Copied = Readonly<{ files: number; bytes: number; leftOut: readonly string[] }>;

/** What is taken: the archive, under which name it has what was asked for, and where that goes. */
type Taking = Readonly<{ archive: AsyncIterable<Uint8Array>; root: string; target: string; limits: CopyLimits }>;

type Entry = AsyncIterable<Uint8Array> & Readonly<{ header: Header }>;

const NO_FOLLOW = constants.O_NOFOLLOW;

/** Writes the files and folders of an archive; throws at the first entry that nobody honest sends. */
export async function takeArchive({ archive, root, target, limits }: Taking): Promise<Copied> {
  const folders = new Set<string>();
  const count = { entries: 0, files: 0, bytes: 0 };
  const leftOut: string[] = [];
  const entries = extract();
  let broken: unknown;
  const feeding = pipeline(Readable.from(archive), entries).catch((error: unknown) => (broken ??= error));
  const takeOne = async (entry: Entry): Promise<void> => {
    const { name } = entry.header;
    count.entries += 1;
    if (count.entries > limits.entries) throw new CopyFault(`It has more than ${limits.entries} files and folders.`);
    const verdict = judgeEntry(entry.header, root);
    if (verdict.kind === "refused")
      throw new CopyFault(`The container sent "${name}", which was refused: ${verdict.reason}.`);
    if (verdict.kind === "left_out") leftOut.push(`${name}: ${verdict.reason}`);
    else if (verdict.kind === "folder") await makeFolders(target, verdict.path, folders);
    else {
      if (verdict.path.length > 0) await makeFolders(target, verdict.path.slice(0, -1), folders);
      count.bytes += await writeFile(join(target, ...verdict.path), entry, limits.bytes - count.bytes);
      count.files += 1;
    }
  };
  try {
    for await (const entry of entries) {
      await takeOne(entry as Entry);
      entry.resume();
    }
  } catch (error) {
    if (error instanceof CopyFault) throw error;
    // The reader hears only that the stream has gone; who fed it knows why.
    await feeding;
    throw broken ?? error;
  }
  await feeding;
  if (broken !== undefined) throw broken as Error;
  return { files: count.files, bytes: count.bytes, leftOut };
}

/** A copy that is not gone on with, in words for people. */
class CopyFault extends Error {
  override readonly name = "CopyFault";
}

/** Makes the target and the folders below it, one by one: a link in the place of one is not followed. */
async function makeFolders(target: string, path: readonly string[], known: Set<string>): Promise<void> {
  for (let depth = 0; depth <= path.length; depth += 1) {
    const key = path.slice(0, depth).join("/");
    if (known.has(key)) continue;
    const folder = join(target, ...path.slice(0, depth));
    await mkdir(folder).catch(async (error: unknown) => {
      const { code, message } = error as NodeJS.ErrnoException;
      const isFolder = code === "EEXIST" && (await lstat(folder)).isDirectory();
      if (!isFolder)
        throw new CopyFault(`${folder} cannot be made: ${code === "EEXIST" ? "it is no folder" : message}.`);
    });
    known.add(key);
  }
}

async function writeFile(path: string, entry: Entry, bytesMax: number): Promise<number> {
  const mode = entry.header.mode & 0o777;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_FOLLOW;
  const file = await open(path, flags, mode).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CopyFault(code === "ELOOP" ? `${path} is a link, through which nothing is written.` : message);
  });
  let bytes = 0;
  try {
    for await (const chunk of entry) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new CopyFault("It is larger than --max-mb allows.");
      await file.write(chunk);
    }
  } finally {
    await file.close();
  }
  return bytes;
}
