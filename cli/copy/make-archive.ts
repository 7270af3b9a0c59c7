import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { pack, type Pack } from "tar-stream";
import type { CopyLimits } from "./judge-entry.ts";
import type { Copied } from "./take-archive.ts";

/** What is sent: a file or folder, and the name that it gets. */
type Sending = Readonly<{ source: string; name: string; limits: CopyLimits }>;

/** An archive that is being made, and what came of it once it was read to its end. */
type Archive = Readonly<{ bytes: AsyncIterable<Uint8Array>; done: Promise<Copied> }>;

/** Makes the archive of a file or folder as it is read; links, devices and pipes are left out. */
export function makeArchive({ source, name, limits }: Sending): Archive {
  const archive = pack();
  const state = { entries: 0, files: 0, bytes: 0, leftOut: [] as string[] };
  const add = async (path: string, as: string): Promise<void> => {
    const found = await lstat(path);
    const { size, mode, mtime } = found;
    state.entries += 1;
    if (state.entries > limits.entries) throw new Error(`It has more than ${limits.entries} files and folders.`);
    if (found.isDirectory()) {
      archive.entry({ name: `${as}/`, type: "directory", mode: mode & 0o777, mtime });
      for (const child of (await readdir(path)).toSorted()) await add(join(path, child), `${as}/${child}`);
    } else if (found.isFile()) {
      state.bytes += size;
      state.files += 1;
      if (state.bytes > limits.bytes) throw new Error("It is larger than --max-mb allows.");
      await addFile(archive, path, { name: as, size, mode: mode & 0o777, mtime });
    } else state.leftOut.push(`${as}: ${found.isSymbolicLink() ? "a link" : "of a kind that is not copied"}`);
  };
  const done = add(source, name).then(
    () => {
      archive.finalize();
      return { files: state.files, bytes: state.bytes, leftOut: state.leftOut };
    },
    (error: unknown) => {
      archive.destroy(error as Error);
      throw error;
    },
  );
  // Thrown where the archive is read, too.
  done.catch(() => undefined);
  return { bytes: archive as unknown as AsyncIterable<Uint8Array>, done };
}

type File = Readonly<{ name: string; size: number; mode: number; mtime: Date }>;

/** As many bytes as its head says: a file that grows meanwhile is what it was. */
async function addFile(archive: Pack, path: string, file: File): Promise<void> {
  if (file.size === 0) {
    archive.entry(file, "");
    return;
  }
  await pipeline(createReadStream(path, { end: file.size - 1 }), archive.entry(file));
}
