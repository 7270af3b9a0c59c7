import { onlyRow } from "../only-row.ts";
import type { PageRange } from "../page-range.ts";
import type { Queryable } from "../queryable.ts";

/** An application that people can connect. */
export type OauthClient = Readonly<{
  id: string;
  name: string;
  /** Null for public clients. */
  secretHash: Buffer | null;
  redirectUris: readonly string[];
  scopes: readonly string[];
  clientUri: string | null;
  logoUri: string | null;
  /** Who registered it: a platform admin, itself, or the document at `metadataUrl`; blocked: an admin removed such a document. */
  registration: "admin" | "dynamic" | "document" | "blocked";
  metadataUrl: string | null;
  /** Of documents: how long ago it was read. */
  fetchedAgeMs: number | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}>;

/** An application to be registered. */
type NewOauthClient = Omit<
  OauthClient,
  "version" | "createdAt" | "updatedAt" | "registration" | "metadataUrl" | "fetchedAgeMs"
>;
/** The members that change; one left out stays. */
export type OauthClientChange = Partial<
  Pick<OauthClient, "name" | "redirectUris" | "scopes" | "clientUri" | "logoUri">
>;

/** What is read of an application. */
export const CLIENT = `id, name, secret_hash AS "secretHash", redirect_uris AS "redirectUris", scopes, client_uri AS "clientUri",
  logo_uri AS "logoUri", registration, metadata_url AS "metadataUrl",
  (extract(epoch FROM now() - fetched_at) * 1000)::float8 AS "fetchedAgeMs", version, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Registers an application. */
export async function insertOauthClient(db: Queryable, client: NewOauthClient): Promise<OauthClient> {
  const { id, name, secretHash, redirectUris, scopes, clientUri, logoUri } = client;
  const made = await db.query<OauthClient>(
    `INSERT INTO oauth_clients (id, name, secret_hash, redirect_uris, scopes, client_uri, logo_uri)
      VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${CLIENT}`,
    [id, name, secretHash, redirectUris, scopes, clientUri, logoUri],
  );
  return onlyRow(made);
}

/** Registers an application that is part of the platform; of one that stands there already the scopes follow. */
export async function keepOauthClient(db: Queryable, client: NewOauthClient): Promise<OauthClient> {
  const { id, name, secretHash, redirectUris, scopes, clientUri, logoUri } = client;
  const kept = await db.query<OauthClient>(
    `INSERT INTO oauth_clients (id, name, secret_hash, redirect_uris, scopes, client_uri, logo_uri)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (id) DO UPDATE SET scopes = EXCLUDED.scopes, version = oauth_clients.version + 1, updated_at = now()
      RETURNING ${CLIENT}`,
    [id, name, secretHash, redirectUris, scopes, clientUri, logoUri],
  );
  return onlyRow(kept);
}

/** Reads an application. */
export async function findOauthClient(db: Queryable, id: string): Promise<OauthClient | undefined> {
  const { rows } = await db.query<OauthClient>(`SELECT ${CLIENT} FROM oauth_clients WHERE id = $1`, [id]);
  return rows[0];
}

/** Reads a page of applications, newest first. */
export async function listOauthClients(db: Queryable, { limit, after }: PageRange): Promise<OauthClient[]> {
  const { rows } = await db.query<OauthClient>(
    `SELECT ${CLIENT} FROM oauth_clients
      WHERE $1::timestamptz IS NULL OR (created_at, id) < ($1::timestamptz, $2::uuid)
      ORDER BY created_at DESC, id DESC LIMIT $3`,
    [after?.createdAt, after?.id, limit],
  );
  return rows;
}

/** Counts all applications. */
export async function countOauthClients(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>("SELECT count(*)::int AS count FROM oauth_clients");
  return rows[0]?.count ?? 0;
}

/** Changes an application if its version still is what was read. */
export async function updateOauthClient(
  db: Queryable,
  client: OauthClient,
  change: OauthClientChange,
): Promise<OauthClient | undefined> {
  const { name, redirectUris, scopes, clientUri, logoUri } = { ...client, ...change };
  const { rows } = await db.query<OauthClient>(
    `UPDATE oauth_clients SET name = $3, redirect_uris = $4, scopes = $5, client_uri = $6, logo_uri = $7,
        version = version + 1, updated_at = now()
      WHERE id = $1 AND version = $2 RETURNING ${CLIENT}`,
    [client.id, client.version, name, redirectUris, scopes, clientUri, logoUri],
  );
  return rows[0];
}

/** Replaces the secret of an application. */
export async function replaceOauthSecret(
  db: Queryable,
  id: string,
  secretHash: Buffer,
): Promise<OauthClient | undefined> {
  const { rows } = await db.query<OauthClient>(
    `UPDATE oauth_clients SET secret_hash = $2, version = version + 1, updated_at = now()
      WHERE id = $1 AND secret_hash IS NOT NULL RETURNING ${CLIENT}`,
    [id, secretHash],
  );
  return rows[0];
}

/**
 * Removes an application with every grant and token that it was given. One that a document describes would be there again with
 * the next request: it stays as blocked, and goes when it is removed once more.
 */
export async function deleteOauthClient(db: Queryable, id: string): Promise<void> {
  await db.query(
    `WITH blocked AS (UPDATE oauth_clients SET registration = 'blocked', version = version + 1, updated_at = now()
        WHERE id = $1 AND registration = 'document' RETURNING id),
      ended AS (DELETE FROM oauth_records WHERE client_id IN (SELECT id FROM blocked)),
      gone AS (DELETE FROM oauth_clients WHERE id = $1 AND registration <> 'document' RETURNING id)
      SELECT pg_notify('berth_revocations', 'oauth') FROM (SELECT id FROM blocked UNION ALL SELECT id FROM gone) x`,
    [id],
  );
}
