/** The images that vcluster's chart names, out of the programs that are there. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ADDON_PROGRAMS } from "../../../local/addons/programs.ts";
import { VERSIONS, type BinaryName } from "../../../local/binaries/catalog.ts";
import { findGoPrograms } from "../../../local/binaries/go-programs.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import { renderAccounts } from "../../../local/images/accounts.ts";
import { readApplets } from "../../../local/images/busybox-applets.ts";
import { readDebianPackages } from "../../../local/images/debian-tree.ts";
import { readFileEntry } from "../../../local/images/folder-entries.ts";
import type { ImageStore } from "../../../local/images/image-store.ts";
import type { LayerEntry } from "../../../local/images/layer-entry.ts";
import { TEMPORARY } from "../../../local/images/tour-images.ts";
import { VCLUSTER_CHART } from "../../../render/cluster/virtual-cluster.ts";
import { findBinaries, runToEnd } from "../embedded-binaries.ts";
import { KINE_PROGRAMS, VCLUSTER_PROGRAMS } from "./programs.ts";

/** The tag of the Kubernetes that these images hold. */
export const KUBERNETES_TAG = `v${VERSIONS.kubernetes}`;

const VCLUSTER_IMAGE = `ghcr.io/loft-sh/vcluster-oss:${VCLUSTER_CHART.version}`;
const KUBERNETES_IMAGE = `ghcr.io/loft-sh/kubernetes:${KUBERNETES_TAG}`;
/** What vcluster gives its virtual clusters for names, whatever the host has. */
const DNS_IMAGE = "docker.io/coredns/coredns:1.14.2";
const CONTROL_PLANE: readonly BinaryName[] = ["kube-apiserver", "kube-controller-manager", "kube-scheduler", "helm"];
const ENV = ["PATH=/bin"];
const report = (line: string): void => console.log(`    ${line}`);

/** Makes them where they are not there yet, which builds vcluster the first time. */
export async function makeVirtualClusterImages(store: ImageStore, workDir: string): Promise<void> {
  const { cacheDir } = loadLocalConfig();
  const building = { cacheDir, run: runToEnd, report };
  const [vcluster, kine, addons] = [
    await findGoPrograms(VCLUSTER_PROGRAMS, building),
    await findGoPrograms(KINE_PROGRAMS, building),
    await findGoPrograms(ADDON_PROGRAMS, building),
  ];
  const binaries = await findBinaries(CONTROL_PLANE);
  const source = [vcluster, kine, addons, await binaries("kube-apiserver")].join(" ");
  if (await store.has([VCLUSTER_IMAGE, KUBERNETES_IMAGE, DNS_IMAGE], source)) return;
  report(`${KUBERNETES_IMAGE}: from the programs of this machine`);
  const shell = await readShell(workDir);
  const program = await readFileEntry(join(vcluster, "vcluster"), "vcluster");
  await store.put(VCLUSTER_IMAGE, {
    layers: [shell, [program]],
    config: { Entrypoint: ["/vcluster", "start"], Env: ENV },
    source,
  });
  const parts = [await readFileEntry(join(kine, "kine"), "kubernetes/kine")];
  for (const name of CONTROL_PLANE) parts.push(await readFileEntry(await binaries(name), `kubernetes/${name}`));
  await store.put(KUBERNETES_IMAGE, { layers: [shell, parts], config: { Env: ENV }, source });
  const dns = [await readFileEntry(join(addons, "coredns"), "coredns"), ...renderAccounts(), TEMPORARY];
  await store.put(DNS_IMAGE, { layers: [dns], config: { Entrypoint: ["/coredns"] }, source });
}

async function readShell(workDir: string): Promise<readonly LayerEntry[]> {
  await mkdir(workDir, { recursive: true });
  const packages = { name: "virtual-clusters", packages: ["busybox"], workDir, run: runToEnd };
  const entries = await readDebianPackages(packages);
  const busybox = join(workDir, packages.name, "tree", "bin", "busybox");
  return [...entries, ...(await readApplets(busybox, runToEnd, entries)), ...renderAccounts(), TEMPORARY];
}
