import { LABELS } from "../../contract/identity.ts";
import { LABEL_ORGANIZATION } from "../delivery-names.ts";
import { VARIABLES, WORKER_CLASS } from "./cluster-class.ts";
import { API_VERSIONS, type Manifest } from "./manifest.ts";
import type { Pool, PoolSize } from "./pools.ts";

/** Everything about a cluster that Cluster API is told. */
type ClusterInput = Readonly<{
  handle: string;
  id: string;
  /** Namespace in which all objects of Cluster API lie. */
  namespace: string;
  /** Namespace of the organization, for people who look. */
  organization: string;
  className: string;
  version: string;
  region: string;
  controlPlaneReplicas: number;
  controlPlaneType: string;
  /** Whether the token of Hetzner stays out of the cluster, whose users can read every Secret there. */
  hideToken: boolean;
  pools: readonly Pool[];
}>;

const AUTOSCALER = "cluster.x-k8s.io/cluster-api-autoscaler-node-group";
const PODS = "10.244.0.0/16";
const SERVICES = "10.96.0.0/16";

/** Renders the Cluster; everything below it is made from it by the topology controller. */
export function renderCluster(input: ClusterInput): Manifest {
  const { handle, id, namespace, organization, className, version, region } = input;
  const values = {
    [VARIABLES.region]: region,
    [VARIABLES.controlPlaneType]: input.controlPlaneType,
    // Each pool overrides it; a required variable needs a value all the same.
    [VARIABLES.serverType]: input.controlPlaneType,
    [VARIABLES.secretName]: hetznerSecretName(handle),
    [VARIABLES.hideToken]: input.hideToken,
  };
  return {
    apiVersion: API_VERSIONS.core,
    kind: "Cluster",
    metadata: {
      name: handle,
      namespace,
      labels: {
        [LABELS.managed]: "true",
        [LABELS.id]: id,
        [LABELS.region]: region,
        [LABEL_ORGANIZATION]: organization,
      },
    },
    spec: {
      clusterNetwork: {
        pods: { cidrBlocks: [PODS] },
        services: { cidrBlocks: [SERVICES] },
        serviceDomain: "cluster.local",
      },
      topology: {
        classRef: { name: className },
        version,
        controlPlane: { replicas: input.controlPlaneReplicas },
        variables: Object.entries(values).map(([name, value]) => ({ name, value })),
        workers: { machineDeployments: input.pools.map(renderPool) },
      },
    },
  };
}

/** Names the Secret with a cluster's token of Hetzner. */
export function hetznerSecretName(handle: string): string {
  return `${handle}-hcloud`;
}

/** Renders the Secret with the token, base64; as the Cluster's own it goes when the Cluster has gone. */
export function renderHetznerSecret(
  input: Readonly<{
    handle: string;
    id: string;
    namespace: string;
    tokenKey: string;
    tokenData: string;
    ownerUid: string;
  }>,
): Manifest {
  const { handle, id, namespace, tokenKey, tokenData, ownerUid } = input;
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: {
      name: hetznerSecretName(handle),
      namespace,
      labels: {
        [LABELS.managed]: "true",
        [LABELS.id]: id,
        "cluster.x-k8s.io/cluster-name": handle,
        "clusterctl.cluster.x-k8s.io/move": "",
      },
      ownerReferences: [{ apiVersion: API_VERSIONS.core, kind: "Cluster", name: handle, uid: ownerUid }],
    },
    type: "Opaque",
    data: { [tokenKey]: tokenData },
  };
}

type Topology = Readonly<{ workers?: Readonly<{ machineDeployments?: readonly TopologyPool[] }> }>;
type TopologyPool = Readonly<{
  name: string;
  replicas?: number;
  failureDomain?: string;
  metadata?: Readonly<{ annotations?: Readonly<Record<string, string>> }>;
  variables?: Readonly<{ overrides?: readonly Readonly<{ name: string; value: unknown }>[] }>;
}>;

/** Reads the pools back from a Cluster's topology, in the form in which they are rendered. */
export function readPools(topology: Topology | undefined): readonly Pool[] {
  return (topology?.workers?.machineDeployments ?? []).map((pool) => ({
    name: pool.name,
    serverType: serverTypeOf(pool),
    location: pool.failureDomain ?? "",
    size: readSize(pool),
  }));
}

function serverTypeOf({ variables }: TopologyPool): string {
  const value = variables?.overrides?.find(({ name }) => name === VARIABLES.serverType)?.value;
  return typeof value === "string" ? value : "";
}

function readSize({ replicas, metadata }: TopologyPool): PoolSize {
  const [min, max] = [
    metadata?.annotations?.[`${AUTOSCALER}-min-size`],
    metadata?.annotations?.[`${AUTOSCALER}-max-size`],
  ];
  if (replicas === undefined && min !== undefined && max !== undefined) return { min: Number(min), max: Number(max) };
  return { replicas: replicas ?? 1 };
}

/** With the autoscaler's annotations the number of replicas has to be left out: two who set it would fight. */
function renderPool({ name, serverType, location, size }: Pool): object {
  return {
    class: WORKER_CLASS,
    name,
    failureDomain: location,
    variables: { overrides: [{ name: VARIABLES.serverType, value: serverType }] },
    ...("min" in size
      ? {
          metadata: {
            annotations: { [`${AUTOSCALER}-min-size`]: String(size.min), [`${AUTOSCALER}-max-size`]: String(size.max) },
          },
        }
      : { replicas: size.replicas }),
  };
}
