import { crc32 } from "node:zlib";

/** Says where between 0 and 1 a text stands: always the same of one, and evenly spread over many. */
export function shareOf(text: string): number {
  return crc32(text) / 2 ** 32;
}
