/*
 * What a cluster with real nodes runs for everybody, begun when its API server serves, before it has nodes:
 * 1. a resolver beside the cluster, at the machine's end of its network: it passes names of the outside on to the machine's own;
 * 2. the objects: names of Services, volumes on nodes, network policies, metrics. Their pods run as soon as nodes are there.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { writeFileAtomically } from "../atomic-file.ts";
import { applyManifests, type Persistence } from "../cluster/apply-manifests.ts";
import type { KubeAccess, Manifest } from "../cluster/kube-access.ts";
import type { ClusterNetwork } from "../nodes/network-plan.ts";
import type { ChildSpec } from "../processes/child.ts";
import { acceptsConnections } from "../processes/probes.ts";

const FOLDER = join(import.meta.dirname, "../manifests/addons");
const FILES = ["coredns", "local-path", "network-policies", "metrics-server"];
const RESOLVER_PORT = 5353;
const MACHINE_RESOLVERS = "/etc/resolv.conf";

/** The place of a cluster's addons. */
export type AddonPlan = Readonly<{
  /** Stands before the names of the cluster's processes. */
  prefix: string;
  /** A folder of the cluster. */
  dir: string;
  network: ClusterNetwork;
  programsDir: string;
  /** Whom the outside's names are asked from; the machine's own resolvers unless told. */
  resolvers?: string;
}>;

/** Describes the process that resolves the outside's names for a cluster. */
export async function resolverSpec(plan: AddonPlan): Promise<ChildSpec> {
  const { prefix, dir, network, programsDir, resolvers = MACHINE_RESOLVERS } = plan;
  const file = join(dir, "Corefile");
  const lines = [`bind ${network.hostAddress}`, `forward . ${resolvers}`, "cache 30", "errors"];
  await writeFileAtomically(file, `.:${RESOLVER_PORT} {\n${lines.map((line) => `  ${line}\n`).join("")}}\n`);
  return {
    name: resolverProcess(prefix),
    command: join(programsDir, "coredns"),
    args: ["-conf", file],
    env: { GOMAXPROCS: "1" },
    stopWave: 3,
    ready: (signal) => acceptsConnections(RESOLVER_PORT, signal, network.hostAddress),
  };
}

/** Names the process that resolves the outside's names for a cluster. */
export function resolverProcess(prefix: string): string {
  return `${prefix}resolver`;
}

/** Brings the objects of the addons into being. */
export async function applyAddons(
  access: KubeAccess,
  network: ClusterNetwork,
  persistence: Persistence = {},
): Promise<void> {
  await applyManifests(access, await readAddons(network), persistence);
}

/** Reads the objects of the addons, with the addresses of a cluster. */
export async function readAddons({ dns, hostAddress }: ClusterNetwork): Promise<readonly Manifest[]> {
  const texts = await Promise.all(FILES.map((name) => readFile(join(FOLDER, `${name}.yaml`), "utf8")));
  const manifests = texts
    .flatMap((text) =>
      parseAllDocuments(text.replace("forward . OUTSIDE", `forward . ${hostAddress}:${RESOLVER_PORT}`)),
    )
    .map((document) => document.toJS() as Manifest);
  return manifests.map((one) =>
    isDnsService(one) ? { ...one, spec: { ...(one["spec"] as object), clusterIP: dns } } : one,
  );
}

function isDnsService({ kind, metadata }: Manifest): boolean {
  return kind === "Service" && metadata.name === "kube-dns";
}
