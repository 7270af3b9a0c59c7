import type { CloudCredential } from "../../adapters/postgres/resources/cloud-credential-store.ts";
import type { CloudCredentialResponse } from "../../contract/rest/cloud-credentials.ts";

/** Makes the body of a credential's answer. */
export function cloudCredentialBody(credential: CloudCredential): CloudCredentialResponse {
  const { id, name, provider, organizationId, createdBy, createdAt } = credential;
  return {
    id,
    name,
    provider,
    organization_id: organizationId,
    created_by: createdBy,
    created_at: createdAt.toISOString(),
  };
}
