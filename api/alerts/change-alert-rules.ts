import { findAlertRules, keepAlertRules } from "../../adapters/postgres/alerts/alert-store.ts";
import { ALERT_RULE_NAMES, type AlertKind, type AlertRule, type SetRules } from "../../contract/alert-rules.ts";
import { BerthError } from "../../contract/errors.ts";
import type { Answer, Context } from "../http/context.ts";
import { assertVersion } from "../http/etag.ts";
import { recordChange } from "../identity/record-change.ts";
import { auditOf } from "../resources/audit-of.ts";
import { loadResource } from "../resources/load-resource.ts";
import { alertRulesAnswer } from "./alert-bodies.ts";

/** What is sent of rules: null sets a rule back, what is left out stays. */
type SentRules = Readonly<Partial<Record<AlertRule, object | null>>>;

/** Reads the rules of a resource as they hold. */
export async function readAlertRules(context: Context, kind: AlertKind, id: string): Promise<Answer> {
  const row = await loadResource(context, kind, id);
  return alertRulesAnswer(kind, await findAlertRules(context.services.pool, row.id));
}

/** Changes the rules of a resource. */
export async function changeAlertRules(
  context: Context,
  { kind, id, ifMatch }: Readonly<{ kind: AlertKind; id: string; ifMatch: string | undefined }>,
  sent: SentRules,
): Promise<Answer> {
  const { id: resourceId, organizationId, status } = await loadResource(context, kind, id);
  if (status === "deleting") throw new BerthError("being_deleted");
  const kept = await recordChange(context, async (db) => {
    const before = await findAlertRules(db, resourceId);
    assertVersion(before, ifMatch);
    const after = mergeRules(before.rules, sent);
    const result = await keepAlertRules(db, { resourceId, organizationId, before }, after);
    if (result === undefined) throw new BerthError(ifMatch === undefined ? "conflict" : "precondition_failed");
    const changes = { before: { alert_rules: before.rules }, after: { alert_rules: after } };
    return { result, audit: { ...auditOf(context, { kind, id: resourceId, organizationId }), changes } };
  });
  return alertRulesAnswer(kind, kept);
}

function mergeRules(before: SetRules, sent: SentRules): SetRules {
  const names = ALERT_RULE_NAMES.filter((rule) => sent[rule] !== undefined);
  const merged = { ...before, ...Object.fromEntries(names.map((rule) => [rule, sent[rule]])) };
  return Object.fromEntries(
    Object.entries<object | null>(merged).flatMap(([name, rule]) => (rule === null ? [] : [[name, setMembers(rule)]])),
  );
}

/** A member that is null is the default's, like one that is left out. */
function setMembers(rule: object): object {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== null));
}
