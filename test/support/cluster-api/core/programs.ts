import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import type { KubeObject } from "../../../../adapters/kubernetes/kube-object.ts";
import { fetchGoModule } from "../../../../local/binaries/go-module.ts";
import { findGoPrograms, type GoPrograms } from "../../../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../../../local/config.ts";
import { runToEnd } from "../../embedded-binaries.ts";

const CLUSTER_API = "sigs.k8s.io/cluster-api";
const TEST = `${CLUSTER_API}/test`;
const VERSION = "v1.14.0";
const PLAIN = "-s -w";

/** The managers, in the order in which their kinds are needed: Go names their programs after the package's last part. */
export const MANAGERS = ["core", "bootstrap", "control-plane", "in-memory"] as const;

/** One manager of Cluster API. */
export type Manager = (typeof MANAGERS)[number];

const PACKAGES: Readonly<Record<Manager, string>> = {
  core: `${CLUSTER_API}/core`,
  bootstrap: `${CLUSTER_API}/bootstrap/kubeadm`,
  "control-plane": `${CLUSTER_API}/controlplane/kubeadm`,
  "in-memory": `${TEST}/infrastructure/docker`,
};
const SUMS: Readonly<Record<string, string>> = {
  [CLUSTER_API]: "h1:Cu0WV9dSdL+Do22q2LJ4OBZdm+d/6ep/L04yqFnifuM=",
  [TEST]: "h1:LYvJN8oM0vk6dv6ciceaCS0sAy62Lrf5IGsyNJ04g+U=",
};

/** Lists what moves Clusters: about six minutes of one processor when it has to be built. */
const CLUSTER_API_PROGRAMS: GoPrograms = {
  name: "cluster-api-core",
  moduleDir: import.meta.dirname,
  programs: Object.fromEntries(MANAGERS.map((name) => [name, { package: PACKAGES[name], flags: PLAIN }])),
};

/** Answers the folder of the managers, built with Go where they are missing. */
export function findClusterApi(): Promise<string> {
  const { cacheDir } = loadLocalConfig();
  const report = (line: string): void => console.log(`    ${line}`);
  return findGoPrograms(CLUSTER_API_PROGRAMS, { cacheDir, run: runToEnd, report });
}

/** What the modules themselves say that has to be applied for a manager. */
type ManagerManifests = Readonly<{ crds: readonly KubeObject[]; webhooks: readonly KubeObject[] }>;

/** Reads the kinds and the webhooks of a manager. */
export async function readManagerManifests(manager: Manager): Promise<ManagerManifests> {
  const path = PACKAGES[manager];
  const module = path.startsWith(TEST) ? TEST : CLUSTER_API;
  const pinned = { module: `${module}@${VERSION}`, sum: SUMS[module] ?? "" };
  const config = join(await fetchGoModule(pinned, runToEnd), path.slice(module.length), "config");
  const bases = join(config, "crd/bases");
  const files = (await readdir(bases)).sort();
  const crds = files.map(async (file) => parse(await readFile(join(bases, file), "utf8")) as KubeObject);
  const webhooks = parseAllDocuments(await readFile(join(config, "webhook/manifests.yaml"), "utf8"));
  return { crds: await Promise.all(crds), webhooks: webhooks.map((one) => one.toJS() as KubeObject) };
}
