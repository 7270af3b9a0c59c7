import { applicationsFolder, clusterFolder, deploymentFolder } from "../../render/delivery-names.ts";
import { ORPHAN_KIND } from "../resources/handles.ts";
import type { WriteRequest } from "../git/write-request.ts";
import type { Orphan } from "../machines/orphans/find-orphans.ts";

/** What belongs to others in a cluster's folder. */
const CLUSTER_FILES = /^clusters\/[^/]+\/(?:deployments|databases|applications\/[^/]+\.yaml$)/;

/** Returns the folder whose removal shows that an orphan was deleted; undefined for what is never removed without a resource. */
export function evidenceFolder({ kind, cluster, handle }: Orphan): string | undefined {
  if (kind === "database") return undefined;
  return kind === "cluster" || kind === "component" ? clusterFolder(cluster) : deploymentFolder(cluster, handle);
}

/** Lists a cluster's own files; what is delivered to it goes by itself. */
export function clusterFiles(cluster: string, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => path.startsWith(`${clusterFolder(cluster)}/`) && !CLUSTER_FILES.test(path));
}

/** Makes the request that takes an orphan out of Git; one that is in Argo CD alone is told by a commit without a file. */
export function orphanRemoval(orphan: Orphan, paths: readonly string[]): WriteRequest {
  const removes = evidenceFolder(orphan) ?? "";
  const key = removes.replace(/^clusters/, ORPHAN_KIND).replace("/deployments/", "/");
  const files = orphanFiles(orphan, paths).map((path) => ({ path, content: null }));
  return { key, files, trailers: { resource: key, generation: 1, removes }, removesApplication: true, isRecord: true };
}

function orphanFiles({ kind, cluster, handle }: Orphan, paths: readonly string[]): readonly string[] {
  if (kind === "cluster" || kind === "component") return clusterFiles(cluster, paths);
  const manifest = `${applicationsFolder(cluster)}/${handle}.yaml`;
  return paths.filter((path) => path === manifest || path.startsWith(`${deploymentFolder(cluster, handle)}/`));
}
