import { join } from "node:path";
import { writeFileAtomically } from "../atomic-file.ts";
import { exists } from "../exists.ts";
import { Authority } from "./authority.ts";
import type { ClusterNetwork } from "./network-plan.ts";

const SERVICE_NAMES = [
  "kubernetes",
  "kubernetes.default",
  "kubernetes.default.svc",
  "kubernetes.default.svc.cluster.local",
];

/** Writes the certificates that a control plane with real nodes shows and asks for; each is made once. */
export async function prepareForNodes(dir: string, network: ClusterNetwork): Promise<void> {
  const authority = await Authority.open(dir);
  const requests = {
    apiserver: {
      commonName: "kube-apiserver",
      names: ["localhost", ...SERVICE_NAMES, "127.0.0.1", network.hostAddress, network.apiService],
    },
    "kubelet-client": { commonName: "kube-apiserver-kubelet-client", organization: "system:masters" },
    "front-proxy": { commonName: "front-proxy-client" },
  };
  for (const [name, request] of Object.entries(requests)) {
    if (await exists(join(dir, `${name}.key`))) continue;
    const { certificate, key } = await authority.issue(request);
    await writeFileAtomically(join(dir, `${name}.crt`), certificate);
    // The key comes last: its presence says that both are there.
    await writeFileAtomically(join(dir, `${name}.key`), key);
  }
}

/** Names the flags by which nodes and the API server find and trust each other. */
export function apiServerFlags(dir: string, network: ClusterNetwork): readonly string[] {
  const file = (name: string): string => join(dir, name);
  return [
    `--bind-address=${network.hostAddress}`,
    `--advertise-address=${network.hostAddress}`,
    "--authorization-mode=Node,RBAC",
    "--enable-admission-plugins=NodeRestriction",
    "--allow-privileged=true",
    `--service-cluster-ip-range=${network.services}`,
    `--client-ca-file=${file("authority.crt")}`,
    `--kubelet-client-certificate=${file("kubelet-client.crt")}`,
    `--kubelet-client-key=${file("kubelet-client.key")}`,
    "--kubelet-preferred-address-types=InternalIP",
    `--requestheader-client-ca-file=${file("authority.crt")}`,
    "--requestheader-allowed-names=front-proxy-client",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-username-headers=X-Remote-User",
    `--proxy-client-cert-file=${file("front-proxy.crt")}`,
    `--proxy-client-key-file=${file("front-proxy.key")}`,
    "--enable-aggregator-routing=true",
    // A node that died is noticed, and its pods are elsewhere, within a minute.
    "--default-not-ready-toleration-seconds=30",
    "--default-unreachable-toleration-seconds=30",
  ];
}

/** Names the flags of a controller manager that runs every controller: volumes and requests for certificates have a use here. */
export function controllerManagerFlags(dir: string): readonly string[] {
  return [
    `--cluster-signing-cert-file=${join(dir, "authority.crt")}`,
    `--cluster-signing-key-file=${join(dir, "authority.key")}`,
    "--use-service-account-credentials=true",
    "--allocate-node-cidrs=false",
    // Six missed renewals of the node's lease.
    "--node-monitor-grace-period=30s",
  ];
}
