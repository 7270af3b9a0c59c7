import { onlyRow } from "../only-row.ts";
import { inTransaction, type Pool } from "../pool.ts";
import type { Queryable } from "../queryable.ts";
import { recordChanges } from "./record-changes.ts";

/** The robot account that an organization's clusters pull with; null where none was made yet. */
export type PullRobot = Readonly<{ pullRobotId: number | null; pullExpiresAt: Date | null }>;
/** The robot account that an organization pushes with, beside that one. */
export type RegistryCredential = PullRobot &
  Readonly<{
    id: string;
    organizationId: string;
    robotId: number;
    project: string;
    username: string;
    createdAt: Date;
    expiresAt: Date | null;
  }>;

const COLUMNS = `id, organization_id AS "organizationId", robot_id AS "robotId", project, username,
  created_at AS "createdAt", expires_at AS "expiresAt", pull_robot_id AS "pullRobotId",
  pull_expires_at AS "pullExpiresAt"`;

export async function findRegistryCredential(
  db: Queryable,
  organizationId: string,
): Promise<RegistryCredential | undefined> {
  const text = `SELECT ${COLUMNS} FROM registry_credentials WHERE organization_id = $1`;
  return (await db.query<RegistryCredential>(text, [organizationId])).rows[0];
}

/** Puts a robot in the place of the one before, and tells of it. */
export async function replaceRegistryCredential(
  pool: Pool,
  credential: Omit<RegistryCredential, "createdAt">,
): Promise<RegistryCredential> {
  const { id, organizationId, robotId, project, username, expiresAt, pullRobotId, pullExpiresAt } = credential;
  return inTransaction(pool, async (db) => {
    const { rows } = await db.query<RegistryCredential & Readonly<{ isFirst: boolean }>>(
      `INSERT INTO registry_credentials (id, organization_id, robot_id, project, username, expires_at, pull_robot_id,
        pull_expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
      ON CONFLICT (organization_id) DO UPDATE SET id = EXCLUDED.id, robot_id = EXCLUDED.robot_id,
        project = EXCLUDED.project, username = EXCLUDED.username, expires_at = EXCLUDED.expires_at, created_at = now(),
        pull_robot_id = EXCLUDED.pull_robot_id, pull_expires_at = EXCLUDED.pull_expires_at
      RETURNING ${COLUMNS}, xmax = 0 AS "isFirst"`,
      [id, organizationId, robotId, project, username, expiresAt, pullRobotId, pullExpiresAt],
    );
    const { isFirst, ...kept } = onlyRow({ rows });
    const type = isFirst ? "created" : "updated";
    await recordChanges(db, [{ kind: "RegistryCredential", id, organization_id: organizationId, type }]);
    return kept;
  });
}

/** Lists whose clusters pull with what ends within so many days, or with what has no end. */
export async function listDuePulls(
  db: Queryable,
  days: number,
  most: number,
): Promise<readonly Readonly<{ organizationId: string; slug: string }>[]> {
  const text = `SELECT r.organization_id AS "organizationId", o.slug FROM registry_credentials r
    JOIN organizations o ON o.id = r.organization_id AND o.deleted_at IS NULL
    WHERE r.pull_expires_at IS NULL OR r.pull_expires_at < now() + make_interval(days => $1)
    ORDER BY r.pull_expires_at NULLS FIRST LIMIT $2`;
  return (await db.query<{ organizationId: string; slug: string }>(text, [days, most])).rows;
}

/** Notes what an organization's clusters pull with from now on. */
export async function notePullRobot(
  db: Queryable,
  organizationId: string,
  { pullRobotId, pullExpiresAt }: PullRobot,
): Promise<void> {
  const text = `UPDATE registry_credentials SET pull_robot_id = $2, pull_expires_at = $3 WHERE organization_id = $1`;
  await db.query(text, [organizationId, pullRobotId, pullExpiresAt]);
}
