import { crc32 } from "node:zlib";

/** Says where between 0 and 1 a text stands: always the same of one, and evenly spread over many. */
export function shareOf(text: string): number {
  return crc32(text) / 2 ** 32;
}

/** Derives by how much a delay of one text is to differ from others', around 1: what began together does not go on together for ever. */
export function spreadOf(text: string, jitter: number): number {
  return 1 + jitter * (2 * shareOf(text) - 1);
}
