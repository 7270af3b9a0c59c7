import { AMOUNT_QUOTAS, amountLimits, type AmountLimits } from "../../../contract/quotas.ts";
import { onlyRow } from "../only-row.ts";
import type { PageRange } from "../page-range.ts";
import type { Queryable } from "../queryable.ts";

/** What a platform admin sees of an organization. */
export type AdminOrganizationRow = Readonly<{
  id: string;
  name: string;
  slug: string;
  isPersonal: boolean;
  isSystem: boolean;
  featureFlags: Readonly<Record<string, unknown>>;
  quotas: Readonly<Record<string, unknown>>;
  members: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}>;

const COLUMNS = `o.id, o.name, o.slug, o.is_personal AS "isPersonal", o.is_system AS "isSystem",
  o.feature_flags AS "featureFlags", o.quotas, o.version, o.created_at AS "createdAt", o.updated_at AS "updatedAt",
  (SELECT count(*)::int FROM memberships m WHERE m.organization_id = o.id) AS members`;

/** Lists organizations whose name starts with a text, newest first. */
export async function listAllOrganizations(
  db: Queryable,
  namePrefix: string,
  { limit, after }: PageRange,
): Promise<AdminOrganizationRow[]> {
  const behind = after === undefined ? "" : "AND (o.created_at, o.id) < ($3::timestamptz, $4::uuid)";
  const { rows } = await db.query<AdminOrganizationRow>(
    `SELECT ${COLUMNS} FROM organizations o WHERE o.deleted_at IS NULL AND starts_with(o.name, $1) ${behind}
      ORDER BY o.created_at DESC, o.id DESC LIMIT $2`,
    [namePrefix, limit, ...(after === undefined ? [] : [after.createdAt, after.id])],
  );
  return rows;
}

/** Counts organizations whose name starts with a text. */
export async function countAllOrganizations(db: Queryable, namePrefix: string): Promise<number> {
  const counted = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM organizations WHERE deleted_at IS NULL AND starts_with(name, $1)",
    [namePrefix],
  );
  return onlyRow(counted).count;
}

/** What decides on the limits that the namespace of an organization shows. */
export type LimitedRow = Pick<AdminOrganizationRow, "slug" | "quotas" | "isSystem">;

/** Lists the organizations that have something, limits of amounts, or one of these slugs: those that may have a namespace. */
export async function listLimited(db: Queryable, slugs: readonly string[]): Promise<readonly LimitedRow[]> {
  const { rows } = await db.query<LimitedRow>(
    `SELECT o.slug, o.quotas, o.is_system AS "isSystem" FROM organizations o
      WHERE o.deleted_at IS NULL AND (o.slug = ANY($1::text[]) OR o.quotas ?| $2::text[]
        OR EXISTS (SELECT 1 FROM resources r WHERE r.organization_id = o.id AND r.deleted_at IS NULL))
      ORDER BY o.slug`,
    [slugs, AMOUNT_QUOTAS],
  );
  return rows;
}

/** Reads the limits of amounts of one organization, by its id. */
export async function findLimits(db: Queryable, id: string): Promise<AmountLimits | undefined> {
  const { rows } = await db.query<{ quotas: unknown }>("SELECT quotas FROM organizations WHERE id = $1", [id]);
  return amountLimits(rows[0]?.quotas);
}

/** Reads and locks an organization by its slug. */
export async function lockBySlug(db: Queryable, slug: string): Promise<AdminOrganizationRow | undefined> {
  const { rows } = await db.query<AdminOrganizationRow>(
    `SELECT ${COLUMNS} FROM organizations o WHERE o.slug = $1 AND o.deleted_at IS NULL FOR UPDATE OF o`,
    [slug],
  );
  return rows[0];
}

/** Replaces features and quotas of an organization. */
export async function setLimits(
  db: Queryable,
  id: string,
  { featureFlags, quotas }: Pick<AdminOrganizationRow, "featureFlags" | "quotas">,
): Promise<AdminOrganizationRow> {
  const set = await db.query<AdminOrganizationRow>(
    `UPDATE organizations o SET feature_flags = $2, quotas = $3, version = version + 1, updated_at = now()
      WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, JSON.stringify(featureFlags), JSON.stringify(quotas)],
  );
  return onlyRow(set);
}
