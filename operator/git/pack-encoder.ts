import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import type { NewObject } from "./git-object.ts";

const KIND_NUMBER = { commit: 1, tree: 2, blob: 3 } as const;
const REF_DELTA = 7;
// Small zlib windows: setting up the default one costs more than packing a values file.
const SMALL = { level: 1, memLevel: 5, windowBits: 12 };
const LARGE = { level: 1 };
const LARGE_FROM_BYTES = 16_384;

/** Encodes objects into one pack; objects with a delta make it a thin pack. */
export function encodePack(objects: readonly NewObject[], thin: boolean): Buffer {
  const header = Buffer.alloc(12);
  header.write("PACK", "latin1");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(objects.length, 8);
  const parts: Buffer[] = [header];
  for (const object of objects) {
    const delta = thin ? object.delta : undefined;
    if (delta === undefined)
      parts.push(entryHeader(KIND_NUMBER[object.kind], object.body.length), deflate(object.body));
    else parts.push(entryHeader(REF_DELTA, delta.body.length), delta.base, deflate(delta.body));
  }
  const hash = createHash("sha1");
  for (const part of parts) hash.update(part);
  parts.push(hash.digest());
  return Buffer.concat(parts);
}

function deflate(body: Buffer): Buffer {
  return deflateSync(body, body.length < LARGE_FROM_BYTES ? SMALL : LARGE);
}

/** Writes kind and size: 4 bits of the size in the first byte, then 7 in each further one. */
function entryHeader(kind: number, sizeBytes: number): Buffer {
  const bytes: number[] = [];
  let byte = (kind << 4) | (sizeBytes & 15);
  let rest = Math.floor(sizeBytes / 16);
  while (rest > 0) {
    bytes.push(byte | 0x80);
    byte = rest & 0x7f;
    rest = Math.floor(rest / 128);
  }
  bytes.push(byte);
  return Buffer.from(bytes);
}
