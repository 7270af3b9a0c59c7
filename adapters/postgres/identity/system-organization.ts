import { onlyRow } from "../only-row.ts";
import type { Queryable } from "../queryable.ts";

/** Names the platform's own organization; one id in every installation, so that two who make it make one. */
const ID = "01970000-0000-7000-8000-0000be274000";
const SLUG = "platform-own";

/** Answers the platform's own organization, making it before its first use; nobody is a member of it. */
export async function ensureSystemOrganization(
  db: Queryable,
): Promise<Readonly<{ organizationId: string; slug: string }>> {
  await db.query(
    `INSERT INTO organizations (id, name, slug, is_system, updated_at) VALUES ($1, 'Platform', $2, true, now())
      ON CONFLICT (id) DO NOTHING`,
    [ID, SLUG],
  );
  const found = await db.query<{ organizationId: string; slug: string }>(
    `SELECT id AS "organizationId", slug FROM organizations WHERE id = $1`,
    [ID],
  );
  return onlyRow(found);
}
