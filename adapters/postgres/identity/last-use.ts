import type { Credential } from "./principal.ts";
import type { Queryable } from "../queryable.ts";

/** When and from where a credential was used. */
export type LastUse = Readonly<{ via: Credential["via"]; id: string; address: string; at: Date }>;

/** Writes the last uses of credentials in one statement per kind; an older one never overwrites a newer one; sessions live on for `idleMs`. */
export async function writeLastUses(db: Queryable, uses: readonly LastUse[], idleMs: number): Promise<void> {
  const keys = uses.filter((use) => use.via === "api_key");
  const grants = uses.filter((use) => use.via === "oauth");
  const sessions = uses.filter((use) => use.via === "session");
  if (keys.length > 0)
    await db.query(
      `UPDATE api_keys k SET last_used_at = u.at, last_used_ip = u.ip
        FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS u(id, at, ip)
        WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.at)`,
      [keys.map((use) => use.id), keys.map((use) => use.at), keys.map((use) => use.address)],
    );
  if (grants.length > 0)
    await db.query(
      `UPDATE oauth_records g SET last_used_at = u.at FROM unnest($1::uuid[], $2::timestamptz[]) AS u(id, at)
        WHERE g.id = u.id AND (g.last_used_at IS NULL OR g.last_used_at < u.at)`,
      [grants.map((use) => use.id), grants.map((use) => use.at)],
    );
  if (sessions.length > 0)
    await db.query(
      `UPDATE sessions s SET last_used_at = u.at, idle_at = u.at + $3 * interval '1 millisecond' FROM unnest($1::uuid[], $2::timestamptz[]) AS u(id, at)
        WHERE s.id = u.id AND s.last_used_at < u.at`,
      [sessions.map((use) => use.id), sessions.map((use) => use.at), idleMs],
    );
}
