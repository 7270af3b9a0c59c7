import type { Config } from "../config.ts";
import { deriveKey } from "../derive-key.ts";

/**
 * Derives the key of request fingerprints from a secret that every gateway of an installation shares and that whoever
 * reads the fingerprints in Postgres has already, so that nothing more has to be kept or rotated.
 */
export function createFingerprintKey({ postgresUrl }: Pick<Config, "postgresUrl">): Buffer {
  return deriveKey({ postgresUrl }, "berth request fingerprints");
}
