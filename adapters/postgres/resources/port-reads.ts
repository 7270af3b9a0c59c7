import type { Queryable } from "../queryable.ts";

/** A public port of a cluster, and the deployment that has it, or has asked for it. */
type PortHolder = Readonly<{ publicPort: number; name: string }>;

/** Finds who has, or has asked for, public ports on a cluster; who has one comes before who waits for it. */
export async function findPortHolders(
  db: Queryable,
  { clusterId, except }: Readonly<{ clusterId: string; except: string | undefined }>,
  numbers: readonly number[],
): Promise<readonly PortHolder[]> {
  const { rows } = await db.query<PortHolder>({
    name: "find-port-holders",
    text: `SELECT DISTINCT ON (one.number) one.number AS "publicPort", r.display_name AS name
      FROM resources r CROSS JOIN LATERAL (
        SELECT (port->>'public_port')::int AS number, false AS waits
          FROM jsonb_path_query((r.body->'public_ports')::jsonb, '$[*] ? (@.public_port != null)') AS port
        UNION ALL
        SELECT (port->>'public_port')::int, true
          FROM jsonb_path_query((r.body->'additional_ports')::jsonb, '$[*] ? (@.public_port != null)') AS port
      ) AS one
      WHERE r.cluster_id = $1 AND r.kind = 'Deployment' AND r.deleted_at IS NULL
        AND r.id IS DISTINCT FROM $2::uuid AND one.number = ANY($3::int[])
      ORDER BY one.number, one.waits, r.id`,
    values: [clusterId, except ?? null, numbers],
  });
  return rows;
}
