import {
  countAuditRows,
  listAuditRows,
  type AuditFilter,
  type AuditRow,
} from "../../../adapters/postgres/requests/audit-reads.ts";
import type { AuditEntryResponse, listAudit } from "../../../contract/rest/audit.ts";
import type { Context, Handler } from "../../http/context.ts";
import { decodeCursor, limitOf, toPage, type Position } from "../../http/cursor.ts";
import { filtersOf } from "../../resources/list-filters.ts";
import { membershipOf } from "../../identity/membership-of.ts";

const EXPORT_PAGE = 500;
const EXPORT_STALL_MS = 30_000;
const toFilter = filtersOf<AuditFilter>();

/** Lists who did what in an organization, or exports all of it, page by page. */
export const handle: Handler<typeof listAudit> = async (context, { path, query }) => {
  const { organizationId } = membershipOf(context, path.slug);
  const filter: AuditFilter = { organizationId, ...toFilter(query) };
  const after = decodeCursor(query.cursor);
  if (/\bapplication\/x-ndjson\b/i.test(context.accept)) {
    const stream = { chunks: exportLines(context, filter, after), stallMs: EXPORT_STALL_MS };
    return { stream, contentType: "application/x-ndjson; charset=utf-8", headers: { "Cache-Control": "no-store" } };
  }
  const { pool } = context.services;
  const limit = limitOf(query);
  const { items, next_cursor } = toPage(await listAuditRows(pool, filter, { limit: limit + 1, after }), limit);
  const total = query.count === true ? { total: await countAuditRows(pool, filter) } : {};
  return { body: { entries: items.map(entryBody), next_cursor, ...total } };
};

async function* exportLines(
  { services, signalOfClient }: Context,
  filter: AuditFilter,
  begin: Position | undefined,
): AsyncGenerator<string> {
  const signal = AbortSignal.any([signalOfClient(), services.stopping]);
  let after = begin;
  while (!signal.aborted) {
    const rows = await listAuditRows(services.pool, filter, { limit: EXPORT_PAGE, after });
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(entryBody(row))}\n`).join("");
    if (rows.length < EXPORT_PAGE) return;
    after = rows.at(-1);
  }
}

function entryBody(row: AuditRow): AuditEntryResponse {
  return {
    id: row.id,
    at: row.createdAt.toISOString(),
    action: row.action,
    outcome: row.outcome as AuditEntryResponse["outcome"],
    principal: row.principal,
    application:
      row.applicationId === null
        ? null
        : { client_id: row.applicationId, name: row.applicationName ?? row.applicationId },
    actor_user_id: row.actorUserId,
    impersonator_id: row.impersonatorId,
    target_kind: row.targetKind,
    target_id: row.targetId,
    changes: row.changes as AuditEntryResponse["changes"],
    source_address: row.sourceAddress,
    request_id: row.requestId,
  };
}
