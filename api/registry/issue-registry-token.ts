import { randomUUID } from "node:crypto";
import type { RegistryTokenKey } from "../../adapters/registry/registry-token-key.ts";
import type { RegistryScope } from "./registry-scope.ts";

/** Says who issues the registry's tokens: what distribution is told as `issuer`. */
const REGISTRY_TOKEN_ISSUER = "berth";
/** Distribution believes a token a minute longer: whose robot ended is out after five. */
const REGISTRY_TOKEN_SECONDS = 240;

/** A token as clients of registries read it; old ones read `token`, others the name that OAuth gives it. */
type IssuedToken = Readonly<{ token: string; access_token: string; expires_in: number; issued_at: string }>;

/** Issues a token for one registry, with exactly this access. */
export function issueRegistryToken(
  { host, key }: Readonly<{ host: string; key: RegistryTokenKey }>,
  { subject, access }: Readonly<{ subject: string; access: readonly RegistryScope[] }>,
  nowMs: number = Date.now(),
): IssuedToken {
  const now = Math.floor(nowMs / 1_000);
  const token = key.sign({
    iss: REGISTRY_TOKEN_ISSUER,
    sub: subject,
    aud: host,
    iat: now,
    nbf: now,
    exp: now + REGISTRY_TOKEN_SECONDS,
    jti: randomUUID(),
    access,
  });
  const issuedAt = new Date(now * 1_000).toISOString();
  return { token, access_token: token, expires_in: REGISTRY_TOKEN_SECONDS, issued_at: issuedAt };
}
