import { hkdfSync } from "node:crypto";
import type { Config } from "../config.ts";

/**
 * Derives the key of request fingerprints from a secret that every gateway of an installation shares and that whoever
 * reads the fingerprints in Postgres has already, so that nothing more has to be kept or rotated.
 */
export function createFingerprintKey(config: Pick<Config, "postgresUrl">): Buffer {
  return Buffer.from(hkdfSync("sha256", config.postgresUrl, "", "berth request fingerprints", 32));
}
