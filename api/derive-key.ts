import { hkdfSync } from "node:crypto";
import type { Config } from "./config.ts";

const KEY_BYTES = 32;

/** Derives a key of an installation, the same for all its gateways; another purpose has another key. */
export function deriveKey(
  { secretKey, postgresUrl }: Partial<Pick<Config, "secretKey">> & Pick<Config, "postgresUrl">,
  purpose: string,
): Buffer {
  return Buffer.from(hkdfSync("sha256", (secretKey ?? postgresUrl).reveal(), "", purpose, KEY_BYTES));
}
