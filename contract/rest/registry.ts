import { z } from "zod";
import { atLeast, defineOperation } from "./operation.ts";
import { organizationFilter, timestamp } from "./values.ts";

const members = {
  id: z.string().meta({ description: "Record id; another one after each regeneration" }),
  registry_url: z.string().meta({ description: "Host of the registry" }),
  repository_prefix: z.string().meta({ description: "What the names of the organization's images begin with" }),
  username: z.string(),
  docker_login_command: z.string().meta({ description: "Reads the password from standard input" }),
  is_active: z.boolean(),
  created_at: timestamp,
  expires_at: timestamp.nullable().optional().meta({ description: "null = never" }),
};
const registryCredentialResponse = z.object(members).meta({ component: "RegistryCredentialResponse" });
export type RegistryCredentialResponse = z.infer<typeof registryCredentialResponse>;

const registryCredentialStatus = z
  .object({
    has_credentials: z.boolean(),
    credentials: registryCredentialResponse.nullable().meta({ description: "null when there are none" }),
  })
  .meta({ component: "RegistryCredentialStatus" });

const registryCredentialCreatedResponse = z
  .object({ ...members, password: z.string().meta({ description: "Only in this answer", secret: true }) })
  .meta({ component: "RegistryCredentialCreatedResponse" });

const group = "registry";
export const getRegistryCredentials = defineOperation({
  operationId: "getRegistryCredentials",
  method: "get",
  path: "/registry/credentials",
  group,
  summary: "Read what is known of the registry credentials",
  who: atLeast("viewer"),
  scope: "registry:read",
  query: organizationFilter,
  success: { status: 200, schema: registryCredentialStatus, description: "Never with the password" },
  errors: ["not_found"],
});
export const regenerateRegistryCredentials = defineOperation({
  operationId: "regenerateRegistryCredentials",
  method: "post",
  path: "/registry/credentials/regenerate",
  group,
  summary: "Make new registry credentials",
  description:
    "A new robot account is made and stored, then the old one is revoked, so that a failure never leaves none. Deployments of images of the organization's own get the new ones by themselves.",
  who: atLeast("admin"),
  notWhileImpersonating: true,
  scope: "registry:write",
  query: organizationFilter,
  idempotent: true,
  success: {
    status: 201,
    schema: registryCredentialCreatedResponse,
    description: "The credentials, with the password",
  },
  errors: [
    "not_found",
    "conflict",
    "secret_already_returned",
    "registry_not_configured",
    "provider_failed",
    "unavailable",
    "kubernetes_unavailable",
    "secret_store_unavailable",
    "outcome_unknown",
  ],
});
export const registryOperations = [getRegistryCredentials, regenerateRegistryCredentials];
