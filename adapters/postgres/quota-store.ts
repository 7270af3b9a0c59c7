import type { Queryable } from "./queryable.ts";

/** Says how many records of a kind their owner may have: a user API keys, an organization everything else. */
export type Room = Readonly<{
  kind: "Cluster" | "Deployment" | "DatabaseInstance" | "ApiKey" | "Webhook" | "CloudCredential";
  ownerId: string;
  most: number;
}>;

const RESOURCES =
  "SELECT id FROM resources WHERE kind = $2 AND organization_id = $1 AND deleted_at IS NULL AND NOT hidden";
const RECORDS: Readonly<Record<Room["kind"], string>> = {
  Cluster: RESOURCES,
  Deployment: RESOURCES,
  DatabaseInstance: RESOURCES,
  ApiKey: "SELECT id FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL",
  Webhook: "SELECT id FROM webhooks WHERE organization_id = $1",
  CloudCredential: "SELECT id FROM cloud_credentials WHERE organization_id = $1",
};
/** Names the operations that begin one more of a kind. */
const BEGUN_BY: Readonly<Record<Room["kind"], readonly string[]>> = {
  Cluster: ["createCluster", "importCluster"],
  Deployment: ["createDeployment", "promoteDeployment", "importWorkloads"],
  DatabaseInstance: ["createDatabase", "restoreDatabase"],
  ApiKey: ["createApiKey"],
  Webhook: ["createWebhook"],
  CloudCredential: ["createCloudCredential"],
};
const OWNER = {
  user: { lock: "SELECT 1 FROM users WHERE id = $1 FOR UPDATE", column: "actor_user_id" },
  organization: {
    lock: "SELECT 1 FROM organizations WHERE id = $1 AND deleted_at IS NULL FOR UPDATE",
    column: "organization_id",
  },
} as const;

/** Tells whether there may be one more. */
export async function hasRoom(db: Queryable, room: Room): Promise<boolean> {
  return (await countUsed(db, room)) < room.most;
}

/** Counts the places that are taken: what is there, and creations that have begun and not ended yet. */
export async function countUsed(db: Queryable, { kind, ownerId }: Room): Promise<number> {
  const { column } = ownerOf(kind);
  const { rows } = await db.query<{ count: number }>({
    name: `count-${kind.toLowerCase()}`,
    text: `SELECT count(*)::int AS count FROM (${RECORDS[kind]}
      UNION SELECT target_id FROM audit_entries
        WHERE ${column} = $1 AND outcome = 'attempted' AND target_kind = $2 AND action = ANY($3::text[])) AS counted`,
    values: [ownerId, kind, BEGUN_BY[kind]],
  });
  return rows[0]?.count ?? 0;
}

/** Takes a place until the transaction ends: whoever else wants one of the same owner waits. */
export async function takeRoom(db: Queryable, room: Room): Promise<"taken" | "full" | "ownerGone"> {
  const { rowCount } = await db.query(ownerOf(room.kind).lock, [room.ownerId]);
  if (rowCount === 0) return "ownerGone";
  return (await hasRoom(db, room)) ? "taken" : "full";
}

function ownerOf(kind: Room["kind"]): (typeof OWNER)["user" | "organization"] {
  return kind === "ApiKey" ? OWNER.user : OWNER.organization;
}
