import { z } from "zod";
import { text } from "../fields.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { listOf, listQuery, segment, slug, timestamp, uuid } from "./values.ts";

const AUDIT_OUTCOMES = ["attempted", "succeeded", "refused", "failed", "superseded", "unknown"] as const;

const auditEntryResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    at: timestamp.meta({ description: "When the request was made" }),
    action: z.string().meta({ description: "operationId of the request" }),
    outcome: z.enum(AUDIT_OUTCOMES).meta({ description: "attempted = its end is not known yet" }),
    principal: z
      .string()
      .meta({ description: "session, api_key, oauth, anonymous, or service: and the name of its token" }),
    actor_user_id: uuid.nullable().meta({ description: "User who acted" }),
    application: z
      .object({ client_id: uuid, name: z.string() })
      .nullable()
      .meta({ description: "Connected application that acted for the user, with its name at that time" }),
    impersonator_id: uuid.nullable().meta({ description: "Platform admin who acted as that user" }),
    target_kind: z.string().nullable(),
    target_id: uuid.nullable(),
    changes: z.record(z.string(), z.json()).nullable().meta({
      description: "What changed: before and after, or the names of the members that were sent; never a secret",
    }),
    source_address: z.string().nullable(),
    request_id: z.string(),
  })
  .meta({ component: "AuditEntryResponse" });
export type AuditEntryResponse = z.infer<typeof auditEntryResponse>;

const filters = {
  actor_user_id: uuid.optional().meta({ description: "Only what this user did" }),
  action: segment.optional().meta({ description: "Only this operation, by its operationId" }),
  target_kind: text(32, 1).optional().meta({ description: "Only things of this kind" }),
  target_id: uuid.optional().meta({ description: "Only this thing" }),
  outcome: z.enum(AUDIT_OUTCOMES).optional().meta({ description: "Only with this outcome" }),
};

export const listAudit = defineOperation({
  operationId: "listAudit",
  method: "get",
  path: "/organizations/{slug}/audit",
  group: "organizations",
  summary: "List who did what in an organization",
  description:
    "With Accept: application/x-ndjson all matching entries are exported, one JSON object a line, newest first.",
  who: atLeast("admin"),
  scope: "organizations:read",
  pathParameters: { slug: slug.meta({ description: "Slug of the organization" }) },
  query: { ...listQuery, ...filters },
  success: {
    status: 200,
    schema: listOf("entries", auditEntryResponse).meta({ component: "AuditListResponse" }),
    description: "Entries, newest first",
    alternativeType: "application/x-ndjson",
  },
});
export const auditOperations = [listAudit];
