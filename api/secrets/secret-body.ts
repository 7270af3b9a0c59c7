import { createHash } from "node:crypto";
import type { ChangeRecord } from "../../adapters/postgres/resources/record-changes.ts";
import type { SecretResponse } from "../../contract/rest/secrets.ts";
import type { StoredSecret } from "../../contract/secret-store.ts";
import type { Answer } from "../http/context.ts";
import { etagOf } from "../http/etag.ts";
import { toldOf } from "../identity/record-change.ts";

/** Makes the body of a secret's answer. */
export function secretBody(secret: StoredSecret, organizationId: string): SecretResponse {
  return {
    name: secret.name,
    key: secret.key,
    deployment_id: secret.deploymentId ?? null,
    database_id: null,
    organization_id: organizationId,
    version: secret.version,
    created_at: secret.createdAt.toISOString(),
    updated_at: secret.updatedAt.toISOString(),
  };
}

/** Makes the answer about one secret, with its ETag. */
export function secretAnswer(secret: StoredSecret, organizationId: string): Answer {
  const body = secretBody(secret, organizationId);
  return { body, etag: etagOf(secret.version, JSON.stringify(body)) };
}

/** Derives the id under which the audit log and lists know a secret: it has no record, only a path. */
export function secretId(
  organization: string,
  { deploymentId, name }: Pick<StoredSecret, "deploymentId" | "name">,
): string {
  const path = [organization, deploymentId ?? "", name].join("/");
  const hex = createHash("sha256").update(path).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Makes what /events tells of a secret: that it is another one, by the id that nobody else derives a name from. */
export function toldOfSecret(
  { id, organizationId }: Readonly<{ id: string; organizationId: string }>,
  type: ChangeRecord["type"],
): ChangeRecord {
  return toldOf("Secret", id, organizationId, type);
}
