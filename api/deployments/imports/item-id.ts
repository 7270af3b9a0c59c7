import { createHash } from "node:crypto";

/**
 * Derives the record id of an item from the id of its import, so that a repetition finds what an earlier try has made. The
 * time stays that of the import; the random bits of a UUID v7 are those of a hash.
 */
export function itemId(importId: string, index: number): string {
  const bytes = Buffer.from(importId.replaceAll("-", ""), "hex");
  const hash = createHash("sha256").update(bytes).update(`/${index}`).digest();
  hash.copy(bytes, 6, 0, 10);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
