/** Where the script lies on a machine. */
export const SETUP_PATH = "/usr/local/sbin/berth-node-setup";

/** Installs on a bare Ubuntu what kubeadm needs; the Kubernetes version is its argument. */
const SETUP_SCRIPT = `#!/bin/sh
set -eu
version=\${1#v}
minor=\${version%.*}
export DEBIAN_FRONTEND=noninteractive
swapoff -a
modprobe overlay
modprobe br_netfilter
sysctl --system
apt-get update
apt-get install -y apt-transport-https ca-certificates conntrack containerd curl gpg socat
mkdir -p /etc/containerd /etc/apt/keyrings
containerd config default | sed 's/SystemdCgroup = false/SystemdCgroup = true/' >/etc/containerd/config.toml
systemctl enable containerd
systemctl restart containerd
packages=https://pkgs.k8s.io/core:/stable:/v$minor/deb/
curl -fsSL --retry 5 "\${packages}Release.key" | gpg --dearmor --yes -o /etc/apt/keyrings/kubernetes.gpg
echo "deb [signed-by=/etc/apt/keyrings/kubernetes.gpg] $packages /" >/etc/apt/sources.list.d/kubernetes.list
apt-get update
apt-get install -y "kubeadm=$version-*" "kubectl=$version-*" "kubelet=$version-*"
apt-mark hold kubeadm kubectl kubelet
systemctl enable kubelet
`;

const MODULES = "overlay\nbr_netfilter\n";
const SYSCTL = `net.bridge.bridge-nf-call-iptables = 1
net.bridge.bridge-nf-call-ip6tables = 1
net.ipv4.ip_forward = 1
`;

/** Lists the files that every machine starts with. */
export const SETUP_FILES = [
  { path: "/etc/modules-load.d/berth.conf", owner: "root:root", permissions: "0644", content: MODULES },
  { path: "/etc/sysctl.d/99-berth.conf", owner: "root:root", permissions: "0644", content: SYSCTL },
  { path: SETUP_PATH, owner: "root:root", permissions: "0755", content: SETUP_SCRIPT },
] as const;
