import { createHmac, hkdfSync } from "node:crypto";
import type { Config } from "../config.ts";

/** Derives the token that a mail carries, so that every attempt to send it carries the same and none is ever stored. */
export type TokenOf = (mailId: string) => string;

/** Creates the derivation of an installation; all its gateways have the same. */
export function createTokenOf(config: Pick<Config, "secretKey" | "postgresUrl">): TokenOf {
  const key = Buffer.from(hkdfSync("sha256", config.secretKey ?? config.postgresUrl, "", "berth mailed tokens", 32));
  return (mailId) => createHmac("sha256", key).update(mailId).digest("base64url");
}
