import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import { SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import { API_VERSIONS, type Manifest } from "../../../render/cluster-api/manifest.ts";

/** Names the kinds that are read. */
export const CAPI_CLUSTERS = type(API_VERSIONS.core, "Cluster");
export const MACHINES = type(API_VERSIONS.core, "Machine");
export const HETZNER_CLUSTERS = type(API_VERSIONS.hetzner, "HetznerCluster");
export const HCLOUD_MACHINES = type(API_VERSIONS.hetzner, "HCloudMachine");

/** Names the kind of an object that is rendered. */
export function clusterApiType({ apiVersion, kind }: Pick<Manifest, "apiVersion" | "kind">): ResourceType {
  return kind === SECRETS.kind ? SECRETS : type(apiVersion, kind);
}

function type(apiVersion: string, kind: string): ResourceType {
  const [group = "", version = ""] = apiVersion.split("/");
  const singular = kind.toLowerCase();
  return { group, version, kind, plural: singular.endsWith("ss") ? `${singular}es` : `${singular}s`, namespaced: true };
}

/** A condition as all of Cluster API writes it. */
export type Condition = Readonly<{ type: string; status: string; reason?: string; message?: string }>;

type Versions = Readonly<{ version?: string; replicas?: number }>;
type Counted = Readonly<{ desiredReplicas?: number; readyReplicas?: number; versions?: readonly Versions[] }>;

/** A Cluster of Cluster API, as far as it is read. */
export type CapiCluster = KubeObject &
  Readonly<{
    spec?: Readonly<{
      controlPlaneEndpoint?: Readonly<{ host?: string; port?: number }>;
      topology?: Readonly<{
        classRef?: Readonly<{ name?: string }>;
        version?: string;
        controlPlane?: Readonly<{ replicas?: number }>;
        variables?: readonly Readonly<{ name: string; value: unknown }>[];
        workers?: object;
      }>;
    }>;
    status?: Readonly<{
      conditions?: readonly Condition[];
      observedGeneration?: number;
      controlPlane?: Counted;
      workers?: Counted;
    }>;
  }>;

/** A Machine, as far as it is read. */
export type Machine = KubeObject &
  Readonly<{
    spec?: Readonly<{ version?: string; failureDomain?: string; infrastructureRef?: Readonly<{ name?: string }> }>;
    status?: Readonly<{
      nodeRef?: Readonly<{ name?: string }>;
      nodeInfo?: Readonly<{ kubeletVersion?: string }>;
      conditions?: readonly Condition[];
    }>;
  }>;

/** An object of Hetzner's provider, as far as it is read; its newer conditions lie a level deeper. */
export type HetznerObject = KubeObject &
  Readonly<{
    spec?: Readonly<{ type?: string }>;
    status?: Readonly<{ v1beta2?: Readonly<{ conditions?: readonly Condition[] }> }>;
  }>;

/** Names the label that leads from everything to its Cluster, and the one that leads from a Machine to its pool. */
export const LABEL_CLUSTER = "cluster.x-k8s.io/cluster-name";
export const LABEL_POOL = "topology.cluster.x-k8s.io/deployment-name";
/** Names the annotation of the machines that go first when their pool shrinks. */
export const DELETE_FIRST = "cluster.x-k8s.io/delete-machine";

/** Finds a condition. */
export function conditionOf(conditions: readonly Condition[] | undefined, wanted: string): Condition | undefined {
  return conditions?.find((condition) => condition.type === wanted);
}

/** Tells whether a condition is known and true. */
export function isTrue(conditions: readonly Condition[] | undefined, wanted: string): boolean {
  return conditionOf(conditions, wanted)?.status === "True";
}

/** Returns the topology of a Cluster; empty where there is none. */
export function topologyOf({ spec }: CapiCluster): NonNullable<NonNullable<CapiCluster["spec"]>["topology"]> {
  return spec?.topology ?? {};
}

/** Returns the address of a cluster's API server; undefined until there is one. */
export function endpointOf({ spec }: CapiCluster): string | undefined {
  const { host = "", port = 443 } = spec?.controlPlaneEndpoint ?? {};
  return host === "" ? undefined : `https://${host}:${port}`;
}
