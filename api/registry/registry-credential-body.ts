import type { RegistryCredential } from "../../adapters/postgres/resources/registry-credential-store.ts";
import type { RegistryCredentialResponse } from "../../contract/rest/registry.ts";
import { platformScope, type SecretScope } from "../../contract/secret-store.ts";
import { REGISTRY_SECRET } from "../../contract/identity.ts";

/** Makes the body of an answer about registry credentials. */
export function registryCredentialBody(credential: RegistryCredential, host: string): RegistryCredentialResponse {
  const { id, project, username, createdAt, expiresAt } = credential;
  return {
    id,
    registry_url: host,
    repository_prefix: `${host}/${project}/`,
    username,
    // The name of a robot has a dollar, which a shell reads between double quotes.
    docker_login_command: `docker login ${host} -u '${username}' --password-stdin`,
    is_active: expiresAt === null || expiresAt.getTime() > Date.now(),
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  };
}

/** Says where in the secret store an organization's pull secret lies. */
export function registryPlace(organization: string): readonly [SecretScope, string] {
  return [platformScope(organization), REGISTRY_SECRET];
}

/** Makes what the kubelet reads: the login of one registry. */
export function dockerConfig(host: string, username: string, password: string): string {
  const auth = Buffer.from(`${username}:${password}`).toString("base64");
  return JSON.stringify({ auths: { [host]: { username, password, auth } } });
}
