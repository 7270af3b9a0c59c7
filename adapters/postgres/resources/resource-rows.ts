import { observedAt, type ClusterMembers, type ReadRow } from "./resource-reads.ts";
import type { Queryable } from "../queryable.ts";
import type { ProjectedKind } from "../../../render/projection/custom-resource.ts";

/** A custom resource with what decides over writes to it. */
export type StoredResource = Readonly<{
  id: string;
  uid: string;
  namespace: string;
  objectName: string;
  displayName: string;
  organizationId: string;
  clusterId: string | null;
  status: string;
  generation: string;
  hidden: boolean;
  body: Readonly<Record<string, unknown>>;
  /** What routes of their own show of the resource. */
  detail: unknown;
}>;

const COLUMNS = `id, uid, namespace, object_name AS "objectName", display_name AS "displayName",
  organization_id AS "organizationId", cluster_id AS "clusterId", status, generation::text AS generation, hidden, body, detail`;

/** Reads the row of a resource that is not gone. */
export async function findRow(db: Queryable, kind: string, id: string): Promise<StoredResource | undefined> {
  const result = await db.query<StoredResource>({
    name: "find-resource",
    text: `SELECT ${COLUMNS} FROM resources WHERE id = $1 AND kind = $2 AND deleted_at IS NULL`,
    values: [id, kind],
  });
  return result.rows[0];
}

/** Reads the body of a resource as reads show it. */
export async function findText(db: Queryable, kind: ProjectedKind, id: string): Promise<ReadRow | undefined> {
  type Row = Omit<ReadRow, "cluster"> & Readonly<{ cluster: ClusterMembers | null }>;
  const result = await db.query<Row>({
    name: `find-text-${kind}`,
    text: `SELECT r.id, r.created_at AS "createdAt", r.generation::text AS generation, '' AS role, r.body::text AS body,
        ${observedAt(kind)} AS "observedAt", CASE WHEN c.id IS NULL THEN NULL ELSE json_build_object('provider', c.provider,
        'region', c.body->>'region', 'status', c.status, 'error', c.body->>'error_message') END AS cluster
      FROM resources r LEFT JOIN resources c ON c.id = r.cluster_id
      WHERE r.id = $1 AND r.kind = $2 AND r.deleted_at IS NULL`,
    values: [id, kind],
  });
  return result.rows[0];
}

/** Says whether a resource has settled at a generation; `gone` when it no longer exists. */
export async function findProgress(
  db: Queryable,
  kind: string,
  id: string,
): Promise<Readonly<{ settled: boolean; generation: string }> | "gone"> {
  const result = await db.query<{ settled: boolean; generation: string }>({
    name: "find-progress",
    text: `SELECT settled, generation::text AS generation FROM resources
      WHERE id = $1 AND kind = $2 AND deleted_at IS NULL`,
    values: [id, kind],
  });
  return result.rows[0] ?? "gone";
}

/** What is told of a resource, as a body shows it. */
export type SeenConditions = Readonly<{
  status: string;
  conditions: readonly Readonly<{
    type: string;
    status: string;
    reason: string;
    observed_generation?: number | null;
  }>[];
}>;

/** Reads the conditions of a resource; undefined for one that is gone. */
export async function findConditions(db: Queryable, kind: string, id: string): Promise<SeenConditions | undefined> {
  const result = await db.query<SeenConditions>({
    name: "find-conditions",
    text: `SELECT status, body->'conditions' AS conditions FROM resources
      WHERE id = $1 AND kind = $2 AND deleted_at IS NULL`,
    values: [id, kind],
  });
  return result.rows[0];
}

/** Finds the deployment that has taken over a live workload. */
export async function findAdopter(
  db: Queryable,
  clusterId: string,
  of: Readonly<{ namespace: string; kind: string; name: string }>,
): Promise<Readonly<{ id: string; name: string }> | undefined> {
  const { rows } = await db.query<{ id: string; name: string }>({
    name: "find-adopter",
    text: `SELECT id, display_name AS name FROM resources
      WHERE cluster_id = $1 AND kind = 'Deployment' AND deleted_at IS NULL AND body->>'source_namespace' = $2
        AND body->>'source_kind' = $3 AND body->>'source_name' = $4 LIMIT 1`,
    values: [clusterId, of.namespace, of.kind, of.name],
  });
  return rows[0];
}

/** Lists the live workloads of a cluster that deployments have taken over. */
export async function listAdopters(
  db: Queryable,
  clusterId: string,
): Promise<readonly Readonly<{ id: string; namespace: string; kind: string; name: string }>[]> {
  const { rows } = await db.query<{ id: string; namespace: string; kind: string; name: string }>({
    name: "list-adopters",
    text: `SELECT id, body->>'source_namespace' AS namespace, body->>'source_kind' AS kind, body->>'source_name' AS name
      FROM resources WHERE cluster_id = $1 AND kind = 'Deployment' AND deleted_at IS NULL
        AND body->>'source_name' IS NOT NULL`,
    values: [clusterId],
  });
  return rows;
}

/** Names what runs on a cluster and is not being deleted. */
export async function listOnCluster(
  db: Queryable,
  clusterId: string,
): Promise<readonly Readonly<{ kind: string; id: string; name: string }>[]> {
  const result = await db.query<{ kind: string; id: string; name: string }>(
    `SELECT kind, id, display_name AS name FROM resources
      WHERE cluster_id = $1 AND kind IN ('Deployment', 'DatabaseInstance') AND deleted_at IS NULL
      ORDER BY created_at LIMIT 100`,
    [clusterId],
  );
  return result.rows;
}

/** Names the deployments of a cluster that ask for public ports, the oldest first. */
export async function listWithPublicPorts(db: Queryable, clusterId: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>({
    name: "list-with-public-ports",
    text: `SELECT display_name AS name FROM resources
      WHERE cluster_id = $1 AND kind = 'Deployment' AND deleted_at IS NULL
        AND body::jsonb @? '$.additional_ports[*].public_port ? (@ > 0)'
      ORDER BY created_at LIMIT 100`,
    values: [clusterId],
  });
  return rows.map(({ name }) => name);
}
