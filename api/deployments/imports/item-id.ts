import { createHash } from "node:crypto";
import { formatId } from "../../identity/new-id.ts";

/**
 * Derives the record id of an item from the id of its import, so that a repetition finds what an earlier try has made. The
 * time stays that of the import; the random bits of a UUID v7 are those of a hash.
 */
export function itemId(importId: string, index: number): string {
  const bytes = Buffer.from(importId.replaceAll("-", ""), "hex");
  const hash = createHash("sha256").update(bytes).update(`/${index}`).digest();
  hash.copy(bytes, 6, 0, 10);
  return formatId(bytes);
}
