/**
 * What makes Hetzner's servers into nodes (docs/adr/0138): the network and the nodes' half of volumes come by the bundle; what
 * holds the token, the cloud controller and the controllers' half of volumes, runs beside Cluster API on the management cluster.
 */
import type { BundleChannel, BundleComponent } from "./component.ts";

/** Namespace of all of it, as Hetzner's own manifests and a host's guard expect it. */
const NAMESPACE = "kube-system";

const EVERYWHERE = [
  { effect: "NoExecute", operator: "Exists" },
  { effect: "NoSchedule", operator: "Exists" },
];

const CILIUM: BundleComponent = {
  component: "cilium",
  purpose: "Connects pods across servers, encrypted, and enforces network policies.",
  repository: "https://helm.cilium.io",
  chart: "cilium",
  versions: { stable: "1.20.2", latest: "1.20.2" },
  namespace: NAMESPACE,
  values: {
    // Each node's part of the range that Cluster API gave kubeadm.
    ipam: { mode: "kubernetes" },
    k8s: { requireIPv4PodCIDR: true },
    // kubeadm brings kube-proxy.
    kubeProxyReplacement: "false",
    // Servers without a private network meet on the internet.
    encryption: { enabled: true, type: "wireguard" },
    // Requests come by the bundle's Gateway or Ingress; without layer 7 there is no second Envoy on each node.
    gatewayAPI: { enabled: false },
    l7Proxy: false,
    envoy: { enabled: false },
    hubble: { enabled: false },
    // Two would never find room on one node.
    operator: { replicas: 1, resources: { requests: { cpu: "25m", memory: "128Mi" } } },
    resources: { requests: { cpu: "100m", memory: "256Mi" } },
  },
  profiles: ["standard"],
  isOfCloud: true,
  footprint: {
    clusterRoles: ["cilium", "cilium-operator"],
    clusterRoleBindings: ["cilium", "cilium-operator"],
    otherNamespaces: ["cilium-secrets"],
    images: ["cilium/cilium"],
  },
};

/** The driver of volumes; its two halves are of one version. */
const HCLOUD_CSI: BundleComponent = {
  component: "hcloud-csi",
  purpose: "Mounts Hetzner's volumes on their servers, and names the default class of storage.",
  repository: "https://charts.hetzner.cloud",
  chart: "hcloud-csi",
  versions: { stable: "2.22.1", latest: "2.22.1" },
  namespace: NAMESPACE,
  values: {
    // Nobody here: it would need the token, and whoever has a kubeconfig would read it.
    controller: { replicaCount: 0 },
    node: { tolerations: EVERYWHERE },
  },
  profiles: ["standard"],
  isOfCloud: true,
  footprint: {
    clusterRoles: ["hcloud-csi-controller"],
    clusterRoleBindings: ["hcloud-csi-controller"],
    storageClasses: ["hcloud-volumes"],
    csiDrivers: ["csi.hetzner.cloud"],
    images: ["hetznercloud/hcloud-csi-driver"],
  },
};

/** Lists what the bundle brings onto clusters of Hetzner's servers. */
export const CLOUD_BUNDLE: readonly BundleComponent[] = [CILIUM, HCLOUD_CSI];

/** Images of what runs for such a cluster on the management cluster. */
export type CloudImages = Readonly<
  Record<"cloudController" | "csiDriver" | "csiAttacher" | "csiProvisioner" | "csiResizer", string>
>;

/** Names the images of what runs on the management cluster for a cluster of a channel. */
export function cloudImages(channel: BundleChannel): CloudImages {
  const sidecar = (name: string): string => `registry.k8s.io/sig-storage/${name}`;
  return {
    cloudController: `docker.io/hetznercloud/hcloud-cloud-controller-manager:${CLOUD_CONTROLLER[channel]}`,
    csiDriver: `docker.io/hetznercloud/hcloud-csi-driver:v${HCLOUD_CSI.versions[channel]}`,
    csiAttacher: sidecar("csi-attacher:v4.11.0"),
    csiProvisioner: sidecar("csi-provisioner:v6.2.0"),
    csiResizer: sidecar("csi-resizer:v2.1.0"),
  };
}

const CLOUD_CONTROLLER: Readonly<Record<BundleChannel, string>> = { stable: "v1.35.0", latest: "v1.35.0" };
