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
