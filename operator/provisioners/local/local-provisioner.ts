/**
 * Makes clusters at the simulated cloud of the embedded stack:
 *
 * 1. `ensure` puts the wanted cluster under its handle; the same again changes nothing.
 * 2. `observe` reads it back; what the cloud refused for good is remembered until the next `ensure` or `remove`.
 * 3. `remove` begins the deletion; only `observe` says that it has ended.
 *
 * The cloud makes a pool of the wanted server type beside the others, and follows the load within the bounds it is given.
 */
import { messageOf } from "../../../adapters/log/thrown.ts";
import { LocalCloudError, type LocalCloudClient } from "../../../adapters/providers/local-cloud-client.ts";
import type { LocalCluster, LocalClusterSpec } from "../../../adapters/providers/local-cloud-protocol.ts";
import { USUAL_NODES } from "../../../contract/asked.ts";
import { decideVersion } from "../../../contract/kubernetes-versions.ts";
import type { ClusterSpec } from "../../../contract/resources/cluster.ts";
import type { ProviderObservation, Provisioner } from "../port.ts";

const SERVER_TYPE = "small";
const NODES = { ...USUAL_NODES, shared: 1 } as const;

/** Creates the provisioner of the provider `local`. */
export function createLocalProvisioner(
  cloud: Pick<LocalCloudClient, "getCluster" | "putCluster" | "deleteCluster" | "deleteNode">,
): Provisioner {
  const refusals = new Map<string, string>();
  return {
    observe: async ({ handle, spec }) => {
      try {
        const found = await cloud.getCluster(handle);
        const refusal = refusals.get(handle);
        if (refusal !== undefined) return { kind: "failed", message: refusal, region: found?.spec.region };
        return found === undefined ? { kind: "absent" } : describe(found, deriveLocalSpec(spec));
      } catch (error) {
        return { kind: "unreachable", message: messageOf(error) };
      }
    },
    ensure: async ({ handle, spec }) => {
      refusals.delete(handle);
      try {
        await cloud.putCluster(handle, deriveLocalSpec(spec));
      } catch (error) {
        if (!isFinal(error)) throw error;
        refusals.set(handle, messageOf(error));
      }
    },
    remove: async ({ handle }) => {
      await cloud.deleteCluster(handle);
      refusals.delete(handle);
    },
    removeNode: ({ handle }, name) => cloud.deleteNode(handle, name),
  };
}

/** Derives the order at the simulated cloud; a shared cluster is one small node there. */
function deriveLocalSpec(spec: ClusterSpec): LocalClusterSpec {
  const { minNodes = 1, maxNodes = 100 } = spec;
  return {
    tier: spec.tier,
    region: spec.region,
    server_type: spec.serverType ?? SERVER_TYPE,
    node_count: Math.min(Math.max(spec.nodeCount ?? NODES[spec.tier], minNodes), maxNodes),
    kubernetes_version: decideVersion(spec.provider, spec.kubernetesVersion, undefined),
    autoscaling: spec.autoscalingEnabled === true ? { min_nodes: minNodes, max_nodes: maxNodes } : null,
  };
}

function describe(found: LocalCluster, wanted: LocalClusterSpec): ProviderObservation {
  const { server, ca_data: caData, admin_token: token, spec, state, reason } = found;
  const step = reason === "" ? "Creating the cluster" : reason;
  if (state === "deleting") return { kind: "removing" };
  if (state === "failed") return { kind: "failed", message: reason, region: spec.region };
  if (state === "creating" || server === undefined || token === undefined)
    return { kind: "creating", step, region: spec.region };
  const healthy = found.nodes.some((node) => node.ready);
  return {
    kind: "ready",
    region: spec.region,
    endpoint: server,
    matches: isSame(spec, wanted),
    step: "",
    healthy,
    message: healthy ? "" : "No node of the cluster is ready.",
    kubernetesVersion: found.kubernetes_version,
    nodes: found.nodes.map((node) => ({
      name: node.name,
      serverType: node.server_type,
      ready: node.ready,
      kubeletVersion: node.kubelet_version,
    })),
    access: () => ({ server, caData, token }),
  };
}

function isSame(has: LocalClusterSpec, wanted: LocalClusterSpec): boolean {
  return (Object.keys(wanted) as (keyof LocalClusterSpec)[]).every(
    (name) => JSON.stringify(has[name]) === JSON.stringify(wanted[name]),
  );
}

/** What the cloud has no room or no sense for stays refused until the order changes. */
function isFinal(error: unknown): boolean {
  return error instanceof LocalCloudError && ["sold_out", "quota_exceeded", "invalid"].includes(error.code);
}
