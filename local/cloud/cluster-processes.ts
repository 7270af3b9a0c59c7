/*
 * The processes behind one cluster: a control plane in the shared etcd, under a prefix and keys of its own.
 */
import { createHmac } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { parse } from "yaml";
import { OLDER_KUBERNETES, VERSIONS } from "../binaries/catalog.ts";
import type { ControlPlaneBinaries } from "../binaries/older-control-plane.ts";
import type { ClusterAddons } from "../addons/cluster-addons.ts";
import {
  apiServerSpec,
  controllerManagerSpec,
  kwokSpec,
  prepareControlPlane,
  readAccess,
  schedulerSpec,
} from "../cluster/control-plane.ts";
import type { ControlPlane } from "../cluster/control-plane.ts";
import { deleteEtcdPrefix } from "../cluster/etcd.ts";
import { applyManifests } from "../cluster/apply-manifests.ts";
import type { KubeAccess, Manifest } from "../cluster/kube-access.ts";
import { deriveClusterNetwork } from "../nodes/network-plan.ts";
import type { PortBook } from "../port-book.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import type { Databases } from "./databases/databases.ts";
import type { SimulatedMetrics } from "./metrics/simulated-metrics.ts";
import type { RealDatabases } from "./databases/real-databases.ts";
import { KUBE_PROXY, type RealNodes } from "./real-nodes.ts";
import type { CloudSettings } from "./settings.ts";

/** What starting a cluster's processes needs. */
export type Machinery = Readonly<{
  settings: CloudSettings;
  supervisor: Supervisor;
  ports: PortBook;
  /** Answers the control plane of the older version, and reports while it has to be built. */
  older: (report: (line: string) => void) => Promise<ControlPlaneBinaries>;
  databases: Databases;
  realDatabases: RealDatabases;
  metrics: SimulatedMetrics;
  /** Of each cluster's processes: the management cluster, Argo CD and Berth come first. */
  frugality: NonNullable<ControlPlane["frugality"]>;
  realNodes: RealNodes;
  addons: ClusterAddons;
  report: (line: string) => void;
}>;

/** For which cluster, and in which version, a control plane is started. */
export type ClusterPlan = Readonly<{
  handle: string;
  adminToken: string;
  version: string;
  /** The number of its addresses, where its nodes are real. */
  network?: number;
  report: (line: string) => void;
}>;

const storageClass = fileURLToPath(new URL("../manifests/kwok/storage-class.yaml", import.meta.url));
// Stopped in this order: clients before the API server.
const partNames = ["kwok", "kube-scheduler", "kube-controller-manager", "kube-apiserver"] as const;

/** A control plane that runs, with admin access to its API server. */
export type StartedCluster = Readonly<{ plane: ControlPlane; access: KubeAccess & { token: string } }>;

/** Starts a cluster's processes. */
export async function startClusterProcesses(machinery: Machinery, plan: ClusterPlan): Promise<StartedCluster> {
  const { supervisor, settings } = machinery;
  const binaries = await findControlPlane(machinery, plan);
  const plane = await derivePlane(machinery, plan);
  if (plan.network !== undefined) await machinery.realNodes.openNetwork(plan.handle, plan.network);
  await prepareControlPlane(plane);
  await supervisor.start(await apiServerSpec(plane, binaries.apiServer));
  const access = await readAccess(plane);
  const isSimulated = plan.network === undefined;
  if (isSimulated) await equipSimulation(machinery, plan, { plane, access });
  if (plane.network !== undefined)
    await machinery.addons.start({ ...plane, network: plane.network, access, report: plan.report });
  await Promise.all([
    supervisor.start(controllerManagerSpec(plane, binaries.controllerManager)),
    schedulerSpec(plane, binaries.scheduler).then((spec) => supervisor.start(spec)),
    isSimulated && kwokSpec(plane, settings.binaries.kwok).then((spec) => supervisor.start(spec)),
    // Before anybody connects, so that nobody's idea of its kinds is older.
    plane.network === undefined
      ? machinery.databases.attach(plan.handle, access)
      : machinery.realDatabases.attach(plan.handle, {
          access,
          hostAddress: plane.network.hostAddress,
          authorityDir: plane.dir,
        }),
  ]);
  return { plane, access };
}

