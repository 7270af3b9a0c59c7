import type { ApiKeyModel } from "../../adapters/postgres/generated/models.ts";
import { BerthError } from "../../contract/errors.ts";
import { coversScope } from "../http/authorize.ts";
import type { User } from "../http/principal.ts";

/** Refuses to revoke a key that can do more than the key or token which asks for it (docs/adr/0026). */
export function assertNotWider(user: User, key: Pick<ApiKeyModel, "scopes" | "unrestricted" | "organizationId">): void {
  if (user.via === "session") return;
  const hasScopes =
    user.scopes === null || (!key.unrestricted && key.scopes.every((one) => coversScope(user.scopes, one)));
  const isWithin = user.limitOrganizationId === null || key.organizationId === user.limitOrganizationId;
  if (!hasScopes || !isWithin)
    throw new BerthError("forbidden", {
      publicMessage: "An API key or token cannot revoke a key that may do more than itself.",
    });
}

/** Refuses to give out another key's secret: whoever has it outlives the credential that asked (ADR 0035). */
export function assertOwnSecret({ via, credentialId }: User, keyId: string): void {
  if (via === "session" || (via === "api_key" && credentialId === keyId)) return;
  throw new BerthError("forbidden", {
    publicMessage: "An API key may replace its own secret only, a token none; do this in a login session.",
  });
}
