import { readFileSync } from "node:fs";
import { z } from "zod";
import { SecretText } from "../../contract/secret-text.ts";
import type { VaultAddress, VaultAuth } from "./vault-session.ts";

/** Where Vault is, how we sign in, and which KV engine is ours. */
export type VaultConfig = VaultAddress & Readonly<{ mount: string }>;

const JWT_FILE = "/var/run/secrets/kubernetes.io/serviceaccount/token";
const path = z.string().regex(/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/);

/** Lists the settings of the secret store, for the gateway and the operator alike. */
export const vaultSettings = {
  BERTH_VAULT_URL: z
    .string()
    .regex(/^https?:\/\/[^ @]+$/)
    .optional()
    .meta({ description: "Address of Vault or OpenBao; without it secrets are Kubernetes Secrets" }),
  BERTH_VAULT_TOKEN: z.string().min(1).optional().meta({ description: "Token for Vault" }),
  BERTH_VAULT_ROLE: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "Role that our service account signs in to Vault with; instead of a token" }),
  BERTH_VAULT_AUTH_MOUNT: path.default("kubernetes").meta({ description: "Path of Vault's Kubernetes auth" }),
  BERTH_VAULT_JWT_FILE: z
    .string()
    .min(1)
    .default(JWT_FILE)
    .meta({ description: "File with the service account's token for Vault" }),
  BERTH_VAULT_MOUNT: path.default("secret").meta({ description: "Path of Vault's KV engine, version 2" }),
  BERTH_VAULT_NAMESPACE: z.string().min(1).optional().meta({ description: "Namespace in Vault" }),
};
type Settings = z.output<z.ZodObject<typeof vaultSettings>>;

/** Says what is wrong with the settings together. */
export function vaultFaults(given: Settings): string[] {
  const ways = [given.BERTH_VAULT_TOKEN, given.BERTH_VAULT_ROLE].filter((way) => way !== undefined).length;
  if (given.BERTH_VAULT_URL === undefined)
    return ways === 0 ? [] : ["BERTH_VAULT_TOKEN and BERTH_VAULT_ROLE need BERTH_VAULT_URL"];
  return ways === 1 ? [] : ["BERTH_VAULT_URL needs either BERTH_VAULT_TOKEN or BERTH_VAULT_ROLE"];
}

/** Derives where secrets are kept; undefined = as Kubernetes Secrets. `tokenFile` is read again at each sign-in. */
export function toVaultConfig(given: Settings, tokenFile: string | undefined): VaultConfig | undefined {
  if (given.BERTH_VAULT_URL === undefined) return undefined;
  return {
    url: given.BERTH_VAULT_URL,
    namespace: given.BERTH_VAULT_NAMESPACE,
    mount: given.BERTH_VAULT_MOUNT,
    auth: toAuth(given, tokenFile),
  };
}

function toAuth(given: Settings, tokenFile: string | undefined): VaultAuth {
  const { BERTH_VAULT_ROLE: role, BERTH_VAULT_TOKEN: token = "" } = given;
  if (role !== undefined) {
    const { BERTH_VAULT_AUTH_MOUNT: mount, BERTH_VAULT_JWT_FILE: file } = given;
    return { kind: "kubernetes", mount, role, jwt: () => readText(file) };
  }
  const isFile = tokenFile !== undefined && tokenFile !== "";
  return { kind: "token", token: isFile ? () => readText(tokenFile, token) : () => new SecretText(token) };
}

/** Kubernetes replaces mounted files by renaming: one that cannot be read for a moment is as it was. */
function readText(file: string, known = ""): SecretText {
  try {
    return new SecretText(readFileSync(file, "utf8").trim());
  } catch {
    return new SecretText(known);
  }
}
