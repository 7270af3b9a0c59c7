import { VERSIONS } from "./catalog.ts";
import type { BinaryName } from "./catalog.ts";

/** Where a publisher offers a binary and the checksum of it. */
export type Release = Readonly<{
  url: string;
  /** A bare sum, a list of sums with file names, or GitHub's description of a release. */
  checksumUrl: string;
  /** The file inside the archive; absent when the download is the binary itself. */
  member?: string;
  /** The name it gets in the cache. */
  fileName: string;
}>;

type Machine = Readonly<{ os: "linux" | "darwin"; arch: "amd64" | "arm64" }>;

/** Derives what the publishers offer for a machine; what is absent has no release for it and is built. */
export function deriveReleases(platform: string, arch: string): Partial<Record<BinaryName, Release>> {
  const machine = parseMachine(platform, arch);
  if (!machine) return {};
  return { ...everywhere(machine), ...(machine.os === "linux" ? linuxOnly(machine) : {}) };
}

function parseMachine(platform: string, arch: string): Machine | undefined {
  if (platform !== "linux" && platform !== "darwin") return undefined;
  if (arch === "x64") return { os: platform, arch: "amd64" };
  return arch === "arm64" ? { os: platform, arch: "arm64" } : undefined;
}

function everywhere({ os, arch }: Machine): Partial<Record<BinaryName, Release>> {
  const etcd = `etcd-v${VERSIONS.etcd}-${os}-${arch}`;
  const etcdBase = `https://github.com/etcd-io/etcd/releases/download/v${VERSIONS.etcd}`;
  const argoBase = `https://github.com/argoproj/argo-cd/releases/download/v${VERSIONS.argocd}`;
  const helm = `https://get.helm.sh/helm-v${VERSIONS.helm}-${os}-${arch}.tar.gz`;
  return {
    etcd: {
      url: `${etcdBase}/${etcd}.${os === "linux" ? "tar.gz" : "zip"}`,
      checksumUrl: `${etcdBase}/SHA256SUMS`,
      member: `${etcd}/etcd`,
      fileName: "etcd",
    },
    argocd: {
      url: `${argoBase}/argocd-${os}-${arch}`,
      checksumUrl: `${argoBase}/cli_checksums.txt`,
      fileName: "argocd",
    },
    helm: { url: helm, checksumUrl: `${helm}.sha256sum`, member: `${os}-${arch}/helm`, fileName: "helm" },
    // kwok publishes no file of checksums; GitHub's own record of the release has the digests.
    kwok: {
      url: `https://github.com/kubernetes-sigs/kwok/releases/download/v${VERSIONS.kwok}/kwok-${os}-${arch}`,
      checksumUrl: `https://api.github.com/repos/kubernetes-sigs/kwok/releases/tags/v${VERSIONS.kwok}`,
      fileName: "kwok",
    },
    kubectl: kubernetes("kubectl", { os, arch }),
  };
}

function linuxOnly(machine: Machine): Partial<Record<BinaryName, Release>> {
  const valkey = `valkey-${VERSIONS.valkey}-jammy-${machine.arch === "amd64" ? "x86_64" : "arm64"}`;
  const valkeyUrl = `https://download.valkey.io/releases/${valkey}.tar.gz`;
  const registry = `registry_${VERSIONS.registry}_linux_${machine.arch}.tar.gz`;
  const registryUrl = `https://github.com/distribution/distribution/releases/download/v${VERSIONS.registry}/${registry}`;
  return {
    registry: { url: registryUrl, checksumUrl: `${registryUrl}.sha256`, member: "registry", fileName: "registry" },
    "kube-apiserver": kubernetes("kube-apiserver", machine),
    "kube-controller-manager": kubernetes("kube-controller-manager", machine),
    "kube-scheduler": kubernetes("kube-scheduler", machine),
    redis: {
      url: valkeyUrl,
      checksumUrl: `${valkeyUrl}.sha256`,
      member: `${valkey}/bin/valkey-server`,
      fileName: "valkey-server",
    },
  };
}

function kubernetes(fileName: string, { os, arch }: Machine): Release {
  const url = `https://dl.k8s.io/v${VERSIONS.kubernetes}/bin/${os}/${arch}/${fileName}`;
  return { url, checksumUrl: `${url}.sha256`, fileName };
}
