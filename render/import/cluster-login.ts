import { platformScope, type SecretScope } from "../../contract/secret-store.ts";

/** How somebody logs in to an API server: by a token, or by a client certificate (base64 of PEM). */
export type ClusterLogin = Readonly<{ token: string }> | Readonly<{ certData: string; keyData: string }>;

/** A whole access to an API server, rebuilt from what was given; `caData` is base64 of PEM. */
export type ImportAccess = Readonly<{ server: string; caData: string }> & ClusterLogin;

/** Says where in the secret store the credential lies that a cluster was imported with, until it is registered. */
export function importPlace(organization: string, clusterId: string): readonly [SecretScope, string] {
  return [platformScope(organization), `cluster-import.${clusterId}`];
}

/** Writes an access for the secret store. */
export function formatAccess(access: ImportAccess): string {
  return JSON.stringify(access);
}

/** Reads an access from the secret store; undefined when it is not one that we wrote. */
export function readAccess(text: string): ImportAccess | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { server, caData, token, certData, keyData } = Object(value) as Readonly<Record<string, unknown>>;
  if (!isText(server) || !isText(caData)) return undefined;
  if (isText(token)) return { server, caData, token };
  return isText(certData) && isText(keyData) ? { server, caData, certData, keyData } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
