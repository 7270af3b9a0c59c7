import type { LocalClusterSpec, LocalNode } from "../../adapters/providers/local-cloud-protocol.ts";
import { applyManifests } from "../cluster/apply-manifests.ts";
import { callKube, describeRefusal } from "../cluster/kube-access.ts";
import type { KubeAccess, Manifest } from "../cluster/kube-access.ts";
import type { PoolSize } from "./autoscaler.ts";
import { SERVER_TYPES } from "./catalog.ts";
import { stepDrain } from "./drain-node.ts";

type KubeNode = Readonly<{
  metadata: { name: string; labels?: Record<string, string> };
  status?: { conditions?: { type: string; status: string }[]; nodeInfo?: { kubeletVersion?: string } };
}>;

const typeLabel = "node.kubernetes.io/instance-type";

/** Lists the machines of a cluster as its API server knows them. */
export async function observeNodes(access: KubeAccess): Promise<readonly LocalNode[]> {
  const answer = await callKube(access, { path: "/api/v1/nodes" });
  if (answer.status !== 200) throw new Error(`Listing nodes failed: ${describeRefusal(answer)}`);
  return (answer.body as { items: KubeNode[] }).items.map(({ metadata, status }) => ({
    name: metadata.name,
    server_type: metadata.labels?.[typeLabel] ?? "",
    ready: status?.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") ?? false,
    kubelet_version: status?.nodeInfo?.kubeletVersion ?? "",
  }));
}

/**
 * Takes one step towards the wanted machines and answers whether they are all there and ready:
 * 1. the pool of the wanted server type gets what it lacks, the lowest free number first;
 * 2. what the pool has too much leaves one by one, cordoned and drained first;
 * 3. machines of other types stay until their removal is asked for.
 */
export async function stepNodes(
  access: KubeAccess,
  {
    handle,
    spec,
    present,
    size,
  }: { handle: string; spec: LocalClusterSpec; present: readonly LocalNode[]; size: PoolSize },
): Promise<boolean> {
  const pool = present.filter((node) => node.server_type === spec.server_type);
  const missing = nameMissing(`${handle}-${spec.server_type}`, pool, size.count);
  await applyManifests(
    access,
    missing.map((name) => deriveNode(name, handle, spec)),
  );
  if (missing.length > 0 || pool.some(({ ready }) => !ready)) return false;
  const [leaving] = [...size.leaving, ...nameSurplus(pool, size.count)];
  if (leaving === undefined) return true;
  if (await stepDrain(access, leaving)) await deleteNode(access, leaving);
  return false;
}

/** Removes one machine; answers false when there is none of that name. */
export async function deleteNode(access: KubeAccess, name: string): Promise<boolean> {
  const answer = await callKube(access, { method: "DELETE", path: `/api/v1/nodes/${name}` });
  if (answer.status !== 404 && answer.status >= 300)
    throw new Error(`Deleting node ${name} failed: ${describeRefusal(answer)}`);
  return answer.status !== 404;
}

function nameMissing(prefix: string, pool: readonly LocalNode[], count: number): string[] {
  const taken = new Set(pool.map(({ name }) => name));
  const free = Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`).filter((name) => !taken.has(name));
  return free.slice(0, Math.max(0, count - pool.length));
}

function nameSurplus(pool: readonly LocalNode[], count: number): string[] {
  return [...pool]
    .sort((one, other) => numberOf(other.name) - numberOf(one.name))
    .slice(0, Math.max(0, pool.length - count))
    .map(({ name }) => name);
}

function numberOf(name: string): number {
  return Number(name.slice(name.lastIndexOf("-") + 1));
}

function deriveNode(name: string, handle: string, spec: LocalClusterSpec): Manifest {
  const type = SERVER_TYPES.find(({ id }) => id === spec.server_type);
  const labels = {
    [typeLabel]: spec.server_type,
    "kubernetes.io/hostname": name,
    "kubernetes.io/os": "linux",
    "kubernetes.io/arch": "amd64",
    "topology.kubernetes.io/region": spec.region,
    "topology.kubernetes.io/zone": `${spec.region}-a`,
    "node-role.kubernetes.io/worker": "",
  };
  const resources = { cpu: String(type?.cpu ?? 2), memory: `${type?.memory_mb ?? 4096}Mi`, pods: "110" };
  const nodeInfo = { kubeletVersion: `v${spec.kubernetes_version.replace(/^v/, "")}` };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels },
    spec: { providerID: `berth-local://${handle}/${name}` },
    // Server-side apply leaves the status of a new Node in place, and kwok keeps what it finds there.
    status: { allocatable: resources, capacity: resources, nodeInfo },
  };
}
