/*
 * The management cluster, in order: etcd, API server, its resource definitions and rights, then the rest of the control
 * plane side by side. Each process starts as soon as its binary is there.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import {
  apiServerSpec,
  controllerManagerSpec,
  kwokSpec,
  prepareControlPlane,
  readAccess,
  schedulerSpec,
} from "../cluster/control-plane.ts";
import type { ControlPlane } from "../cluster/control-plane.ts";
import { etcdSpec } from "../cluster/etcd.ts";
import { applyManifests, persist, type Persistence } from "../cluster/apply-manifests.ts";
import { callKube } from "../cluster/kube-access.ts";
import type { KubeAccess, Manifest } from "../cluster/kube-access.ts";
import { readArgoCrds } from "../argocd/manifests.ts";
import { ARGOCD_NAMESPACE, BERTH_NAMESPACE } from "./context.ts";
import type { StackContext } from "./context.ts";

/** How to reach the started management cluster. */
export type Management = Readonly<{ plane: ControlPlane; access: KubeAccess & { token: string } }>;

/** Starts the one etcd and answers its address. */
export async function startEtcd({ homeDir, ports, binaries, supervisor, report }: StackContext): Promise<string> {
  const command = await binaries("etcd");
  const [port, peerPort] = [await ports.take("etcd"), await ports.take("etcd-peer")];
  await supervisor.start(etcdSpec({ command, dataDir: join(homeDir, "etcd"), port, peerPort }));
  report("etcd: ready");
  return `http://127.0.0.1:${port}`;
}

/** Starts the management cluster's control plane over a running etcd. */
export async function startManagement(context: StackContext, etcdUrl: string): Promise<Management> {
  const { binaries, supervisor, report } = context;
  const plane = await derivePlane(context, etcdUrl);
  await prepareControlPlane(plane);
  await supervisor.start(await apiServerSpec(plane, await binaries("kube-apiserver")));
  const access = await readAccess(plane);
  await applyFoundation(context, access);
  report("kube-apiserver: ready");
  await Promise.all([
    binaries("kube-controller-manager").then((command) => supervisor.start(controllerManagerSpec(plane, command))),
    binaries("kube-scheduler").then(async (command) => supervisor.start(await schedulerSpec(plane, command))),
    binaries("kwok").then(async (command) => supervisor.start(await kwokSpec(plane, command))),
  ]);
  report("management cluster: ready");
  return { plane, access };
}

async function derivePlane({ homeDir, ports, secrets, audited }: StackContext, etcdUrl: string): Promise<ControlPlane> {
  return {
    prefix: "",
    dir: join(homeDir, "management"),
    port: await ports.take("kube-apiserver"),
    kubeletPort: await ports.take("kubelet"),
    etcdUrl,
    etcdPrefix: "/management",
    adminToken: secrets.admin,
    ...(audited === true ? { auditedUsers: ["berth-api", "berth-operator"] } : {}),
    users: [
      { name: "berth-api", token: secrets.api },
      { name: "berth-operator", token: secrets.operator },
      { name: "argocd", token: secrets.argocd },
      { name: "argocd-management", token: secrets.argocdManagement },
    ],
  };
}

async function applyFoundation(context: StackContext, access: KubeAccess): Promise<void> {
  const { projectDir, supervisor, report, bare = false } = context;
  const persistence = { report, signal: supervisor.closing };
  const namespaces = [ARGOCD_NAMESPACE, BERTH_NAMESPACE].map((name) => ({
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name },
  }));
  const crds = [...(await readArgoCrds()), ...(bare ? [] : await readManifests(join(projectDir, "crds")))];
  await applyManifests(access, [...namespaces, ...crds], persistence);
  for (const file of ["argocd-rbac.yaml", ...(bare ? [] : ["berth-rbac.yaml", "berth-admission.yaml"])])
    await applyManifests(access, await readManifestFile(join(projectDir, "local/manifests", file)), persistence);
  for (const crd of crds) await becomeEstablished(access, crd.metadata.name, persistence);
}

/** Until then the API server answers 404 for the new kind. */
function becomeEstablished(access: KubeAccess, name: string, persistence: Persistence): Promise<void> {
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
  const look = async (): Promise<void> => {
    const { body } = await callKube(access, { path });
    const { status } = body as { status?: { conditions?: { type: string; status: string }[] } };
    const isEstablished = status?.conditions?.some(
      ({ type, status: value }) => type === "Established" && value === "True",
    );
    if (isEstablished !== true) throw new Error("not established yet");
  };
  return persist(`Establishing ${name} at ${access.server}`, look, { ...persistence, pauseMs: 100 });
}

async function readManifests(dir: string): Promise<Manifest[]> {
  const files = await readdir(dir).catch((): string[] => []);
  const read = files
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => readManifestFile(join(dir, file)));
  return (await Promise.all(read)).flat();
}

async function readManifestFile(path: string): Promise<Manifest[]> {
  return parseAllDocuments(await readFile(path, "utf8")).map((document) => document.toJS() as Manifest);
}
