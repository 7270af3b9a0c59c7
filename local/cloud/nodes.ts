import type { LocalClusterSpec, LocalNode } from "../../adapters/providers/local-cloud-protocol.ts";
import { applyManifests, callKube, describeRefusal } from "../cluster/kube-access.ts";
import type { KubeAccess, Manifest } from "../cluster/kube-access.ts";
import { SERVER_TYPES } from "./catalog.ts";

type KubeNode = Readonly<{
  metadata: { name: string; labels?: Record<string, string> };
  status?: { conditions?: { type: string; status: string }[] };
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
  }));
}

/**
 * Takes one step towards the wanted machines and answers whether they are all there, ready and alone. New ones come
 * first; old ones leave only when every new one is ready, so a change of server type never leaves pods without a place.
 */
export async function stepNodes(access: KubeAccess, handle: string, spec: LocalClusterSpec): Promise<boolean> {
  const wanted = Array.from({ length: spec.node_count }, (_, index) => `${handle}-${spec.server_type}-${index + 1}`);
  const present = await observeNodes(access);
  const missing = wanted.filter((name) => !present.some((node) => node.name === name));
  await applyManifests(
    access,
    missing.map((name) => deriveNode(name, handle, spec)),
  );
  if (missing.length > 0 || present.some((node) => wanted.includes(node.name) && !node.ready)) return false;
  const surplus = present.filter((node) => !wanted.includes(node.name));
  for (const { name } of surplus) await callKube(access, { method: "DELETE", path: `/api/v1/nodes/${name}` });
  return surplus.length === 0;
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
