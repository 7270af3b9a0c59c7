/** An object as it is applied; `apiVersion` and `kind` name its type. */
export type Manifest = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: Readonly<{
    name: string;
    namespace: string;
    labels?: Readonly<Record<string, string>>;
    annotations?: Readonly<Record<string, string>>;
    ownerReferences?: readonly unknown[];
  }>;
  [member: string]: unknown;
}>;

/** Names the API versions that are written; Hetzner's provider still speaks the older contract. */
export const API_VERSIONS = {
  core: "cluster.x-k8s.io/v1beta2",
  controlPlane: "controlplane.cluster.x-k8s.io/v1beta2",
  bootstrap: "bootstrap.cluster.x-k8s.io/v1beta2",
  hetzner: "infrastructure.cluster.x-k8s.io/v1beta1",
} as const;
