import { fileURLToPath } from "node:url";
import { VERSIONS } from "../binaries/catalog.ts";
import { linkFlags } from "../binaries/go-build.ts";
import type { GoPrograms } from "../binaries/go-programs.ts";

const CONTAINERD = "github.com/containerd/containerd/v2";
const PLUGINS = "github.com/containernetworking/plugins/plugins";
const PLAIN = "-s -w";
const containerd = { flags: `${PLAIN} -X ${CONTAINERD}/version.Version=v2.3.7` };
const kubernetes = { flags: linkFlags(VERSIONS.kubernetes) };

/** Lists the programs of a node that runs pods: about three minutes when they have to be built. */
export const NODE_PROGRAMS: GoPrograms = {
  name: "node",
  moduleDir: fileURLToPath(new URL("../toolchain-node", import.meta.url)),
  programs: {
    kubelet: { package: "k8s.io/kubernetes/cmd/kubelet", ...kubernetes },
    "kube-proxy": { package: "k8s.io/kubernetes/cmd/kube-proxy", ...kubernetes },
    containerd: { package: `${CONTAINERD}/cmd/containerd`, ...containerd },
    "containerd-shim-runc-v2": { package: `${CONTAINERD}/cmd/containerd-shim-runc-v2`, ...containerd },
    // It enters namespaces before Go starts, in C.
    runc: { package: "github.com/opencontainers/runc", flags: PLAIN, isC: true, tags: "seccomp" },
    "cni/bridge": { package: `${PLUGINS}/main/bridge`, flags: PLAIN },
    "cni/loopback": { package: `${PLUGINS}/main/loopback`, flags: PLAIN },
    "cni/host-local": { package: `${PLUGINS}/ipam/host-local`, flags: PLAIN },
    "cni/portmap": { package: `${PLUGINS}/meta/portmap`, flags: PLAIN },
  },
};
