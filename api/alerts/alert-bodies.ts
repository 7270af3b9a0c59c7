import type { AlertRow, AlertRulesRow } from "../../adapters/postgres/alerts/alert-store.ts";
import { effectiveRules, rulesOfKind, type AlertKind } from "../../contract/alert-rules.ts";
import type { AlertResponse } from "../../contract/rest/alerts.ts";
import type { Answer } from "../http/context.ts";
import { taggedText } from "../http/etag.ts";

/** Makes the body of an alert. */
export function alertBody(row: AlertRow): AlertResponse {
  return {
    id: row.id,
    organization_id: row.organizationId,
    kind: row.kind as AlertResponse["kind"],
    resource_id: row.resourceId,
    resource_name: row.resourceName,
    cluster_id: row.clusterId,
    rule: row.rule as AlertResponse["rule"],
    state: row.endedAt === null ? "open" : "ended",
    message: row.message,
    since: row.since.toISOString(),
    started_at: row.createdAt.toISOString(),
    ended_at: row.endedAt?.toISOString() ?? null,
    end_reason: row.endReason as AlertResponse["end_reason"],
  };
}

/** Answers the rules of a resource as they hold, with their ETag. */
export function alertRulesAnswer(kind: AlertKind, { rules, version, updatedAt }: AlertRulesRow): Answer {
  const effective = effectiveRules(rules);
  const holding = Object.fromEntries(rulesOfKind(kind).map((rule) => [rule, effective[rule]]));
  return taggedText(version, { ...holding, updated_at: updatedAt?.toISOString() ?? null });
}
