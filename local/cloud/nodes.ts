import type { LocalClusterSpec, LocalNode } from "../../adapters/providers/local-cloud-protocol.ts";
import { LABELS } from "../../contract/identity.ts";
import { applyManifests } from "../cluster/apply-manifests.ts";
import { callKube, describeRefusal, listObjects } from "../cluster/kube-access.ts";
import type { KubeAccess, Manifest } from "../cluster/kube-access.ts";
import { deriveNodeNetwork, listFreeNumbers, NODES_MAX } from "../nodes/network-plan.ts";
import type { PoolSize } from "./autoscaler.ts";
import { sizeOf } from "./catalog.ts";
import { stepDrain } from "./drain-node.ts";

type KubeNode = Readonly<{
  metadata: { name: string; labels?: Record<string, string> };
  spec?: { podCIDR?: string };
  status?: { conditions?: { type: string; status: string }[]; nodeInfo?: { kubeletVersion?: string } };
}>;

/** What is seen of a machine; only real ones have addresses for their pods. */
export type SeenNode = LocalNode & Readonly<{ pod_cidr: string }>;

const typeLabel = "node.kubernetes.io/instance-type";

/** Lists the machines of a cluster as its API server knows them. */
export async function observeNodes(access: KubeAccess): Promise<readonly SeenNode[]> {
  return (await listObjects<KubeNode>(access, "/api/v1/nodes", "nodes")).map(readNode);
}

function readNode({ metadata, spec, status }: KubeNode): SeenNode {
  return {
    name: metadata.name,
    server_type: metadata.labels?.[typeLabel] ?? "",
    ready: isReady(status?.conditions),
    kubelet_version: status?.nodeInfo?.kubeletVersion ?? "",
    pod_cidr: spec?.podCIDR ?? "",
  };
}

function isReady(conditions: readonly { type: string; status: string }[] = []): boolean {
  return conditions.some(({ type, status }) => type === "Ready" && status === "True");
}

/** Picks what the cloud tells of a machine. */
export function toLocalNode({ name, server_type, ready, kubelet_version }: SeenNode): LocalNode {
  return { name, server_type, ready, kubelet_version };
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
    network,
  }: { handle: string; spec: LocalClusterSpec; present: readonly SeenNode[]; size: PoolSize; network?: number },
): Promise<boolean> {
  const pool = present.filter((node) => node.server_type === spec.server_type);
  const missing = nameMissing(`${handle}-${spec.server_type}`, pool, size.count);
  const free = network === undefined ? [] : listFreeNumbers(network, takenOf(present));
  const manifests = missing.map((name, index) => {
    const plain = deriveNode(name, handle, spec);
    return network === undefined ? simulate(plain, spec) : giveAddresses(plain, network, free[index]);
  });
  await applyManifests(access, manifests);
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

type NodeManifest = Manifest &
  Readonly<{ metadata: { name: string; labels: Record<string, string> }; spec: { providerID: string } }>;

function deriveNode(name: string, handle: string, ordered: LocalClusterSpec): NodeManifest {
  const labels = {
    [typeLabel]: ordered.server_type,
    "kubernetes.io/hostname": name,
    "kubernetes.io/os": "linux",
    "kubernetes.io/arch": "amd64",
    "topology.kubernetes.io/region": ordered.region,
    "topology.kubernetes.io/zone": `${ordered.region}-a`,
    "node-role.kubernetes.io/worker": "",
  };
  const spec = { providerID: `berth-local://${handle}/${name}` };
  return { apiVersion: "v1", kind: "Node", metadata: { name, labels }, spec };
}

/** Server-side apply leaves the status of a new Node in place, and kwok keeps what it finds there. */
function simulate(node: NodeManifest, spec: LocalClusterSpec): Manifest {
  const { cpu, memoryMb } = sizeOf(spec.server_type);
  const resources = { cpu: String(cpu), memory: `${memoryMb}Mi`, pods: "110" };
  const nodeInfo = { kubeletVersion: `v${spec.kubernetes_version.replace(/^v/, "")}` };
  const labels = { ...node.metadata.labels, [LABELS.simulated]: "true" };
  return {
    ...node,
    metadata: { ...node.metadata, labels },
    status: { allocatable: resources, capacity: resources, nodeInfo },
  };
}

/** Its kubelet says the rest; the network of its pods is also by what its process is known. */
function giveAddresses(node: NodeManifest, network: number, number: number | undefined): Manifest {
  if (number === undefined) throw new Error(`A cluster with real nodes has ${NODES_MAX - 1} at most`);
  const { pods } = deriveNodeNetwork(network, number);
  const annotations = { "volumes.kubernetes.io/controller-managed-attach-detach": "true" };
  return {
    ...node,
    metadata: { ...node.metadata, annotations },
    spec: { ...node.spec, podCIDR: pods, podCIDRs: [pods] },
  };
}

function takenOf(present: readonly SeenNode[]): string[] {
  return present.map(({ pod_cidr }) => pod_cidr);
}
