import { z } from "zod";
import { secretName, text } from "../fields.ts";
import { utf8Length } from "../limits.ts";
import { atLeast, defineOperation } from "./operation.ts";
import type { OperationRule } from "./rules.ts";
import { listOf, listQuery, segment, timestamp, uuid } from "./values.ts";

const VALUE_BYTES = 65_536;
const value = text(VALUE_BYTES).meta({ description: "The value, at most 64 KiB of UTF-8", secret: true });
const deploymentId = uuid.meta({ description: "Deployment that the secret belongs to" });
const organizationId = uuid.meta({ description: "Organization that the secret belongs to; the active one when unset" });

const secretCreate = z
  .strictObject({
    name: secretName.meta({ description: "Name by which secret_ref means it; unique in its scope" }),
    value,
    deployment_id: deploymentId.nullable().optional(),
    organization_id: organizationId.nullable().optional(),
  })
  .meta({ component: "SecretCreate", examples: [{ name: "DATABASE_PASSWORD", value: "correct horse" }] });
const secretReplace = z
  .strictObject({ value })
  .meta({ component: "SecretReplace", examples: [{ value: "battery staple" }] });

const secretResponse = z
  .object({
    name: z.string(),
    key: z.string().meta({ description: "Path in the secret store" }),
    deployment_id: uuid.nullable(),
    database_id: uuid.nullable(),
    organization_id: uuid.nullable(),
    version: z.int().min(1).meta({ description: "Number of the newest value; the first is 1" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ component: "SecretResponse" });
export type SecretResponse = z.infer<typeof secretResponse>;

const valueFits: OperationRule = {
  name: "secretValueAtMost64KiB",
  message: "the value must have at most 65536 bytes of UTF-8",
  path: ["value"],
  check: (body) => utf8Length((body as { value: string }).value) <= VALUE_BYTES,
};
const oneScope: OperationRule = {
  name: "secretHasOneScope",
  message: "send at most one of deployment_id and organization_id",
  path: [],
  check: (body) => {
    const { deployment_id: deployment, organization_id: organization } = body as z.infer<typeof secretCreate>;
    return typeof deployment !== "string" || typeof organization !== "string";
  },
};

const AWAY = ["kubernetes_unavailable", "secret_store_unavailable"] as const;
const group = "secrets";
const who = atLeast("member");
const pathParameters = { secret_name: segment.meta({ description: "Name of the secret" }) };
const query = { deployment_id: deploymentId.optional(), organization_id: organizationId.optional() };
const SCOPES = [
  "A secret belongs to an organization, or with deployment_id to one deployment. In environment_variables a secret_ref",
  "means the deployment's own secret of that name, else the organization's.",
].join(" ");

export const createSecret = defineOperation({
  operationId: "createSecret",
  method: "post",
  path: "/secrets",
  group,
  summary: "Create a secret",
  description: `${SCOPES} The value is kept in the secret store only, and no operation answers it.`,
  who,
  scope: "secrets:write",
  body: secretCreate,
  rules: [valueFits, oneScope],
  idempotent: true,
  success: { status: 201, schema: secretResponse, description: "The secret, without its value" },
  errors: ["not_found", "name_taken", "being_deleted", "quota_exceeded", ...AWAY, "outcome_unknown"],
});
export const listSecrets = defineOperation({
  operationId: "listSecrets",
  method: "get",
  path: "/secrets",
  group,
  summary: "List secrets",
  description: "Names and versions, never values. Without deployment_id those of the deployments are listed too.",
  who,
  scope: "secrets:read",
  query: { ...query, ...listQuery },
  success: {
    status: 200,
    schema: listOf("secrets", secretResponse).meta({ component: "SecretListResponse" }),
    description: "Secrets, newest first",
  },
  errors: ["not_found", ...AWAY],
});
export const getSecret = defineOperation({
  operationId: "getSecret",
  method: "get",
  path: "/secrets/{secret_name}",
  group,
  summary: "Read what is known of a secret",
  who,
  scope: "secrets:read",
  pathParameters,
  query,
  concurrency: "read",
  success: { status: 200, schema: secretResponse, description: "The secret, without its value" },
  errors: [...AWAY],
});
export const replaceSecret = defineOperation({
  operationId: "replaceSecret",
  method: "put",
  path: "/secrets/{secret_name}",
  group,
  summary: "Store a new value of a secret",
  description: "Deployments that use it get the new value and restart their pods, one after the other.",
  who,
  scope: "secrets:write",
  pathParameters,
  query,
  body: secretReplace,
  rules: [valueFits],
  concurrency: "write",
  success: { status: 200, schema: secretResponse, description: "The secret with its new version" },
  errors: ["conflict", ...AWAY, "outcome_unknown"],
});
export const deleteSecret = defineOperation({
  operationId: "deleteSecret",
  method: "delete",
  path: "/secrets/{secret_name}",
  group,
  summary: "Delete a secret with all its versions",
  description:
    "Pods that run keep the value they have. A deployment that still means it says so in its status, and waits with its next change until there is one again.",
  who,
  scope: "secrets:write",
  pathParameters,
  query,
  concurrency: "write",
  success: { status: 200, schema: secretResponse, description: "The secret as it was" },
  errors: [...AWAY, "outcome_unknown"],
});
export const secretOperations = [createSecret, listSecrets, getSecret, replaceSecret, deleteSecret];
