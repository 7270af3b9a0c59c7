import { fileURLToPath } from "node:url";
import type { GoPrograms } from "../binaries/go-programs.ts";

const PLAIN = "-s -w";
const PATCH = "kube-network-policies.patch";
const COREDNS = "coredns/main.go";

/** Names the versions of what clusters with real nodes run for everybody; equal to local/toolchain-addons/go.mod, which a test checks. */
export const ADDON_VERSIONS = {
  "github.com/coredns/coredns": "v1.14.7",
  "github.com/rancher/local-path-provisioner": "v0.0.30",
  "sigs.k8s.io/kube-network-policies": "v1.1.0",
  "sigs.k8s.io/metrics-server": "v0.9.0",
} as const;

const METRICS_VERSION = `-X sigs.k8s.io/metrics-server/pkg/version.gitVersion=${ADDON_VERSIONS["sigs.k8s.io/metrics-server"]}`;

/** Lists the programs that clusters with real nodes run for everybody: about four minutes of work when they have to be built. */
export const ADDON_PROGRAMS: GoPrograms = {
  name: "addons",
  moduleDir: fileURLToPath(new URL("../toolchain-addons", import.meta.url)),
  programs: {
    // Only the plugins that a cluster's DNS needs.
    coredns: { package: "./coredns", flags: PLAIN },
    "local-path-provisioner": { package: "github.com/rancher/local-path-provisioner", flags: PLAIN },
    "kube-network-policies": {
      package: "sigs.k8s.io/kube-network-policies/cmd/kube-network-policies/standard",
      flags: PLAIN,
      // So that it works where the kernel lacks nft_queue and labels by verdict.
      patch: { module: "sigs.k8s.io/kube-network-policies", file: PATCH },
    },
    "metrics-server": {
      package: "sigs.k8s.io/metrics-server/cmd/metrics-server",
      flags: `${PLAIN} ${METRICS_VERSION}`,
    },
  },
  sources: [COREDNS, PATCH],
};
