import { z } from "zod";
import { text } from "../fields.ts";
import { AMOUNT_UNITS, forEachAmount, type AmountQuota } from "../quotas.ts";
import { defineOperation } from "./operation.ts";
import { notEmpty } from "./rules.ts";
import { region } from "./providers.ts";
import { listOf, listQuery, namePrefix, segment, slug, timestamp, uuid } from "./values.ts";

/** What an organization may have; API keys are counted per user. */
const QUOTA_NAMES = ["clusters", "deployments", "databases", "secrets", "webhooks"] as const;
export type OrganizationQuota = (typeof QUOTA_NAMES)[number];

const forEach = <T extends z.ZodType>(schema: (name: string) => T): Record<OrganizationQuota, T> =>
  Object.fromEntries(QUOTA_NAMES.map((name) => [name, schema(name)])) as Record<OrganizationQuota, T>;
const most = z.int().min(0).max(100_000);
const mostAmount = (name: AmountQuota): z.ZodNumber =>
  name === "cpu" ? z.number().min(0).max(1_000_000) : z.int().min(0).max(1_000_000_000);

const adminOrganizationUpdate = z
  .strictObject({
    feature_flags: z
      .strictObject({
        backups: z.boolean().nullable().optional().meta({ description: "Scheduled backups; null = the default" }),
      })
      .nullable()
      .optional()
      .meta({ description: "Features that are switched; members left out stay as they are" }),
    quotas: z
      .strictObject({
        ...forEach((name) =>
          most
            .nullable()
            .optional()
            .meta({ description: `Most ${name}; null = the default` }),
        ),
        ...forEachAmount((name) =>
          mostAmount(name)
            .nullable()
            .optional()
            .meta({
              description: `Most ${AMOUNT_UNITS[name]} that deployments and databases ask for together; null = no limit`,
            }),
        ),
      })
      .nullable()
      .optional()
      .meta({ description: "Quotas that differ; members left out stay as they are" }),
  })
  .meta({ component: "AdminOrganizationUpdate", examples: [{ quotas: { clusters: 10 } }] });

const adminOrganizationResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    name: z.string(),
    slug: z.string(),
    is_system: z.boolean(),
    is_personal: z.boolean(),
    member_count: z.int().min(0),
    feature_flags: z.object({ backups: z.boolean() }).meta({ description: "Features as they are in force" }),
    quotas: z
      .object({
        ...forEach((name) =>
          z
            .int()
            .min(0)
            .meta({ description: `Most ${name}` }),
        ),
        ...forEachAmount((name) =>
          mostAmount(name)
            .nullable()
            .meta({
              description: `Most ${AMOUNT_UNITS[name]} that deployments and databases ask for together; null = no limit`,
            }),
        ),
      })
      .meta({
        description: "Quotas as they are in force",
      }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ component: "AdminOrganizationResponse" });
export type AdminOrganizationResponse = z.infer<typeof adminOrganizationResponse>;

const regionUpdate = z
  .strictObject({
    enabled: z.boolean().meta({ description: "Whether clusters can be created there" }),
    reason: text(500, 1).nullable().optional().meta({ description: "Why not; shown to everybody" }),
  })
  .meta({ component: "RegionUpdate", examples: [{ enabled: false, reason: "Moving to another data centre" }] });

const changesSomething = notEmpty("adminOrganizationUpdateNotEmpty", "send at least one of feature_flags and quotas");

const group = "admin";
const who = { kind: "platformAdmin" } as const;

export const listAllOrganizations = defineOperation({
  operationId: "listAllOrganizations",
  method: "get",
  path: "/admin/organizations",
  group,
  summary: "List every organization of the platform",
  who,
  scope: "organizations:read",
  query: { ...listQuery, ...namePrefix },
  success: {
    status: 200,
    schema: listOf("organizations", adminOrganizationResponse).meta({ component: "AdminOrganizationListResponse" }),
    description: "Organizations, newest first; deleted ones are left out",
  },
});
export const setOrganizationLimits = defineOperation({
  operationId: "setOrganizationLimits",
  method: "patch",
  path: "/admin/organizations/{slug}",
  group,
  summary: "Set features and quotas of an organization",
  description: "A quota below what is there deletes nothing; it only stops more.",
  who,
  scope: "organizations:write",
  pathParameters: { slug: slug.meta({ description: "Slug of the organization" }) },
  body: adminOrganizationUpdate,
  rules: [changesSomething],
  concurrency: "write",
  success: { status: 200, schema: adminOrganizationResponse, description: "The changed organization" },
});
export const setRegion = defineOperation({
  operationId: "setRegion",
  method: "patch",
  path: "/admin/providers/{provider}/regions/{region}",
  group,
  summary: "Disable a region for new clusters, or enable it again",
  description: "A disabled region is still listed, as unavailable and with the reason. What runs there runs on.",
  who,
  scope: "providers:write",
  pathParameters: {
    provider: segment.meta({ description: "Identifier of the provider" }),
    region: segment.meta({ description: "Identifier of the region" }),
  },
  body: regionUpdate,
  success: { status: 200, schema: region, description: "The region as it is listed now" },
  errors: ["provider_failed", "unavailable"],
});
export const adminOperations = [listAllOrganizations, setOrganizationLimits, setRegion];
