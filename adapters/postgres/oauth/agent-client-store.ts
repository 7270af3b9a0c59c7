import { onlyRow } from "../only-row.ts";
import type { Queryable } from "../queryable.ts";
import { CLIENT, type OauthClient } from "./oauth-client-store.ts";

/** What an application of agents says of itself. */
export type AgentClient = Readonly<{ name: string; redirectUris: readonly string[]; scopes: readonly string[] }>;

/** How many there may be that nobody has connected: whoever makes them in numbers keeps others out for a day at most. */
const UNCONNECTED_MAX = 1_000;
const UNCONNECTED = "registration IN ('dynamic', 'document') AND consented_at IS NULL";

/** Keeps an application that registers itself; undefined while there are too many that nobody has connected. */
export async function insertAgentClient(
  db: Queryable,
  id: string,
  { name, redirectUris, scopes }: AgentClient,
): Promise<OauthClient | undefined> {
  const { rows } = await db.query<OauthClient>(
    `INSERT INTO oauth_clients (id, name, redirect_uris, scopes, registration)
      SELECT $1::uuid, $2, $3, $4, 'dynamic'
      WHERE (SELECT count(*) FROM oauth_clients WHERE ${UNCONNECTED}) < ${UNCONNECTED_MAX} RETURNING ${CLIENT}`,
    [id, name, redirectUris, scopes],
  );
  return rows[0];
}

/** Finds the application that the document at a URL describes, blocked ones too. */
export async function findDocumentClient(db: Queryable, url: string): Promise<OauthClient | undefined> {
  const { rows } = await db.query<OauthClient>(`SELECT ${CLIENT} FROM oauth_clients WHERE metadata_url = $1`, [url]);
  return rows[0];
}

/** Keeps what a document says now; undefined while there are too many that nobody has connected. */
export async function keepDocumentClient(
  db: Queryable,
  of: Readonly<{ id: string; url: string }>,
  { name, redirectUris, scopes }: AgentClient,
): Promise<OauthClient | undefined> {
  const { rows } = await db.query<OauthClient>(
    `INSERT INTO oauth_clients (id, metadata_url, name, redirect_uris, scopes, registration, fetched_at)
      SELECT $1::uuid, $2::varchar, $3, $4, $5, 'document', now()
      WHERE EXISTS (SELECT 1 FROM oauth_clients WHERE metadata_url = $2::varchar)
        OR (SELECT count(*) FROM oauth_clients WHERE ${UNCONNECTED}) < ${UNCONNECTED_MAX}
      ON CONFLICT (metadata_url) DO UPDATE SET fetched_at = now(), name = EXCLUDED.name,
        redirect_uris = EXCLUDED.redirect_uris, scopes = EXCLUDED.scopes, version = oauth_clients.version + 1, updated_at = now()
      RETURNING ${CLIENT}`,
    [of.id, of.url, name, redirectUris, scopes],
  );
  return rows[0];
}

/** Names the record of the application that a document describes. */
export async function documentClientId(db: Queryable, url: string): Promise<string> {
  const found = await db.query<{ id: string }>("SELECT id FROM oauth_clients WHERE metadata_url = $1", [url]);
  return onlyRow(found).id;
}

/** Notes that somebody consents; false when the application is not there any more. */
export async function noteConsent(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query("UPDATE oauth_clients SET consented_at = now() WHERE id = $1", [id]);
  return rowCount === 1;
}

/** Removes what registered itself and is not used: a day after it came, thirty days after somebody consented. */
export async function sweepAgentClients(db: Queryable): Promise<void> {
  await db.query(
    `DELETE FROM oauth_clients c WHERE registration IN ('dynamic', 'document')
      AND greatest(created_at + interval '1 day', consented_at + interval '30 days') < now()
      AND NOT EXISTS (SELECT 1 FROM oauth_records r WHERE r.client_id = c.id)`,
  );
}
