import { z } from "zod";
import { text } from "../fields.ts";
import { defineOperation } from "./operation.ts";
import { notEmpty } from "./rules.ts";
import { scope } from "./scopes.ts";
import { listOf, listQuery, timestamp, uuid } from "./values.ts";

const name = text(100, 1).meta({ description: "Name that tells keys apart" });
const description = text(500).nullable().optional().meta({ description: "What the key is for" });
const expiresAt = timestamp.nullable().optional().meta({ description: "When it stops working; never when null" });
const scopes = z
  .array(scope)
  .min(1)
  .max(64)
  .nullable()
  .optional()
  .meta({ description: "What the key may do; null = all that its owner may" });

const apiKeyCreate = z
  .strictObject({
    name,
    description,
    expires_at: expiresAt,
    scopes,
    organization_id: uuid.nullable().optional().meta({ description: "Limits the key to one organization" }),
  })
  .meta({ component: "APIKeyCreate", examples: [{ name: "ci", scopes: ["deployments:write"], expires_at: null }] });

const apiKeyUpdate = z
  .strictObject({ name: name.nullable().optional(), description, expires_at: expiresAt })
  .meta({ component: "APIKeyUpdate", examples: [{ description: "Used by the nightly build" }] });

const commonMembers = {
  id: uuid.meta({ description: "Record id" }),
  name: z.string(),
  description: z.string().nullable(),
  key_prefix: z.string().meta({ description: "First 12 characters of the key" }),
  scopes: z.array(scope).nullable().meta({ description: "null = all that its owner may" }),
  organization_id: uuid.nullable(),
  expires_at: timestamp.nullable(),
  created_at: timestamp,
};
const apiKeyResponse = z
  .object({
    ...commonMembers,
    is_active: z.boolean().meta({ description: "False once revoked or expired" }),
    last_used_at: timestamp.nullable(),
    last_used_ip: z.string().nullable(),
    revoked_at: timestamp.nullable(),
  })
  .meta({ component: "APIKeyResponse" });

const apiKeyCreateResponse = z
  .object({
    ...commonMembers,
    key: z.string().meta({ description: "The full key; only in this answer", secret: true }),
  })
  .meta({ component: "APIKeyCreateResponse" });

const changesSomething = notEmpty("apiKeyUpdateNotEmpty", "send at least one of name, description and expires_at");

const group = "api-keys";
const pathParameters = { key_id: uuid.meta({ description: "Record id of the key" }) };
const who = { kind: "user" } as const;

export const createApiKey = defineOperation({
  operationId: "createApiKey",
  method: "post",
  path: "/api-keys",
  group,
  summary: "Create an API key",
  description:
    "The full key is in this answer only. Keys and applications make no keys: what they may do ends with them.",
  who,
  sessionOnly: true,
  verifiedOnly: true,
  notWhileImpersonating: true,
  body: apiKeyCreate,
  idempotent: true,
  freshProof: true,
  success: { status: 201, schema: apiKeyCreateResponse, description: "The key" },
  errors: ["quota_exceeded", "secret_already_returned", "not_found"],
});
export const listApiKeys = defineOperation({
  operationId: "listApiKeys",
  method: "get",
  path: "/api-keys",
  group,
  summary: "List your API keys",
  who,
  scope: "api-keys:read",
  query: listQuery,
  success: {
    status: 200,
    schema: listOf("api_keys", apiKeyResponse).meta({ component: "APIKeyListResponse" }),
    description: "Your keys, newest first",
  },
});
export const getApiKey = defineOperation({
  operationId: "getApiKey",
  method: "get",
  path: "/api-keys/{key_id}",
  group,
  summary: "Read an API key",
  who,
  scope: "api-keys:read",
  pathParameters,
  concurrency: "read",
  success: { status: 200, schema: apiKeyResponse, description: "The key, without its secret" },
});
export const updateApiKey = defineOperation({
  operationId: "updateApiKey",
  method: "patch",
  path: "/api-keys/{key_id}",
  group,
  summary: "Change name, description or expiry of an API key",
  description: "Scopes never change: create a new key instead. No key moves its own end.",
  who,
  sessionOnly: true,
  notWhileImpersonating: true,
  pathParameters,
  body: apiKeyUpdate,
  rules: [changesSomething],
  concurrency: "write",
  freshProof: true,
  success: { status: 200, schema: apiKeyResponse, description: "The changed key" },
  errors: ["conflict"],
});
export const deleteApiKey = defineOperation({
  operationId: "deleteApiKey",
  method: "delete",
  path: "/api-keys/{key_id}",
  group,
  summary: "Revoke an API key",
  description: "The key stops working at once; its record stays, with is_active false and revoked_at.",
  who,
  scope: "api-keys:write",
  pathParameters,
  concurrency: "write",
  success: { status: 200, schema: apiKeyResponse, description: "The revoked key" },
});
export const rotateApiKey = defineOperation({
  operationId: "rotateApiKey",
  method: "post",
  path: "/api-keys/{key_id}/rotate",
  group,
  summary: "Replace the secret of an API key",
  description:
    "The old secret stops working at once; the new one is in this answer only. All else of the key stays, its end too. An API key may replace its own secret and no other.",
  who,
  notWhileImpersonating: true,
  scope: "api-keys:write",
  pathParameters,
  idempotent: true,
  freshProof: true,
  success: { status: 200, schema: apiKeyCreateResponse, description: "The key with its new secret" },
  errors: ["conflict", "secret_already_returned"],
});
export const apiKeyOperations = [createApiKey, listApiKeys, getApiKey, updateApiKey, deleteApiKey, rotateApiKey];
