import { onlyRow } from "./only-row.ts";
import type { Queryable } from "./queryable.ts";

/** Is the robot account of an organization; its password is in the secret store. */
export type RegistryCredential = Readonly<{
  id: string;
  organizationId: string;
  robotId: number;
  project: string;
  username: string;
  createdAt: Date;
  expiresAt: Date | null;
}>;

const COLUMNS = `id, organization_id AS "organizationId", robot_id AS "robotId", project, username,
  created_at AS "createdAt", expires_at AS "expiresAt"`;

export async function findRegistryCredential(
  db: Queryable,
  organizationId: string,
): Promise<RegistryCredential | undefined> {
  const text = `SELECT ${COLUMNS} FROM registry_credentials WHERE organization_id = $1`;
  return (await db.query<RegistryCredential>(text, [organizationId])).rows[0];
}

/** Puts a robot in the place of the one before. */
export async function replaceRegistryCredential(
  db: Queryable,
  { id, organizationId, robotId, project, username, expiresAt }: Omit<RegistryCredential, "createdAt">,
): Promise<RegistryCredential> {
  const { rows } = await db.query<RegistryCredential>(
    `INSERT INTO registry_credentials (id, organization_id, robot_id, project, username, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (organization_id) DO UPDATE SET id = EXCLUDED.id, robot_id = EXCLUDED.robot_id,
        project = EXCLUDED.project, username = EXCLUDED.username, expires_at = EXCLUDED.expires_at, created_at = now()
      RETURNING ${COLUMNS}`,
    [id, organizationId, robotId, project, username, expiresAt],
  );
  return onlyRow({ rows });
}
