import type { Queryable } from "../queryable.ts";

/** How many records of a kind their owner may have: a user API keys and organizations, an organization everything else. */
export type Room = Readonly<{
  kind: "Cluster" | "Deployment" | "DatabaseInstance" | "ApiKey" | "Webhook" | "CloudCredential" | "Organization";
  /** Whose places they are, where both have some; or which of an organization's, where those have places of their own. */
  of?: "user" | "preview";
  ownerId: string;
  most: number;
}>;

/** Each object that is there, as the API server counts them (docs/adr/0108), those for clusters that nobody knows among them. */
const OBJECTS = "SELECT id FROM resources WHERE kind = $2 AND organization_id = $1 AND deleted_at IS NULL";
const RESOURCES = `${OBJECTS} AND NOT hidden`;
const RECORDS: Readonly<Record<Room["kind"], string>> = {
  Cluster: RESOURCES,
  Deployment: OBJECTS,
  DatabaseInstance: OBJECTS,
  ApiKey: "SELECT id FROM api_keys WHERE user_id = $1 AND revoked_at IS NULL",
  Webhook: "SELECT id FROM webhooks WHERE organization_id = $1",
  CloudCredential: "SELECT id FROM cloud_credentials WHERE organization_id = $1",
  Organization: `SELECT o.id FROM organizations o JOIN memberships m ON m.organization_id = o.id AND m.role = 'owner'
    WHERE m.user_id = $1 AND o.deleted_at IS NULL AND NOT o.is_personal AND NOT o.is_system`,
};
/** Whoever registers organizations has no more for it; where a platform admin has set a quota, that one decides. */
const RESOURCES_OF_USER = `SELECT r.id FROM resources r JOIN organizations o ON o.id = r.organization_id
  WHERE r.kind = $2 AND r.user_id = $1 AND r.deleted_at IS NULL AND NOT r.hidden AND o.quotas -> 'clusters' IS NULL`;
const PREVIEWS = `${RESOURCES} AND body->>'preview_of' IS NOT NULL`;
/** Names the operations that begin one more of a kind. */
const BEGUN_BY: Readonly<Record<Room["kind"], readonly string[]>> = {
  Cluster: ["createCluster", "importCluster"],
  Deployment: ["createDeployment", "createDeploymentPreview", "promoteDeployment", "importWorkloads"],
  DatabaseInstance: ["createDatabase", "restoreDatabase"],
  ApiKey: ["createApiKey"],
  Webhook: ["createWebhook"],
  CloudCredential: ["createCloudCredential"],
  Organization: [],
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
export async function countUsed(db: Queryable, room: Room): Promise<number> {
  const { kind, ownerId, of } = room;
  const { column } = ownerOf(room);
  const begunBy = of === "preview" ? ["createDeploymentPreview"] : BEGUN_BY[kind];
  const { rows } = await db.query<{ count: number }>({
    name: `count-${kind.toLowerCase()}-${of ?? ""}`,
    text: `SELECT count(*)::int AS count FROM (${recordsOf(room)}
      UNION SELECT target_id FROM audit_entries
        WHERE ${column} = $1 AND outcome = 'attempted' AND target_kind = $2 AND action = ANY($3::text[])) AS counted`,
    values: [ownerId, kind, begunBy],
  });
  return rows[0]?.count ?? 0;
}

function recordsOf({ kind, of }: Room): string {
  if (of === "preview") return PREVIEWS;
  return of === "user" ? RESOURCES_OF_USER : RECORDS[kind];
}

/** Takes a place until the transaction ends: whoever else wants one of the same owner waits. */
export async function takeRoom(db: Queryable, room: Room): Promise<"taken" | "full" | "ownerGone"> {
  const { rowCount } = await db.query(ownerOf(room).lock, [room.ownerId]);
  if (rowCount === 0) return "ownerGone";
  return (await hasRoom(db, room)) ? "taken" : "full";
}

/** Has whoever else wants something of an organization wait until the transaction ends; false when it is gone. */
export async function lockOrganization(db: Queryable, id: string): Promise<boolean> {
  return (await db.query(OWNER.organization.lock, [id])).rowCount === 1;
}

function ownerOf({ kind, of }: Room): (typeof OWNER)["user" | "organization"] {
  return of === "user" || kind === "ApiKey" || kind === "Organization" ? OWNER.user : OWNER.organization;
}
