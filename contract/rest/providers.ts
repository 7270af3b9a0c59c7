import { z } from "zod";
import { CLUSTER_TIERS } from "../resources/cluster.ts";
import { defineOperation } from "./operation.ts";
import { segment, timestamp } from "./values.ts";

const decimal = z.string().regex(/^[0-9]+\.[0-9]{2,4}$/);

const providerListResponse = z
  .object({
    providers: z.array(
      z
        .object({
          id: z.string().meta({ description: "Identifier, the value of a cluster's provider" }),
          name: z.string().meta({ description: "Name for people" }),
          tiers: z.array(z.enum(CLUSTER_TIERS)).meta({ description: "Tiers that it carries" }),
          available: z.boolean().meta({ description: "Whether this platform is set up for it" }),
          reason: z.string().nullable().meta({ description: "Why not" }),
          can_create_clusters: z.boolean().meta({
            description: "Whether clusters can be created there; at the others there is no provisioner for it yet",
          }),
        })
        .meta({ component: "Provider" }),
    ),
  })
  .meta({ component: "ProviderListResponse" });
export const region = z
  .object({
    id: z.string().meta({ description: "Identifier, the value of a cluster's region" }),
    name: z.string(),
    country: z.string().meta({ description: "ISO 3166-1 alpha-2" }),
    geographic_region: z.string(),
    available: z.boolean().meta({ description: "Whether the region takes new clusters now" }),
    reason: z.string().nullable().meta({ description: "Why not" }),
    server_types: z
      .array(z.string())
      .nullable()
      .meta({ description: "Machine types in stock; only with check_availability, at a provider that can be asked" }),
  })
  .meta({ component: "Region" });
const regionListResponse = z
  .object({
    provider: z.string(),
    regions: z.array(region),
    checked_at: timestamp.nullable().meta({
      description: "When the provider was asked; only with check_availability, at a provider that can be asked",
    }),
  })
  .meta({ component: "RegionListResponse" });
const serverTypeListResponse = z
  .object({
    server_types: z.array(
      z
        .object({
          id: z.string().meta({ description: "Identifier, the value of a cluster's server_type" }),
          cpu: z.number().meta({ description: "Cores" }),
          memory_mb: z.int().meta({ description: "Memory, MB" }),
          price_per_month: decimal.meta({
            description: "EUR, as a decimal string; without a region the lowest of all",
            examples: ["4.50"],
          }),
          available: z.boolean().meta({ description: "Whether it is in stock; without a region: in any" }),
        })
        .meta({ component: "ServerType" }),
    ),
  })
  .meta({ component: "ServerTypeListResponse" });

const storagePricingResponse = z
  .object({
    provider: z.string(),
    currency: z.literal("EUR"),
    price_per_gb_month: decimal.meta({ description: "Price of a GB of block storage a month", examples: ["0.0440"] }),
    source: z
      .enum(["api", "static"])
      .meta({ description: "static: a dated table, for providers without an interface" }),
    fetched_at: timestamp.meta({ description: "When the provider said so; the day of the table of a static price" }),
    stale: z.boolean().meta({ description: "Older than an hour, because the provider does not answer" }),
  })
  .meta({ component: "StoragePricingResponse" });

const group = "providers";
const who = { kind: "user" } as const;
const pathParameters = { provider: segment.meta({ description: "Identifier of the provider" }) };

export const listProviders = defineOperation({
  operationId: "listProviders",
  method: "get",
  path: "/providers",
  group,
  summary: "List the cloud providers",
  description: "Those that clusters can be created at, and those whose regions and storage prices are known.",
  who,
  scope: "providers:read",
  success: { status: 200, schema: providerListResponse, description: "The providers" },
});
export const listRegions = defineOperation({
  operationId: "listRegions",
  method: "get",
  path: "/providers/{provider}/regions",
  group,
  summary: "List the regions of a provider",
  description:
    "Regions that the platform disabled are listed too, as unavailable and with the reason. With check_availability a region where nothing is in stock is unavailable too.",
  who,
  scope: "providers:read",
  pathParameters,
  query: {
    check_availability: z.boolean().optional().meta({ description: "Asks the provider now; false when unset" }),
  },
  success: { status: 200, schema: regionListResponse, description: "Its regions" },
  errors: ["provider_failed", "unavailable"],
});
export const listServerTypes = defineOperation({
  operationId: "listServerTypes",
  method: "get",
  path: "/providers/{provider}/server-types",
  group,
  summary: "List the machine types of a provider",
  description: "Empty for a provider that cannot be asked for them: one without an interface, or not set up here.",
  who,
  scope: "providers:read",
  pathParameters,
  query: { region: segment.optional().meta({ description: "Only what this region offers" }) },
  success: { status: 200, schema: serverTypeListResponse, description: "Its machine types" },
  errors: ["provider_failed", "unavailable"],
});
export const getStoragePricing = defineOperation({
  operationId: "getStoragePricing",
  method: "get",
  path: "/providers/{provider}/storage-pricing",
  group,
  summary: "Read what block storage costs at a provider",
  description:
    "At most an hour old; while the provider does not answer, the last price, marked stale. Providers without an interface have a dated table (static): list prices without tax, in EUR at that day's rate.",
  who,
  scope: "providers:read",
  pathParameters,
  query: {
    region: segment
      .optional()
      .meta({ description: "Region; providers with one price answer it for each; without it, the usual price" }),
  },
  success: { status: 200, schema: storagePricingResponse, description: "The price" },
  errors: ["provider_failed", "unavailable"],
});
export const providerOperations = [listProviders, listRegions, listServerTypes, getStoragePricing];
