import type { ApiKeyModel } from "../../adapters/postgres/generated/models.ts";
import type { Answer } from "../http/context.ts";
import { taggedText } from "../http/etag.ts";

/** Makes the body of a key; the key itself is never in it. */
export function apiKeyBody(key: ApiKeyModel): Record<string, unknown> {
  const isExpired = key.expiresAt !== null && key.expiresAt.getTime() <= Date.now();
  return {
    ...newApiKeyBody(key),
    is_active: key.revokedAt === null && !isExpired,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    last_used_ip: key.lastUsedIp,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}

/** Makes the members of a key that are known when it is made. */
export function newApiKeyBody(key: ApiKeyModel): Record<string, unknown> {
  return {
    id: key.id,
    name: key.name,
    description: key.description,
    key_prefix: key.keyPrefix,
    scopes: key.unrestricted ? null : key.scopes,
    organization_id: key.organizationId,
    expires_at: key.expiresAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
  };
}

/** Answers a key with its ETag. */
export function apiKeyAnswer(key: ApiKeyModel): Answer {
  return taggedText(key.version, apiKeyBody(key));
}
