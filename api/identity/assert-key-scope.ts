import type { ApiKeyModel } from "../../adapters/postgres/generated/models.ts";
import { BerthError } from "../../contract/errors.ts";
import { coversScope } from "../http/authorize.ts";
import type { User } from "../http/context.ts";

/** Refuses to make or touch a key that can do more than the key which asks for it (decisions.md 5). */
export function assertNotWider(
  user: User,
  key: Readonly<{ scopes: readonly string[] | null; organizationId: string | null; expiresAt: Date | null }>,
): void {
  if (user.via === "session") return;
  const hasScopes = user.scopes === null || (key.scopes?.every((scope) => coversScope(user.scopes, scope)) ?? false);
  const isWithin = user.limitOrganizationId === null || key.organizationId === user.limitOrganizationId;
  if (!hasScopes || !isWithin)
    throw new BerthError("forbidden", {
      publicMessage: "An API key or token cannot manage a key that may do more than itself.",
    });
}

/** Reads the two forms of a stored key's scopes as one. */
export function scopesOf(key: ApiKeyModel): readonly string[] | null {
  return key.unrestricted ? null : key.scopes;
}
