/*
 * The processes behind one cluster: a control plane in the shared etcd, under a prefix and keys of its own.
 */
import { readFile, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { parse } from "yaml";
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
import { applyManifests } from "../cluster/kube-access.ts";
import type { KubeAccess, Manifest } from "../cluster/kube-access.ts";
import type { PortBook } from "../port-book.ts";
import type { Supervisor } from "../processes/supervisor.ts";
import type { CloudSettings } from "./settings.ts";

/** Holds what starting a cluster's processes needs. */
export type Machinery = Readonly<{ settings: CloudSettings; supervisor: Supervisor; ports: PortBook }>;

const storageClass = fileURLToPath(new URL("../manifests/kwok/storage-class.yaml", import.meta.url));
// Stopped in this order: clients before the API server.
const partNames = ["kwok", "kube-scheduler", "kube-controller-manager", "kube-apiserver"] as const;

/** Starts a cluster's processes and answers admin access to its API server. */
export async function startClusterProcesses(
  machinery: Machinery,
  handle: string,
  adminToken: string,
): Promise<KubeAccess & { token: string }> {
  const { supervisor, settings } = machinery;
  const plane = await derivePlane(machinery, handle, adminToken);
  await prepareControlPlane(plane);
  await supervisor.start(await apiServerSpec(plane, settings.binaries.apiServer));
  const access = await readAccess(plane);
  await applyManifests(access, [parse(await readFile(storageClass, "utf8")) as Manifest]);
  await Promise.all([
    supervisor.start(controllerManagerSpec(plane, settings.binaries.controllerManager)),
    schedulerSpec(plane, settings.binaries.scheduler).then((spec) => supervisor.start(spec)),
    kwokSpec(plane, settings.binaries.kwok).then((spec) => supervisor.start(spec)),
  ]);
  return access;
}

/** Stops a cluster's processes; those that do not run are no fault. */
export async function stopClusterProcesses({ supervisor }: Machinery, handle: string): Promise<void> {
  for (const part of partNames) await supervisor.remove(`${handle}-${part}`);
}

/** Removes all that a cluster leaves once its processes are stopped. */
export async function removeClusterData({ settings, ports }: Machinery, handle: string): Promise<void> {
  await deleteEtcdPrefix(settings.etcdUrl, etcdPrefix(handle));
  await rm(clusterDir(settings, handle), { recursive: true, force: true });
  await ports.forget([`${handle}-api`, `${handle}-kubelet`]);
}

async function derivePlane({ settings, ports }: Machinery, handle: string, adminToken: string): Promise<ControlPlane> {
  return {
    prefix: `${handle}-`,
    dir: clusterDir(settings, handle),
    port: await ports.take(`${handle}-api`),
    kubeletPort: await ports.take(`${handle}-kubelet`),
    etcdUrl: settings.etcdUrl,
    etcdPrefix: etcdPrefix(handle),
    adminToken,
    users: [],
  };
}

function clusterDir({ dir }: CloudSettings, handle: string): string {
  return join(dir, "clusters", handle);
}

function etcdPrefix(handle: string): string {
  return `/clusters/${handle}`;
}
