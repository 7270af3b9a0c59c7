import { z } from "zod";
import { text } from "../fields.ts";
import { canonicalUuid, FORMATS } from "./formats.ts";

/** A record id in a request; other spellings of a UUID are accepted and rewritten. */
export const uuid = z.stringFormat("uuid", FORMATS.uuid).overwrite(canonicalUuid);
export const timestamp = z.stringFormat("date-time", FORMATS["date-time"]);
export const email = z.stringFormat("email", FORMATS.email);
/** The paths of one cluster, one database and one deployment. */
export const clusterPath = { cluster_id: uuid.meta({ description: "Record id of the cluster" }) };
export const databasePath = { database_id: uuid.meta({ description: "Record id of the database" }) };
export const deploymentPath = { deployment_id: uuid.meta({ description: "Record id of the deployment" }) };
/** A path segment that names something; an unknown name is a 404, not a 422. */
export const segment = text(64, 1);
export const slug = text(63, 1);

/** Idempotency-Key: bare or quoted, as the IETF draft writes it. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(130)
  .regex(/^("[!#-~]{1,128}"|[!#-~]{1,128})$/)
  .overwrite((key) => key.replaceAll('"', ""));
const ENTITY_TAG = '(W/)?"[!#-~]{0,128}"';
export const etagList = z
  .string()
  .max(2048)
  .regex(new RegExp(`^(\\*|${ENTITY_TAG}( ?, ?${ENTITY_TAG})*)$`))
  .meta({ examples: ['"3.f0a1c2"'] });

/** The id of an event. */
export const eventCursor = z
  .string()
  .max(18)
  .regex(/^[0-9]{1,18}$/);

/** Query members of every list. */
export const listQuery = {
  limit: z.int().min(1).max(200).optional().meta({ description: "Most items on this page; 50 when unset" }),
  cursor: z
    .string()
    .min(1)
    .max(512)
    .regex(/^[A-Za-z0-9_-]+$/)
    .optional()
    .meta({ description: "next_cursor of the page before; opaque" }),
  count: z.boolean().optional().meta({ description: "Whether the answer carries total" }),
};
export const organizationFilter = {
  organization_id: uuid.optional().meta({ description: "Organization; the active one when unset" }),
};
export const namePrefix = { q: text(63).optional().meta({ description: "Start of the name" }) };

/** Makes the answer of a list: the items under their plural, the cursor, and the total when asked for. */
export function listOf(plural: string, item: z.ZodType): z.ZodObject {
  return z.object({
    [plural]: z.array(item),
    next_cursor: z.string().nullable().meta({ description: "Cursor of the next page; null on the last one" }),
    total: z.int().min(0).optional().meta({ description: "Number of all items; only with count=true" }),
  });
}

const plannedObject = z
  .object({
    api_version: z.string(),
    kind: z.string(),
    namespace: z.string().nullable().meta({ description: "Null for what has none, and where a manifest names none" }),
    name: z.string(),
    action: z.enum(["create", "update", "delete"]),
    restart: z.boolean().meta({ description: "Whether its pods are replaced" }),
  })
  .meta({ component: "PlannedObject" });
export type PlannedObject = z.infer<typeof plannedObject>;

const euros = z.string().regex(/^-?[0-9]+\.[0-9]{2}$/);
const monthlyCost = z
  .object({
    currency: z.literal("EUR"),
    before: euros.meta({ description: "What nodes and storage come to now; 0.00 for what is not there yet" }),
    after: euros.meta({ description: "What they would come to" }),
    change: euros.meta({ description: "The difference" }),
  })
  .meta({ component: "MonthlyCost" });
export type MonthlyCost = z.infer<typeof monthlyCost>;

/** What a dry run adds to the would-be resource. */
const plan = z
  .object({
    values_diff: z.string().meta({ description: "Unified diff of the values file" }),
    git_path: z.string().nullable().meta({ description: "File that would be committed" }),
    objects: z
      .array(plannedObject)
      .meta({ description: "Objects on the tenant cluster that would change; kept volumes do not" }),
    objects_complete: z.boolean().meta({
      description: "False where more may change than can be known before Argo CD renders it; warnings say why",
    }),
    live_objects: z
      .array(
        z
          .object({
            api_version: z.string(),
            kind: z.string(),
            name: z.string(),
            action: z.enum(["create", "update", "none"]),
            restart: z.boolean().meta({ description: "Whether its pods would be replaced" }),
            diff: z.string().meta({ description: "Members of the live object that would change, by line" }),
          })
          .meta({ component: "PlannedLiveObject" }),
      )
      .optional()
      .meta({ description: "Only for the first sync of an import: what it would change of the objects that live" }),
    warnings: z.array(z.string()).meta({ description: "What a person should know before doing it" }),
    monthly_cost: monthlyCost.nullable().optional().meta({
      description:
        "Of creations and changes: what nodes and storage cost in a month at the list prices of today; null where one of them has no price",
    }),
  })
  .meta({ component: "Plan" });
/** Member of answers that dry runs fill; absent otherwise. */
export const planMember = { plan: plan.optional().meta({ description: "Only on dry runs" }) };

export const messageResponse = z
  .object({ message: z.string().meta({ description: "Sentence for people" }) })
  .meta({ component: "MessageResponse" });
export const deletedResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    status: z.literal("deleting").meta({ description: "Always deleting" }),
    message: z.string().meta({ description: "What happens next" }),
    ...planMember,
  })
  .meta({ component: "DeletedResponse" });
