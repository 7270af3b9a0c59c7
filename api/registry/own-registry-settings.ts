import { z } from "zod";
import type { RegistryStorageAddress } from "../../adapters/registry/registry-storage-client.ts";
import { readRegistryTokenKey, type RegistryTokenKey } from "../../adapters/registry/registry-token-key.ts";
import { SecretText } from "../../contract/secret-text.ts";
import { wholeNumber } from "../../contract/whole-number.ts";

/** A registry whose tokens this gateway signs. */
export type OwnRegistryConfig = Readonly<{
  host: string;
  key: RegistryTokenKey;
  /** Undefined where nobody tells what is stored: there is no quota then. */
  storage: RegistryStorageAddress | undefined;
  quotaBytes: number;
}>;

const httpUrl = z.string().regex(/^https?:\/\/[^ @]+$/);
const GIGABYTE = 1_000_000_000;

/** Lists the settings of a registry whose tokens this gateway signs. */
export const ownRegistrySettings = {
  BERTH_REGISTRY_URL: httpUrl.optional().meta({
    description:
      "Address of the platform's own registry (distribution), whose tokens the gateway signs; instead of Harbor",
  }),
  BERTH_REGISTRY_TOKEN_KEY: z
    .string()
    .refine((pem) => readRegistryTokenKey(pem) !== undefined, "no P-256 key in PEM")
    .optional()
    .meta({ description: "P-256 key (PEM, PKCS #8) that signs them; its public half is at /registry/jwks.json" }),
  BERTH_REGISTRY_STORAGE_URL: httpUrl
    .optional()
    .meta({ description: "Who tells how much each organization stores there; without it there is no quota" }),
  BERTH_REGISTRY_STORAGE_TOKEN: z.string().min(1).optional().meta({ description: "Token for that" }),
  BERTH_REGISTRY_QUOTA_GB: wholeNumber(20, 1, 1_000_000).meta({
    description: "Gigabytes that an organization may store at the platform's own registry; who has more pushes nothing",
  }),
};
type Settings = z.output<z.ZodObject<typeof ownRegistrySettings>>;

/** Says what is wrong with the settings together. */
export function ownRegistryFaults(given: Settings): string[] {
  const { BERTH_REGISTRY_URL: url, BERTH_REGISTRY_TOKEN_KEY: key } = given;
  const { BERTH_REGISTRY_STORAGE_URL: storage, BERTH_REGISTRY_STORAGE_TOKEN: token } = given;
  return [
    ...((url === undefined) === (key === undefined)
      ? []
      : ["BERTH_REGISTRY_URL and BERTH_REGISTRY_TOKEN_KEY need each other"]),
    ...((storage === undefined) === (token === undefined)
      ? []
      : ["BERTH_REGISTRY_STORAGE_URL and BERTH_REGISTRY_STORAGE_TOKEN need each other"]),
  ];
}

/** Makes the part of the settings that the registry's tokens hang on; undefined where there is no such registry. */
export function toOwnRegistryConfig(given: Settings): OwnRegistryConfig | undefined {
  const { BERTH_REGISTRY_URL: url, BERTH_REGISTRY_TOKEN_KEY: pem } = given;
  const key = pem === undefined ? undefined : readRegistryTokenKey(pem);
  if (url === undefined || key === undefined) return undefined;
  const { BERTH_REGISTRY_STORAGE_URL: storageUrl, BERTH_REGISTRY_STORAGE_TOKEN: token } = given;
  const storage =
    storageUrl === undefined || token === undefined ? undefined : { url: storageUrl, token: new SecretText(token) };
  return { host: new URL(url).host, key, storage, quotaBytes: given.BERTH_REGISTRY_QUOTA_GB * GIGABYTE };
}
