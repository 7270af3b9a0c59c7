/** Lists the binaries of the embedded stack in the order in which they are wanted. */
export const BINARY_NAMES = [
  "etcd",
  "kube-apiserver",
  "kube-controller-manager",
  "kube-scheduler",
  "kwok",
  "redis",
  "helm",
  "argocd",
  "kubectl",
  "registry",
] as const;

/** One binary of the embedded stack. */
export type BinaryName = (typeof BINARY_NAMES)[number];

/** The versions that are downloaded; those of Go modules equal the go.mod of their module, which a test checks. */
export const VERSIONS = {
  kubernetes: "1.36.3",
  etcd: "3.6.8",
  argocd: "3.5.7",
  helm: "3.22.0",
  kwok: "0.8.0",
  valkey: "8.1.4",
  registry: "3.1.2",
} as const;

/** The version of Kubernetes that can be upgraded from; equal to local/toolchain-1.35/go.mod, which a test checks. */
export const OLDER_KUBERNETES = "1.35.4";

/** Names the Go package of each binary inside its module. */
export const GO_PACKAGES: Readonly<Record<BinaryName, string>> = {
  etcd: "go.etcd.io/etcd/server/v3",
  "kube-apiserver": "k8s.io/kubernetes/cmd/kube-apiserver",
  "kube-controller-manager": "k8s.io/kubernetes/cmd/kube-controller-manager",
  "kube-scheduler": "k8s.io/kubernetes/cmd/kube-scheduler",
  kwok: "sigs.k8s.io/kwok/cmd/kwok",
  redis: "./redis",
  helm: "helm.sh/helm/v3/cmd/helm",
  argocd: "github.com/argoproj/argo-cd/v3/cmd",
  kubectl: "k8s.io/kubernetes/cmd/kubectl",
  registry: ".",
};

/** Names the folder of the Go module that a binary is built from; one of its own changes without the others' being built anew. */
export function moduleOf(name: BinaryName): "toolchain" | "toolchain-registry" {
  return name === "registry" ? "toolchain-registry" : "toolchain";
}

/** Names the files under which a binary may lie in a folder: Argo CD's cache is content with any Redis. */
export function fileNames(name: BinaryName): readonly string[] {
  return name === "redis" ? ["redis", "redis-server", "valkey-server"] : [name];
}
