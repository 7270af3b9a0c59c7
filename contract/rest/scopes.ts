import { z } from "zod";
import type { Scope } from "./operation.ts";

/** Groups that an API key can be limited to; a new group adds its name here. */
export const SCOPE_GROUPS = [
  "api-keys",
  "billing",
  "cloud-credentials",
  "clusters",
  "connected-applications",
  "databases",
  "deployments",
  "exec",
  "organizations",
  "providers",
  "registry",
  "secrets",
  "webhooks",
] as const;

/** Lists every scope an API key can have. */
export const SCOPES: readonly Scope[] = SCOPE_GROUPS.flatMap((group) => [
  `${group}:read` as const,
  `${group}:write` as const,
]);

export const scope = z.enum(SCOPES);

/** What agents may read; secrets, keys, accounts and payments are none of it. */
export const AGENT_READ_SCOPES = [
  "clusters:read",
  "databases:read",
  "deployments:read",
  "organizations:read",
] as const satisfies readonly Scope[];
/** What agents may change where a person consents to that too; full access to clusters (clusters:write) is none of it. */
const AGENT_WRITE_SCOPES = ["databases:write", "deployments:write"] as const satisfies readonly Scope[];
/** All that a token for agents can carry. */
export const AGENT_SCOPES: readonly Scope[] = [...AGENT_READ_SCOPES, ...AGENT_WRITE_SCOPES];