/** Brings what nodes of a kind that is only simulated lack: volumes that grow, and what measures pods. */
async function equipSimulation(
  { supervisor, metrics }: Machinery,
  { handle, report }: ClusterPlan,
  { plane, access }: StartedCluster,
): Promise<void> {
  const volumes = parse(await readFile(storageClass, "utf8")) as Manifest;
  const persistence = { report, signal: supervisor.closing };
  // kwok's own class lets no claim grow.
  await applyManifests(access, [{ ...volumes, allowVolumeExpansion: true }], persistence);
  await metrics.attach({ handle, dir: plane.dir, access }, persistence);
}

/** Puts the control plane of another version in the place of the one that runs: the API server first, then its clients. */
export async function replaceControlPlane(
  machinery: Machinery,
  plan: ClusterPlan,
  { plane }: StartedCluster,
): Promise<void> {
  const { supervisor } = machinery;
  const binaries = await findControlPlane(machinery, plan);
  plan.report("Replacing kube-apiserver");
  await supervisor.remove(`${plan.handle}-kube-apiserver`);
  await supervisor.start(await apiServerSpec(plane, binaries.apiServer));
  for (const spec of [
    controllerManagerSpec(plane, binaries.controllerManager),
    await schedulerSpec(plane, binaries.scheduler),
  ]) {
    plan.report(`Replacing ${spec.name.slice(plan.handle.length + 1)}`);
    await supervisor.remove(spec.name);
    await supervisor.start(spec);
  }
}

/** Tells whether a version's control plane can be had here. */
export function isKnownVersion(version: string): boolean {
  return [VERSIONS.kubernetes, OLDER_KUBERNETES].some((known) => minorOf(known) === minorOf(version));
}

/** Tells whether a version can have real nodes: a kubelet may not be newer than its API server. */
export function hasRealNodes(version: string): boolean {
  return minorOf(version) === minorOf(VERSIONS.kubernetes);
}

function findControlPlane(
  { settings, older }: Machinery,
  { version, report }: ClusterPlan,
): Promise<ControlPlaneBinaries> {
  return minorOf(version) === minorOf(OLDER_KUBERNETES) ? older(report) : Promise.resolve(settings.binaries);
}

function minorOf(version: string): string {
  return version.replace(/^v/, "").split(".").slice(0, 2).join(".");
}

/** Stops a cluster's processes; those that do not run are no fault. */
export async function stopClusterProcesses(
  { supervisor, realNodes, addons, realDatabases, metrics }: Machinery,
  { handle, network }: Pick<ClusterPlan, "handle" | "network">,
): Promise<void> {
  await realDatabases.detach(handle);
  await realNodes.stop(handle);
  metrics.detach(handle);
  for (const part of partNames) await supervisor.remove(`${handle}-${part}`);
  if (network === undefined) return;
  await addons.stop(`${handle}-`);
  await realNodes.closeNetwork(handle, network);
}

/** Removes all that a cluster leaves once its processes are stopped. */
export async function removeClusterData(
  { settings, ports, databases, metrics }: Machinery,
  handle: string,
): Promise<void> {
  await databases.detach(handle);
  await deleteEtcdPrefix(settings.etcdUrl, etcdPrefix(handle));
  await rm(clusterDir(settings, handle), { recursive: true, force: true });
  await ports.forget([`${handle}-api`, `${handle}-kubelet`]);
  await metrics.forget(handle);
}

async function derivePlane(
  { settings, ports, frugality }: Machinery,
  { handle, adminToken, network }: Pick<ClusterPlan, "handle" | "adminToken" | "network">,
): Promise<ControlPlane> {
  const isReal = network !== undefined;
  return {
    prefix: `${handle}-`,
    dir: clusterDir(settings, handle),
    // Its address is its own, and vcluster's policy lets nothing out to other ports.
    port: isReal ? 6443 : await ports.take(`${handle}-api`),
    network: isReal ? deriveClusterNetwork(network) : undefined,
    kubeletPort: await ports.take(`${handle}-kubelet`),
    etcdUrl: settings.etcdUrl,
    etcdPrefix: etcdPrefix(handle),
    adminToken,
    frugality,
    users: isReal ? [{ name: KUBE_PROXY, token: deriveToken(adminToken, KUBE_PROXY) }] : [],
  };
}

/** Nothing more has to be remembered, and nobody gets from it to the administrator's. */
function deriveToken(adminToken: string, user: string): string {
  return createHmac("sha256", adminToken).update(user).digest("hex");
}

function clusterDir({ dir }: CloudSettings, handle: string): string {
  return join(dir, "clusters", handle);
}

function etcdPrefix(handle: string): string {
  return `/clusters/${handle}`;
}
