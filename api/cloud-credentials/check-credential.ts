import { TokenRefusedError } from "../../adapters/providers/hetzner-faults.ts";
import { createHetznerClient } from "../../adapters/providers/hetzner-client.ts";
import { createLocalCloudClient, LocalCloudError } from "../../adapters/providers/local-cloud-client.ts";
import { BerthError } from "../../contract/errors.ts";
import type { SecretText } from "../../contract/secret-text.ts";
import type { Config } from "../config.ts";

/** Tries a token with a request that changes nothing; tells whether the provider takes it. */
export type CheckCredential = (token: SecretText) => Promise<boolean>;

/** Makes the checks of the providers that take tokens of customers. */
export function createCredentialChecks({ localCloud, hetznerUrl }: Config): ReadonlyMap<string, CheckCredential> {
  const checks = new Map<string, CheckCredential>();
  checks.set("hetzner", (token) =>
    isTaken(createHetznerClient({ url: hetznerUrl, token }).locations, isHetznerRefusal),
  );
  if (localCloud !== undefined)
    checks.set("local", (token) =>
      isTaken(createLocalCloudClient({ url: localCloud.url, token }).regions, isLocalRefusal),
    );
  return checks;
}

async function isTaken(ask: () => Promise<unknown>, isRefusal: (error: unknown) => boolean): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    if (error instanceof BerthError) throw error;
    throw new BerthError("unavailable", { cause: error, publicMessage: "The provider does not answer; repeat later." });
  }
}

function isHetznerRefusal(error: unknown): boolean {
  return error instanceof TokenRefusedError;
}

function isLocalRefusal(error: unknown): boolean {
  return error instanceof LocalCloudError && (error.status === 401 || error.status === 403);
}
