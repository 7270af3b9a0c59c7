import { randomUUID } from "node:crypto";
import pg from "pg";
import { apiKeyPrefix, hashToken, newApiKey } from "../api/identity/api-key-format.ts";
import type { Owner } from "./seeded-rows.ts";

/** A person of an organization, with a key of theirs. */
export type Person = Owner & Readonly<{ key: string; keyId: string }>;

/** Makes organizations with so many people in each, who are members of it alone, as rows: by REST each would take a password. */
export async function seedPeople(
  url: string,
  { organizations, people }: Readonly<{ organizations: number; people: number }>,
): Promise<readonly (readonly Person[])[]> {
  const made = Array.from({ length: organizations }, () => {
    const organizationId = randomUUID();
    return Array.from({ length: people }, () => ({
      organizationId,
      userId: randomUUID(),
      keyId: randomUUID(),
      key: newApiKey(),
    }));
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO organizations (id, name, slug, updated_at)
      SELECT id, 'Bench', 'bench-' || place, now() FROM unnest($1::uuid[]) WITH ORDINALITY o (id, place)`,
    [made.map(([first]) => first!.organizationId)],
  );
  const all = made.flat();
  await client.query(
    `WITH person AS (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bytea[], $5::text[])
        AS p (user_id, organization_id, key_id, key_hash, key_prefix)),
      account AS (INSERT INTO users (id, email, name, email_verified_at, updated_at)
        SELECT user_id, user_id || '@example.org', 'Bench', now(), now() FROM person),
      member AS (INSERT INTO memberships (organization_id, user_id, role)
        SELECT organization_id, user_id, 'member' FROM person)
      INSERT INTO api_keys (id, user_id, name, key_prefix, key_hash, scopes)
        SELECT key_id, user_id, 'bench', key_prefix, key_hash, '{}' FROM person`,
    [
      all.map(({ userId }) => userId),
      all.map(({ organizationId }) => organizationId),
      all.map(({ keyId }) => keyId),
      all.map(({ key }) => hashToken(key)),
      all.map(({ key }) => apiKeyPrefix(key)),
    ],
  );
  await client.end();
  return made;
}
