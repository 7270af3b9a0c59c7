import { onlyRow } from "../only-row.ts";
import type { Queryable } from "../queryable.ts";

/** A robot account of the platform's own registry. */
type RegistryRobot = Readonly<{ id: number; username: string; expiresAt: Date | null }>;
/** What is recorded of a new one; of its password only the hash. */
type NewRegistryRobot = Readonly<{
  id: number;
  project: string;
  username: string;
  secretHash: Buffer;
  canPush: boolean;
  days: number | undefined;
}>;
/** A robot that may sign in now. */
export type LiveRegistryRobot = Readonly<{ username: string; project: string; secretHash: Buffer; canPush: boolean }>;

const COLUMNS = `id, username, expires_at AS "expiresAt"`;

/** Records a robot. */
export async function insertRegistryRobot(db: Queryable, robot: NewRegistryRobot): Promise<RegistryRobot> {
  const { id, project, username, secretHash, canPush, days } = robot;
  return onlyRow(
    await db.query<RegistryRobot>(
      `INSERT INTO registry_robots (id, project, username, secret_hash, can_push, expires_at)
        VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => $6::int)) RETURNING ${COLUMNS}`,
      [id, project, username, secretHash, canPush, days ?? null],
    ),
  );
}

/** Finds a robot that has not ended, of an organization that is there. */
export async function findLiveRegistryRobot(db: Queryable, username: string): Promise<LiveRegistryRobot | undefined> {
  const { rows } = await db.query<LiveRegistryRobot>({
    name: "find-live-registry-robot",
    text: `SELECT r.username, r.project, r.secret_hash AS "secretHash", r.can_push AS "canPush" FROM registry_robots r
      JOIN organizations o ON o.slug = substr(r.project, length('org-') + 1) AND o.deleted_at IS NULL
      WHERE r.username = $1 AND (r.expires_at IS NULL OR r.expires_at > now())`,
    values: [username],
  });
  return rows[0];
}

/** Lists the robots of a project, also those that have ended. */
export async function listRegistryRobots(db: Queryable, project: string): Promise<readonly RegistryRobot[]> {
  const text = `SELECT ${COLUMNS} FROM registry_robots WHERE project = $1 ORDER BY id`;
  return (await db.query<RegistryRobot>(text, [project])).rows;
}

/** Removes a robot; one that is gone already is no fault. */
export async function deleteRegistryRobot(db: Queryable, id: number): Promise<void> {
  await db.query("DELETE FROM registry_robots WHERE id = $1", [id]);
}
