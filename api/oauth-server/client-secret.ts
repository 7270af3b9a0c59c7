import { randomBytes, timingSafeEqual } from "node:crypto";
import { hashToken } from "../identity/api-key-format.ts";

/** Makes a new secret of an application: 256 random bits, so that a plain hash of it is safe to keep. */
export function newClientSecret(): string {
  return `bcs_${randomBytes(32).toString("base64url")}`;
}

/** Compares a secret with the hash that is kept, in constant time. */
export function isClientSecret(secret: string, secretHash: Buffer): boolean {
  return timingSafeEqual(hashToken(secret), secretHash);
}
