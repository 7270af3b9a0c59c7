import { onlyRow } from "../only-row.ts";
import type { PageRange } from "../page-range.ts";
import type { Queryable } from "../queryable.ts";

/** A cloud credential; its token is not here. */
export type CloudCredential = Readonly<{
  id: string;
  organizationId: string;
  provider: string;
  name: string;
  createdBy: string | null;
  createdAt: Date;
}>;

const COLUMNS = `id, organization_id AS "organizationId", provider, name, created_by AS "createdBy", created_at AS "createdAt"`;

/** Keeps a credential; undefined when its name is taken. */
export async function insertCloudCredential(
  db: Queryable,
  { id, organizationId, provider, name, createdBy }: Omit<CloudCredential, "createdAt">,
): Promise<CloudCredential | undefined> {
  const { rows } = await db.query<CloudCredential>(
    `INSERT INTO cloud_credentials (id, organization_id, provider, name, created_by) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (organization_id, name) DO NOTHING RETURNING ${COLUMNS}`,
    [id, organizationId, provider, name, createdBy],
  );
  return rows[0];
}

export async function findCloudCredential(
  db: Queryable,
  organizationId: string,
  by: Readonly<{ id: string } | { name: string }>,
): Promise<CloudCredential | undefined> {
  const [column, value] = "id" in by ? ["id", by.id] : ["name", by.name];
  const { rows } = await db.query<CloudCredential>(
    `SELECT ${COLUMNS} FROM cloud_credentials WHERE organization_id = $1 AND ${column} = $2`,
    [organizationId, value],
  );
  return rows[0];
}

/** Reads a page, newest first. */
export async function listCloudCredentials(
  db: Queryable,
  organizationId: string,
  { limit, after }: PageRange,
): Promise<CloudCredential[]> {
  const { rows } = await db.query<CloudCredential>(
    `SELECT ${COLUMNS} FROM cloud_credentials
      WHERE organization_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
      ORDER BY created_at DESC, id DESC LIMIT $4`,
    [organizationId, after?.createdAt ?? null, after?.id ?? null, limit],
  );
  return rows;
}

export async function countCloudCredentials(db: Queryable, organizationId: string): Promise<number> {
  const text = "SELECT count(*)::int AS count FROM cloud_credentials WHERE organization_id = $1";
  return onlyRow(await db.query<{ count: number }>(text, [organizationId])).count;
}

export async function removeCloudCredential(db: Queryable, id: string): Promise<void> {
  await db.query("DELETE FROM cloud_credentials WHERE id = $1", [id]);
}

/** Lists clusters that were made with a credential and are not gone. */
export async function listCredentialUsers(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<readonly Readonly<{ kind: string; id: string; name: string }>[]> {
  const { rows } = await db.query<{ kind: string; id: string; name: string }>(
    `SELECT kind, id, display_name AS name FROM resources
      WHERE organization_id = $1 AND kind = 'Cluster' AND deleted_at IS NULL AND body->>'cloud_credential_id' = $2 LIMIT 20`,
    [organizationId, id],
  );
  return rows;
}
