import { createHmac } from "node:crypto";
import type { Config } from "../config.ts";
import { deriveKey } from "../derive-key.ts";

/** Derives the token that a mail carries, so that every attempt to send it carries the same and none is ever stored. */
export type TokenOf = (mailId: string) => string;

/** Creates the derivation of an installation; all its gateways have the same. */
export function createTokenOf(config: Pick<Config, "secretKey" | "postgresUrl">): TokenOf {
  const key = deriveKey(config, "berth mailed tokens");
  return (mailId) => createHmac("sha256", key).update(mailId).digest("base64url");
}
