import { z } from "zod";
import { AMOUNT_UNITS, forEachAmount } from "../quotas.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { slug, uuid } from "./values.ts";

/** Most days that are read at once. */
export const USAGE_DAYS_MAX = 366;
/** Most rows of one answer. */
export const USAGE_ROWS_MAX = 5_000;
/** Hours of a month, as prices are of a month. */
export const HOURS_OF_MONTH = 730;

const USAGE_GROUPS = ["resource", "day", "cluster", "kind"] as const;

const day = z.iso.date();
const hours = z.number().min(0);
const money = z.string().regex(/^[0-9]+\.[0-9]{2}$/);

const amounts = {
  cpu_core_hours: hours.meta({ description: "CPU cores that were asked for, times the hours that they were" }),
  memory_gb_hours: hours.meta({ description: "Memory that was asked for, in units of 1,024 MB" }),
  storage_gb_hours: hours.meta({ description: "Storage that was asked for" }),
  node_hours: hours.meta({ description: "Worker nodes that clusters asked for" }),
  cost: money.nullable().meta({
    description: "What nodes and storage come to, at the list prices of today; null where one of them has no price",
  }),
};

const usageRow = z
  .object({
    day: day.nullable().meta({ description: "Day in UTC; only when grouped by it" }),
    kind: z.enum(["Cluster", "Deployment", "DatabaseInstance"]).nullable(),
    resource_id: uuid.nullable().meta({ description: "Record id; it may be gone by now" }),
    name: z.string().nullable().meta({ description: "Name that the resource had last" }),
    cluster_id: uuid.nullable(),
    cluster_name: z.string().nullable(),
    ...amounts,
  })
  .meta({ component: "UsageRow" });
export type UsageRowBody = z.infer<typeof usageRow>;

const amountsNow = (description: (unit: string) => string): z.ZodObject =>
  z.object(
    forEachAmount((name) =>
      z
        .number()
        .nullable()
        .meta({ description: description(AMOUNT_UNITS[name]) }),
    ),
  );

const usageResponse = z
  .object({
    from: day.meta({ description: "First day, in UTC", examples: ["2026-11-01"] }),
    to: day.meta({ description: "Day after the last one, in UTC", examples: ["2026-12-01"] }),
    group_by: z.enum(USAGE_GROUPS),
    currency: z.literal("EUR"),
    rows: z.array(usageRow),
    total: z.object(amounts).meta({ description: "Sum of all rows; its cost is of those that have a price" }),
    unpriced: z
      .boolean()
      .meta({ description: "Whether something had no price: a shared cluster, one that was not made here" }),
    asked_now: amountsNow((unit) => `${unit} that deployments and databases ask for now`),
    limits: amountsNow((unit) => `Most ${unit} that they may ask for; null = no limit`),
  })
  .meta({ component: "UsageResponse" });
export type UsageResponse = z.infer<typeof usageResponse>;

export const getOrganizationUsage = defineOperation({
  operationId: "getOrganizationUsage",
  method: "get",
  path: "/organizations/{slug}/usage",
  group: "organizations",
  summary: "Read what an organization asked for over time",
  description: [
    "What deployments, databases and clusters asked for, times how long, also of what is gone by now; today's is in it up to now. Not what they used: metrics tell that.",
    "What scales counts at its most; of what is stopped only the storage counts; Helm charts and manifests that were taken over count for nothing, as nobody knows what is in them.",
    "Prices are the list prices of GET /providers, without tax, as they are today: they are for people to compare, and no invoice. CPU and memory of deployments have none, as the nodes that carry them do.",
    `At most ${USAGE_DAYS_MAX} days and ${USAGE_ROWS_MAX} rows at once; days are kept for 800. With Accept: text/csv the rows come as CSV.`,
  ].join("\n"),
  who: atLeast("viewer"),
  scope: "organizations:read",
  pathParameters: { slug: slug.meta({ description: "Slug of the organization" }) },
  query: {
    from: day.optional().meta({ description: "First day, in UTC; the first of this month when unset" }),
    to: day.optional().meta({ description: "Day after the last one, in UTC; tomorrow when unset" }),
    group_by: z.enum(USAGE_GROUPS).optional().meta({ description: "What each row is of; resource when unset" }),
  },
  success: {
    status: 200,
    schema: usageResponse,
    description: "What was asked for",
    alternativeType: "text/csv",
  },
});
export const usageOperations = [getOrganizationUsage];
