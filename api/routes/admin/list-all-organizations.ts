import {
  countAllOrganizations,
  listAllOrganizations as readPage,
} from "../../../adapters/postgres/identity/admin-organization-store.ts";
import type { listAllOrganizations } from "../../../contract/rest/admin.ts";
import type { Handler } from "../../http/context.ts";
import { decodeCursor, limitOf, toPage } from "../../http/cursor.ts";
import { adminOrganizationBody } from "../../identity/admin-organization-body.ts";

/** Lists every organization of the platform, newest first. */
export const handle: Handler<typeof listAllOrganizations> = async (context, { query }) => {
  const { pool, config } = context.services;
  const limit = limitOf(query);
  const prefix = query.q ?? "";
  const rows = await readPage(pool, prefix, { limit: limit + 1, after: decodeCursor(query.cursor) });
  const { items, ...page } = toPage(rows, limit);
  const total = query.count === true ? { total: await countAllOrganizations(pool, prefix) } : {};
  return {
    body: { organizations: items.map((row) => adminOrganizationBody(row, config.quotaFactor)), ...page, ...total },
  };
};
