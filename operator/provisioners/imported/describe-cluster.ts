import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { NODES } from "../../../adapters/kubernetes/resource-types.ts";
import type { ProviderNode } from "../port.ts";

/** What an API server says of its own cluster. */
export type ClusterDescription = Readonly<{
  healthy: boolean;
  message: string;
  kubernetesVersion: string;
  nodes: readonly ProviderNode[];
}>;

const CALL = { timeoutMs: 10_000 } as const;

type NodeObject = KubeObject &
  Readonly<{
    status?: Readonly<{
      conditions?: readonly Readonly<{ type: string; status: string }>[];
      nodeInfo?: Readonly<{ kubeletVersion?: string }>;
    }>;
  }>;

/** Asks a cluster for its version, its readiness and its nodes; one that has none now may get some when they are needed. */
export async function describeCluster(client: Pick<KubeClient, "request" | "list">): Promise<ClusterDescription> {
  const [version, ready, nodes] = await Promise.all([
    client.request("GET", "/version", CALL),
    isReady(client),
    client.list<NodeObject>(NODES, { ...CALL, slim: slimNode }),
  ]);
  const { gitVersion } = version as { gitVersion?: unknown };
  const described = nodes.items.map(describeNode);
  const hasNode = described.length === 0 || described.some((node) => node.ready);
  return {
    healthy: ready && hasNode,
    message: messageOf(ready, hasNode),
    kubernetesVersion: typeof gitVersion === "string" ? gitVersion : "unknown",
    nodes: described,
  };
}

function messageOf(ready: boolean, hasNode: boolean): string {
  if (!ready) return "The cluster's API server says that it is not ready.";
  return hasNode ? "" : "No node of the cluster is ready.";
}

async function isReady(client: Pick<KubeClient, "request">): Promise<boolean> {
  try {
    await client.request("GET", "/readyz", CALL);
    return true;
  } catch (error) {
    // Not everywhere may everybody ask; only a server's own "no" counts.
    if (error instanceof KubeError && error.status >= 400) return error.status < 500;
    throw error;
  }
}

/** Most of a node is the list of its images. */
function slimNode({ metadata, status: { conditions = [], nodeInfo = {} } = {} }: NodeObject): NodeObject {
  return { metadata, status: { conditions, nodeInfo } };
}

function describeNode({ metadata, status }: NodeObject): ProviderNode {
  return {
    name: metadata.name,
    serverType: metadata.labels?.["node.kubernetes.io/instance-type"],
    ready: (status?.conditions ?? []).some(({ type, status: value }) => type === "Ready" && value === "True"),
    kubeletVersion: status?.nodeInfo?.kubeletVersion,
  };
}
