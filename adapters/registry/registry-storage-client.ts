import { Agent, fetch } from "undici";
import { z } from "zod";
import { BerthError } from "../../contract/errors.ts";
import type { SecretText } from "../../contract/secret-text.ts";
import { withoutEndSlashes } from "../../contract/without-end-slashes.ts";

/** Tells how many bytes a project's images take where the registry keeps them. */
export type RegistryStorage = Readonly<{ usedBytes: (project: string) => Promise<number> }>;
/** How to reach what stands beside the registry's storage. */
export type RegistryStorageAddress = Readonly<{ url: string; token: SecretText }>;

const TIMEOUT_MS = 5_000;
const dispatcher = new Agent({ maxResponseSize: 65_536 });
const usage = z.object({ used_bytes: z.int().min(0) });

/** Creates a client of what stands beside the registry's storage. */
export function createRegistryStorageClient({ url, token }: RegistryStorageAddress): RegistryStorage {
  const base = withoutEndSlashes(url);
  return {
    async usedBytes(project) {
      try {
        const response = await fetch(`${base}/usage?project=${encodeURIComponent(project)}`, {
          headers: { authorization: `Bearer ${token.reveal()}` },
          redirect: "error",
          signal: AbortSignal.timeout(TIMEOUT_MS),
          dispatcher,
        });
        return usage.parse(await response.json()).used_bytes;
      } catch (cause) {
        throw new BerthError("unavailable", {
          message: `The registry's storage could not be asked: ${cause instanceof Error ? cause.name : "no answer"}`,
          publicMessage: "The registry cannot say now how much is stored; repeat later.",
        });
      }
    },
  };
}
