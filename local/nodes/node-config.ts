import { stringify } from "yaml";
import type { ClusterNetwork, NodeNetwork } from "./network-plan.ts";

/** How a node's containerd gets to a registry of this machine's. */
export type RegistryWay = Readonly<{
  /** Begins the names of its images; on a node it would mean the node itself. */
  host: string;
  /** What its certificate is made out for, and where that is. */
  name: string;
  address: string;
  port: number;
  caFile: string;
}>;

/** A node as those of its programs see it that read a file. */
export type NodeConfig = Readonly<{
  name: string;
  /** The folder of its data and files. */
  dir: string;
  programs: string;
  cluster: ClusterNetwork;
  network: NodeNetwork;
  authorityFile: string;
  kubeProxyKubeconfig: string;
  /** Where images of every registry are asked for first. */
  mirror?: string;
  /** The platform's own registry, which is asked for its own images alone. */
  registry?: RegistryWay;
  cpu: number;
  memoryMb: number;
  /** Whether pods of the cluster's bring the network, as on a server; the node's own otherwise. */
  isWithoutNetwork?: boolean;
}>;

/** Renders the files of a node, by name; what is not here has a flag. */
export function renderNodeFiles(node: NodeConfig): Readonly<Record<string, string>> {
  return {
    "containerd.toml": containerdToml(node),
    "cni.conflist": cniConflist(node),
    // No names but the cluster's: the machine's own resolver is none of the pods' business.
    "resolv.conf": "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n",
    "kubelet.yaml": stringify(kubeletConfig(node)),
    "kube-proxy.yaml": stringify(kubeProxyConfig(node)),
    hosts: hostsFile(node),
    ...(node.mirror === undefined ? {} : { "certs.d/_default/hosts.toml": hostsToml(node.mirror) }),
    ...registryFiles(node.registry),
  };
}

function hostsFile({ name, network, registry }: NodeConfig): string {
  const known = [`127.0.0.1 localhost`, `${network.address} ${name}`];
  const lines = registry === undefined ? known : [...known, `${registry.address} ${registry.name}`];
  return `${lines.join("\n")}\n`;
}

function registryFiles(registry: RegistryWay | undefined): Readonly<Record<string, string>> {
  if (registry === undefined) return {};
  const { host, name, port, caFile } = registry;
  // Of a server beside it containerd would not know the authority, and say that instead of what the first answered.
  const lines = [`server = "https://${name}:${port}"`, 'capabilities = ["pull", "resolve"]', `ca = "${caFile}"`];
  return { [`certs.d/${host}/hosts.toml`]: `${lines.join("\n")}\n` };
}

function containerdToml({ dir, programs }: NodeConfig): string {
  return [
    "version = 3",
    "root = '/var/lib/containerd'",
    "state = '/run/containerd'",
    "[grpc]",
    "  address = '/run/containerd/containerd.sock'",
    "[plugins.'io.containerd.cri.v1.images']",
    "  snapshotter = 'overlayfs'",
    "  [plugins.'io.containerd.cri.v1.images'.pinned_images]",
    "    sandbox = 'registry.k8s.io/pause:3.10'",
    "  [plugins.'io.containerd.cri.v1.images'.registry]",
    `    config_path = '${dir}/certs.d'`,
    "[plugins.'io.containerd.cri.v1.runtime']",
    // Without CAP_SYS_RESOURCE a process may only raise its score.
    "  restrict_oom_score_adj = true",
    "  [plugins.'io.containerd.cri.v1.runtime'.cni]",
    "    bin_dirs = ['/opt/cni/bin']",
    "    conf_dir = '/etc/cni/net.d'",
    "  [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc]",
    "    runtime_type = 'io.containerd.runc.v2'",
    "    [plugins.'io.containerd.cri.v1.runtime'.containerd.runtimes.runc.options]",
    `      BinaryName = '${programs}/runc'`,
    "      SystemdCgroup = false",
    "",
  ].join("\n");
}

function hostsToml(mirror: string): string {
  return `server = "${mirror}"\n[host."${mirror}"]\n  capabilities = ["pull", "resolve"]\n`;
}

function cniConflist({ network }: NodeConfig): string {
  const ipam = { type: "host-local", ranges: [[{ subnet: network.pods }]], routes: [{ dst: "0.0.0.0/0" }] };
  const bridge = {
    type: "bridge",
    bridge: "cni0",
    isGateway: true,
    hairpinMode: true,
  };
  const portmap = { type: "portmap", capabilities: { portMappings: true }, snat: true, backend: "nftables" };
  return JSON.stringify({ cniVersion: "1.0.0", name: "berth", plugins: [{ ...bridge, ipam }, portmap] });
}

function kubeletConfig(node: NodeConfig): object {
  return {
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    failCgroupV1: false,
    cgroupDriver: "cgroupfs",
    containerRuntimeEndpoint: "unix:///run/containerd/containerd.sock",
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: node.authorityFile },
    },
    authorization: { mode: "Webhook" },
    clusterDomain: "cluster.local",
    clusterDNS: [node.cluster.dns],
    resolvConf: `${node.dir}/resolv.conf`,
    address: node.network.address,
    // Its Node is there already: whoever deletes it means the machine.
    registerNode: false,
    healthzBindAddress: "127.0.0.1",
    failSwapOn: false,
    imageGCHighThresholdPercent: 100,
    // The disk is the machine's, and others fill it, too.
    evictionHard: { "nodefs.available": "1%", "imagefs.available": "1%", "memory.available": "100Mi" },
    enforceNodeAllocatable: ["pods"],
    maxPods: 110,
    rotateCertificates: false,
    serializeImagePulls: false,
    nodeStatusReportFrequency: "30s",
    nodeStatusUpdateFrequency: "5s",
    nodeLeaseDurationSeconds: 20,
  };
}

function kubeProxyConfig({ cluster, kubeProxyKubeconfig, name }: NodeConfig): object {
  return {
    apiVersion: "kubeproxy.config.k8s.io/v1alpha1",
    kind: "KubeProxyConfiguration",
    mode: "nftables",
    clientConnection: { kubeconfig: kubeProxyKubeconfig },
    clusterCIDR: cluster.pods,
    hostnameOverride: name,
    // These are the machine's own settings.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: "0s", tcpCloseWaitTimeout: "0s" },
    healthzBindAddress: "127.0.0.1:10256",
    metricsBindAddress: "127.0.0.1:10249",
  };
}
