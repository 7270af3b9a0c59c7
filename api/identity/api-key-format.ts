import { hash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ACCESS_TOKEN = /^[A-Za-z0-9_-]{43}$/;
const API_KEY = /^brt_[0-9A-Za-z]{36}$/;

/** Makes an API key: brt_, 30 random base62 characters, 6 of their CRC-32, so that a typo is told without a look-up. */
export function newApiKey(): string {
  const random = Array.from({ length: 30 }, () => BASE62[randomInt(62)]).join("");
  return `brt_${random}${checksum(random)}`;
}

/** Tells whether a text can be an API key at all. */
export function isApiKey(text: string): boolean {
  return API_KEY.test(text) && checksum(text.slice(4, 34)) === text.slice(34);
}

/** Tells whether a text can be an application's access token: 256 random bits, as the authorization server writes them. */
export function isAccessToken(text: string): boolean {
  return ACCESS_TOKEN.test(text);
}

/** Derives what people see of a key. */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, 12);
}

/** Hashes a high-entropy credential for storage and look-up. */
export function hashToken(token: string): Buffer {
  return hash("sha256", token, "buffer");
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let index = 0; index < 6; index += 1) {
    digits = (BASE62[rest % 62] ?? "") + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
