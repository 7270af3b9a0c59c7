import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pack, type Pack } from "tar-stream";
import { arrangeEntries, type LayerEntry } from "./layer-entry.ts";

const EPOCH = new Date(0);

/** Packs entries into the tar of a layer: equal entries make equal bytes, in whatever order they come. */
export function packLayer(entries: readonly LayerEntry[]): AsyncIterable<Buffer> {
  const arranged = arrangeEntries(entries);
  const tar = pack();
  const done = addAll(tar, arranged).catch((error: unknown) => tar.destroy(error as Error));
  return {
    async *[Symbol.asyncIterator]() {
      for await (const chunk of tar) yield chunk as Buffer;
      await done;
    },
  };
}

async function addAll(tar: Pack, entries: readonly LayerEntry[]): Promise<void> {
  for (const entry of entries) await addOne(tar, entry);
  tar.finalize();
}

async function addOne(tar: Pack, entry: LayerEntry): Promise<void> {
  const header = { mode: entry.mode, mtime: EPOCH, uid: 0, gid: 0 };
  if (entry.type === "folder") return void tar.entry({ ...header, name: `${entry.path}/`, type: "directory" });
  if (entry.type === "link")
    return void tar.entry({ ...header, name: entry.path, type: "symlink", linkname: entry.target });
  const isCopy = entry.type === "copy";
  const size = isCopy ? entry.sizeBytes : Buffer.byteLength(entry.content);
  const sink = tar.entry({ ...header, name: entry.path, type: "file", size });
  const target = sink as unknown as NodeJS.WritableStream;
  if (isCopy) await pipeline(createReadStream(entry.from), target);
  else await pipeline(Readable.from([Buffer.from(entry.content)]), target);
}
