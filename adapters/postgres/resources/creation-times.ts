import type { Queryable } from "../queryable.ts";

/** How long one cluster took from its creation until it first ran. */
export type CreationTime = Readonly<{ provider: string; tier: string; region: string; seconds: number }>;

const SAMPLES_MAX = 2_000;

/** Lists how long the newest clusters took; imported ones took no time of ours. */
export async function listCreationTimes(db: Queryable): Promise<CreationTime[]> {
  const { rows } = await db.query<CreationTime>({
    name: "creation-times",
    text: `SELECT provider, tier, body->>'region' AS region,
        extract(epoch FROM (body->>'ready_at')::timestamptz - created_at)::float AS seconds
      FROM resources WHERE kind = 'Cluster' AND body->>'ready_at' IS NOT NULL AND body->>'is_imported' = 'false'
      ORDER BY created_at DESC LIMIT ${SAMPLES_MAX}`,
  });
  return rows;
}
