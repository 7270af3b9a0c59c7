import { countAlerts, listAlerts } from "../../../adapters/postgres/alerts/alert-store.ts";
import { ALERT_KINDS } from "../../../contract/alert-rules.ts";
import type { listAlerts as operation } from "../../../contract/rest/alerts.ts";
import { alertBody } from "../../alerts/alert-bodies.ts";
import { mayHear } from "../../events/event-stream.ts";
import { assertUser } from "../../http/authenticate.ts";
import type { Handler } from "../../http/context.ts";
import { decodeCursor, limitOf, toPage } from "../../http/cursor.ts";
import { activeMembership } from "../../identity/active-organization.ts";

/** Lists the alerts of an organization, newest first. */
export const handle: Handler<typeof operation> = async (context, { query }) => {
  const { pool } = context.services;
  const user = assertUser(context.principal);
  const readable = ALERT_KINDS.filter((kind) => mayHear(user, kind) && (query.kind ?? kind) === kind);
  const { organizationId } = activeMembership(user, query.organization_id);
  const filter = {
    organizationId,
    kinds: readable,
    ...(query.state !== undefined && { state: query.state }),
    ...(query.resource_id !== undefined && { resourceId: query.resource_id }),
    ...(query.cluster_id !== undefined && { clusterId: query.cluster_id }),
    ...(query.rule !== undefined && { rule: query.rule }),
  };
  const limit = limitOf(query);
  const rows = await listAlerts(pool, filter, { limit: limit + 1, after: decodeCursor(query.cursor) });
  const { items, next_cursor } = toPage(rows, limit);
  const total = query.count === true ? { total: await countAlerts(pool, filter) } : {};
  return { body: { alerts: items.map(alertBody), next_cursor, ...total } };
};
