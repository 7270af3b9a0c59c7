import { z } from "zod";
import { ALERT_KINDS, ALERT_RULE_NAMES, ALERT_RULES, rulesOfKind } from "../alert-rules.ts";
import type { AlertKind, AlertRule } from "../alert-rules.ts";
import { atLeast, defineOperation } from "./operation.ts";
import { databasePath, deploymentPath, listOf, listQuery, organizationFilter, timestamp, uuid } from "./values.ts";

/*
 * What goes wrong without anybody asking (docs/adr/0081): alerts, and the rules by which they begin.
 */
const ALERT_STATES = ["open", "ended"] as const;
const ALERT_ENDINGS = ["cleared", "gone", "off"] as const;

const alertResponse = z
  .object({
    id: uuid.meta({ description: "Record id" }),
    organization_id: uuid,
    kind: z.enum(ALERT_KINDS).meta({ description: "Kind of what it is about" }),
    resource_id: uuid.meta({ description: "What it is about" }),
    resource_name: z.string().meta({ description: "Its name when the alert began" }),
    cluster_id: uuid.nullable(),
    rule: z.enum(ALERT_RULE_NAMES).meta({ description: "Which rule it follows from" }),
    state: z.enum(ALERT_STATES),
    message: z.string().meta({ description: "What was seen when it began" }),
    since: timestamp.meta({ description: "Since when it was so; people are told once it has lasted" }),
    started_at: timestamp.meta({ description: "When it was told" }),
    ended_at: timestamp.nullable(),
    end_reason: z.enum(ALERT_ENDINGS).nullable().meta({
      description: "cleared: it is over; gone: what it was about is deleted; off: the rule is switched off",
    }),
  })
  .meta({ component: "AlertResponse" });
export type AlertResponse = z.infer<typeof alertResponse>;

const enabled = z.boolean().nullable().optional().meta({ description: "Whether the rule holds; true when unset" });

function settable(rule: AlertRule): z.ZodType {
  const members = Object.entries<Readonly<{ min: number; max: number; by: number; description: string }>>(
    ALERT_RULES[rule].members,
  ).map(([name, { min, max, by, description }]) => [
    name,
    z
      .int()
      .min(min)
      .max(max)
      .nullable()
      .optional()
      .meta({ description: `${description}; ${by} when unset` }),
  ]);
  return z
    .strictObject({ enabled, ...(Object.fromEntries(members) as Record<string, z.ZodType>) })
    .nullable()
    .optional()
    .meta({ description: ALERT_RULES[rule].description });
}

function effective(rule: AlertRule): z.ZodType {
  const members = Object.keys(ALERT_RULES[rule].members).map((name) => [name, z.int()]);
  return z
    .object({ enabled: z.boolean(), ...(Object.fromEntries(members) as Record<string, z.ZodType>) })
    .meta({ description: ALERT_RULES[rule].description });
}

function shapeOf(kind: AlertKind, of: (rule: AlertRule) => z.ZodType): Record<string, z.ZodType> {
  return Object.fromEntries(rulesOfKind(kind).map((rule) => [rule, of(rule)]));
}

const answerOf = (kind: AlertKind) =>
  z.object({
    ...shapeOf(kind, effective),
    updated_at: timestamp.nullable().meta({ description: "When somebody last set one; null: all are the default" }),
  });
const deploymentRules = answerOf("Deployment").meta({ component: "DeploymentAlertRules" });
const databaseRules = answerOf("DatabaseInstance").meta({ component: "DatabaseAlertRules" });
const deploymentUpdate = z.strictObject(shapeOf("Deployment", settable)).meta({
  component: "DeploymentAlertRulesUpdate",
  examples: [{ restarts: { count: 5, within_minutes: 30 }, memory: { enabled: false } }],
});
const databaseUpdate = z.strictObject(shapeOf("DatabaseInstance", settable)).meta({
  component: "DatabaseAlertRulesUpdate",
  examples: [{ backup: { late_hours: 6 } }],
});

const group = "alerts";
const READ = "What holds, the defaults included. Alerts go to webhooks and by mail to owners and admins.";
const CHANGED = [
  "A rule that is sent replaces what was set of it: its members that are left out are the default's; null sets it back; others stay.",
  "One that is switched off ends its open alert.",
].join("\n");

export const listAlerts = defineOperation({
  operationId: "listAlerts",
  method: "get",
  path: "/alerts",
  group,
  summary: "List alerts",
  description:
    "Each begins once it has lasted, and ends once it is over for as long. Ended ones are kept for 90 days. A key with scopes sees those of the kinds that it may read.",
  who: { kind: "user" },
  query: {
    ...listQuery,
    ...organizationFilter,
    state: z.enum(ALERT_STATES).optional().meta({ description: "Only open or ended ones" }),
    kind: z.enum(ALERT_KINDS).optional().meta({ description: "Only those about this kind" }),
    resource_id: uuid.optional().meta({ description: "Only those about this resource" }),
    cluster_id: uuid.optional().meta({ description: "Only those on this cluster" }),
    rule: z.enum(ALERT_RULE_NAMES).optional().meta({ description: "Only those of this rule" }),
  },
  success: {
    status: 200,
    schema: listOf("alerts", alertResponse).meta({ component: "AlertListResponse" }),
    description: "Alerts, newest first",
  },
  errors: ["not_found"],
});
export const getDeploymentAlertRules = defineOperation({
  operationId: "getDeploymentAlertRules",
  method: "get",
  path: "/deployments/{deployment_id}/alert-rules",
  group,
  summary: "Read the alert rules of a deployment",
  description: READ,
  who: atLeast("viewer"),
  scope: "deployments:read",
  pathParameters: deploymentPath,
  concurrency: "read",
  success: { status: 200, schema: deploymentRules, description: "The rules as they hold" },
});
export const updateDeploymentAlertRules = defineOperation({
  operationId: "updateDeploymentAlertRules",
  method: "patch",
  path: "/deployments/{deployment_id}/alert-rules",
  group,
  summary: "Change the alert rules of a deployment",
  description: CHANGED,
  who: atLeast("member"),
  scope: "deployments:write",
  pathParameters: deploymentPath,
  body: deploymentUpdate,
  concurrency: "write",
  success: { status: 200, schema: deploymentRules, description: "The rules as they hold now" },
  errors: ["being_deleted", "conflict"],
});
export const getDatabaseAlertRules = defineOperation({
  operationId: "getDatabaseAlertRules",
  method: "get",
  path: "/databases/{database_id}/alert-rules",
  group,
  summary: "Read the alert rules of a database",
  description: READ,
  who: atLeast("viewer"),
  scope: "databases:read",
  pathParameters: databasePath,
  concurrency: "read",
  success: { status: 200, schema: databaseRules, description: "The rules as they hold" },
});
export const updateDatabaseAlertRules = defineOperation({
  operationId: "updateDatabaseAlertRules",
  method: "patch",
  path: "/databases/{database_id}/alert-rules",
  group,
  summary: "Change the alert rules of a database",
  description: CHANGED,
  who: atLeast("member"),
  scope: "databases:write",
  pathParameters: databasePath,
  body: databaseUpdate,
  concurrency: "write",
  success: { status: 200, schema: databaseRules, description: "The rules as they hold now" },
  errors: ["being_deleted", "conflict"],
});
export const alertOperations = [
  listAlerts,
  getDeploymentAlertRules,
  updateDeploymentAlertRules,
  getDatabaseAlertRules,
  updateDatabaseAlertRules,
];
