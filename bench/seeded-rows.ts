import pg from "pg";
import { ResourceStore } from "../adapters/postgres/resources/resource-store.ts";
import { LABELS } from "../contract/identity.ts";
import { projectResource } from "../render/projection/project-resource.ts";
import type { ResourceRow } from "../render/projection/resource-row.ts";
import { createValuesRenderer } from "../render/projection/values-renderer.ts";
import { sampleSpec } from "./sample-spec.ts";

/** Whose rows they are. */
export type Owner = Readonly<{ organizationId: string; userId: string }>;

type Resource = Parameters<typeof projectResource>[1];

const CLUSTER_ID = "01a1fb00-0000-7000-8000-000000000001";
const BATCH = 500;
const RUNNING = { observedGeneration: 1, phase: "running" };
const CONDITIONS = ["Ready", "Reconciling", "Stalled", "Provisioned", "Registered"].map((type) => ({
  type,
  status: "True",
  reason: "Running",
  message: "",
  lastTransitionTime: "2026-11-20T00:00:00Z",
}));
const renderValues = createValuesRenderer(() => ({
  appsDomain: "apps.localhost",
  repoUrl: "http://127.0.0.1/platform.git",
  branch: "main",
  argocdNamespace: "argocd",
  project: "bench",
  chartVersion: "1.0.0",
}));

/** Names the record of a deployment by its place. */
export function deploymentId(index: number): string {
  return `01a1fb00-0000-7000-8000-1${index.toString(16).padStart(11, "0")}`;
}

/** Writes a large organization's clusters, and deployments on the first of them, as the mirror would have. */
export async function seedRows(
  url: string,
  owner: Owner,
  { deployments, clusters }: Readonly<{ deployments: number; clusters: number }>,
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
  const store = new ResourceStore(pool);
  const { epoch } = await store.adoptEpoch("bench");
  const made = [
    ...Array.from({ length: clusters }, (_, index) => clusterRow(owner, index)),
    ...Array.from({ length: deployments }, (_, index) => deploymentRow(owner, index)),
  ];
  for (let at = 0; at < made.length; at += BATCH)
    await store.mirror(epoch, { rows: made.slice(at, at + BATCH), deleted: [] });
  await pool.query("ANALYZE");
  await pool.end();
}

function clusterRow(owner: Owner, index: number): ResourceRow {
  const context = { organizationId: owner.organizationId, ownerId: owner.userId, renderValues };
  const place = { provider: "local", region: "local-1" };
  if (index === 0) {
    const shared = objectOf(owner, { name: "bench", id: CLUSTER_ID }, { ...place, tier: "shared" }, RUNNING);
    return projectResource("Cluster", shared, context);
  }
  const name = `bench-${index}`;
  const status = { ...RUNNING, conditions: CONDITIONS, handle: name, kubernetesVersion: "v1.36.3", nodeCount: 3 };
  const spec = { ...place, tier: "dedicated", nodeCount: 3 };
  return projectResource(
    "Cluster",
    objectOf(owner, { name, id: deploymentId(0x100000 + index) }, spec, status),
    context,
  );
}

/** Makes the row of a deployment as of a version, in which so many pods are ready. */
export function deploymentRow(owner: Owner, index: number, { version = 1, readyReplicas = 2 } = {}): ResourceRow {
  const name = `shop-${index}`;
  const spec = sampleSpec("bench", name, { name: "GREETING", value: "ahoy" });
  const status = {
    ...RUNNING,
    clusterId: CLUSTER_ID,
    endpointUrl: `https://${name}.apps.localhost`,
    readyReplicas,
  };
  const { userId } = owner;
  const cluster = { id: CLUSTER_ID, userId, handle: "bench-0000000001", provider: "local", region: "local-1" };
  return projectResource("Deployment", objectOf(owner, { name, id: deploymentId(index), version }, spec, status), {
    organizationId: owner.organizationId,
    ownerId: userId,
    renderValues,
    cluster: { ...cluster, tier: "shared" },
  });
}

function objectOf(
  { organizationId, userId }: Owner,
  { name, id, version = 1 }: Readonly<{ name: string; id: string; version?: number }>,
  spec: unknown,
  status: unknown,
): Resource {
  const seconds = Number(id.slice(-6).replace(/\D/g, "0"));
  return {
    metadata: {
      name,
      namespace: "org-bench",
      uid: id,
      resourceVersion: String(version),
      generation: 1,
      creationTimestamp: new Date(Date.UTC(2026, 10, 20) + seconds * 1000).toISOString(),
      labels: { [LABELS.organizationId]: organizationId, [LABELS.userId]: userId, [LABELS.id]: id },
    },
    spec,
    status,
  };
}
