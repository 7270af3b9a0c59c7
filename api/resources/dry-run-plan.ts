import type { ResourceRow } from "../../adapters/postgres/resource-rows.ts";
import { deriveHandle } from "../../contract/identity.ts";
import { unifiedDiff } from "./unified-diff.ts";

/** Says what a write would do. */
export type Plan = Readonly<{ values_diff: string; git_path: string | null; warnings: readonly string[] }>;

type Body = Readonly<Record<string, unknown>>;

/** Makes the plan of a deployment's change; `before` is absent on create, `after` on delete. */
export function planDeployment(
  path: string | null,
  before: Body | undefined,
  after: Body | undefined,
  warnings: readonly string[],
): Plan {
  const [old, fresh] = [valuesOf(before), valuesOf(after)];
  return { values_diff: unifiedDiff(path ?? "values.yaml", old, fresh), git_path: path, warnings };
}

/** Makes the plan of a cluster's change, which has no values file. */
export function planCluster(warnings: readonly string[]): Plan {
  return { values_diff: "", git_path: null, warnings };
}

/** Derives where a deployment's values file lies, also before it was committed. */
export function valuesPath(
  cluster: Pick<ResourceRow, "objectName" | "id">,
  deployment: Pick<ResourceRow, "objectName" | "id">,
): string {
  const clusterHandle = deriveHandle("Cluster", cluster.objectName, cluster.id);
  return `clusters/${clusterHandle}/deployments/${deriveHandle("Deployment", deployment.objectName, deployment.id)}/values.yaml`;
}

/** Names the mounts whose claims would stay behind. */
export function keptVolumeWarnings(before: Body, after: Body | undefined): string[] {
  const kept = new Set(after === undefined ? [] : mounts(after));
  return mounts(before)
    .filter((path) => !kept.has(path))
    .map((path) => `The volume at ${path} is kept; repeat with delete_volumes=true on deletion to remove it.`);
}

function mounts(body: Body): string[] {
  const volumes = (body["volumes"] ?? []) as readonly Readonly<{ path: string }>[];
  const own = volumes.map(({ path }) => path);
  return own.length === 0 && typeof body["storage_size_gb"] === "number" ? ["/data"] : own;
}

function valuesOf(body: Body | undefined): string {
  const values = body?.["values_yaml"];
  return typeof values === "string" ? values : "";
}
