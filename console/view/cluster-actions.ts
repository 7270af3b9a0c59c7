import type { OfferedAction } from "./offered-action.ts";

type Facts = Readonly<{ status: string; tier: string; is_imported: boolean; is_management: boolean }>;

const KUBECONFIG = {
  id: "kubeconfig",
  name: "Kubeconfig",
  operation: "getClusterKubeconfig",
  sentence: "Full access to the cluster, for a while. It ends with this session, and is in the audit log.",
} as const;
const UPGRADE = {
  id: "upgrade",
  name: "Upgrade",
  operation: "requestUpgrade",
  sentence:
    "Asks for a newer Kubernetes version. It begins once somebody approves it, after a look at what stands in the way.",
} as const;
const SCALE = {
  id: "scale",
  name: "Scale",
  operation: "updateAutoscaling",
  sentence: "How many nodes it has, and whether their number follows the load.",
} as const;
const SERVER_TYPE = {
  id: "server-type",
  name: "Server type",
  operation: "updateServerType",
  sentence: "Replaces its nodes by others, one after the other; what runs on them moves along.",
} as const;
const LOCATIONS = {
  id: "locations",
  name: "Locations",
  operation: "updateRegionLocations",
  sentence: "The datacenters that its nodes are spread over.",
} as const;
const CHANNEL = {
  id: "channel",
  name: "Channel",
  operation: "updateComponentBundle",
  sentence:
    "Which versions of the platform's components it follows: stable, or the latest. And how requests come in: by Ingress, the Gateway API, or both.",
} as const;
const ADOPT = {
  id: "adopt",
  name: "Take over",
  operation: "importWorkloads",
  sentence: "Makes deployments of what runs on it already.",
  page: "adopt",
} as const;
const RETRY = {
  id: "retry",
  name: "Try again",
  operation: "retryCluster",
  sentence: "Removes what the failed attempt left at the provider, and makes it anew; it keeps its name.",
} as const;
const DELETE = {
  id: "delete",
  name: "Delete",
  operation: "deleteCluster",
  sentence: "Its machines go, and what is on them.",
  isDangerous: true,
} as const;

/** Lists what the interface would not refuse, in the state that was seen: what is imported is its owner's to manage. */
export function clusterActions({ status, tier, is_imported: isImported, ...facts }: Facts): readonly OfferedAction[] {
  if (status === "deleting" || facts.is_management) return [];
  const isThere = !["pending", "provisioning", "registering", "error"].includes(status);
  if (!isThere) return status === "error" ? [RETRY, DELETE] : [DELETE];
  if (isImported) return [ADOPT, KUBECONFIG, CHANNEL, DELETE];
  const ofNodes = tier === "shared" ? [] : [SCALE, SERVER_TYPE, LOCATIONS];
  return [KUBECONFIG, UPGRADE, ...ofNodes, CHANNEL, DELETE];
}
