import { z } from "zod";
import { text } from "../fields.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { listOf, listQuery, segment, timestamp, uuid } from "./values.ts";

const organizationId = uuid.meta({ description: "Organization; the active one when unset" });

const cloudCredentialCreate = z
  .strictObject({
    name: text(100, 1).meta({ description: "Name that tells credentials apart; unique in the organization" }),
    provider: segment.meta({ description: "Provider that the token is for" }),
    token: text(4096, 1).meta({
      description: "Token of the provider's API, kept in the secret store only",
      secret: true,
    }),
    organization_id: organizationId.nullable().optional(),
  })
  .meta({
    component: "CloudCredentialCreate",
    examples: [{ name: "our own account", provider: "hetzner", token: "the token of a Hetzner project" }],
  });

const cloudCredentialResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    name: z.string(),
    provider: z.string(),
    organization_id: uuid,
    created_by: uuid.nullable().meta({ description: "User who created it" }),
    created_at: timestamp,
  })
  .meta({ component: "CloudCredentialResponse" });
export type CloudCredentialResponse = z.infer<typeof cloudCredentialResponse>;

const group = "cloud-credentials";
const who = atLeast("admin");
const query = { organization_id: organizationId.optional() };
const AWAY = ["kubernetes_unavailable", "secret_store_unavailable"] as const;

export const createCloudCredential = defineOperation({
  operationId: "createCloudCredential",
  method: "post",
  path: "/cloud-credentials",
  group,
  summary: "Keep a token of a cloud provider",
  description: "The token is tried once, with a request that changes nothing. Clusters made with it are is_byoc.",
  who,
  scope: "cloud-credentials:write",
  body: cloudCredentialCreate,
  idempotent: true,
  success: { status: 201, schema: cloudCredentialResponse, description: "The credential, without its token" },
  errors: ["not_found", "name_taken", "quota_exceeded", "provider_failed", "unavailable", "outcome_unknown", ...AWAY],
});
export const listCloudCredentials = defineOperation({
  operationId: "listCloudCredentials",
  method: "get",
  path: "/cloud-credentials",
  group,
  summary: "List cloud credentials",
  who,
  scope: "cloud-credentials:read",
  query: { ...query, ...listQuery },
  success: {
    status: 200,
    schema: listOf("cloud_credentials", cloudCredentialResponse).meta({ component: "CloudCredentialListResponse" }),
    description: "The organization's credentials, newest first",
  },
  errors: ["not_found"],
});
export const deleteCloudCredential = defineOperation({
  operationId: "deleteCloudCredential",
  method: "delete",
  path: "/cloud-credentials/{credential_id}",
  group,
  summary: "Delete a cloud credential",
  description: "Refused while clusters use it.",
  who,
  scope: "cloud-credentials:write",
  pathParameters: { credential_id: uuid.meta({ description: "Record id of the credential" }) },
  query,
  success: { status: 200, schema: cloudCredentialResponse, description: "The credential as it was" },
  errors: ["conflict", "outcome_unknown", ...AWAY],
});
export const cloudCredentialOperations = [createCloudCredential, listCloudCredentials, deleteCloudCredential];
