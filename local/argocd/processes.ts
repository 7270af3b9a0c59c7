import { createHash } from "node:crypto";
import { mkdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ChildSpec } from "../processes/child.ts";
import { acceptsConnections, answersOk } from "../processes/probes.ts";

/** What Argo CD's processes need. */
type ArgoProcesses = Readonly<{
  dir: string;
  namespace: string;
  argocd: string;
  helm: string;
  /** The search path on which `git` is found. */
  path: string;
  kubeconfig: string;
  redisPort: number;
  ports: Readonly<
    Record<"repoServer" | "repoServerMetrics" | "controllerMetrics" | "setMetrics" | "setProbe" | "setWebhook", number>
  >;
}>;

const vendored = fileURLToPath(new URL("../manifests/argocd/bin", import.meta.url));
const components = [
  "argocd",
  "argocd-repo-server",
  "argocd-application-controller",
  "argocd-applicationset-controller",
];

/** Describes Redis' process, whichever Redis was found. */
export function redisSpec({ command, port, dir }: { command: string; port: number; dir: string }): ChildSpec {
  const own = basename(command) === "redis";
  const args = own
    ? [`127.0.0.1:${port}`]
    : ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--appendonly", "no", "--dir", dir];
  return { name: "redis", command, args, stopWave: 1, ready: (signal) => acceptsConnections(port, signal) };
}

/** Makes the folders and the names by which Argo CD's one binary knows which component it is. */
export async function prepareArgo(argo: ArgoProcesses): Promise<void> {
  for (const folder of ["bin", "home", "tmp", "tls"]) await mkdir(join(argo.dir, folder), { recursive: true });
  for (const name of components) await relink(argo.argocd, join(argo.dir, "bin", name));
  await relink(argo.helm, join(argo.dir, "bin", "helm"));
}

async function relink(target: string, link: string): Promise<void> {
  await rm(link, { force: true });
  await symlink(target, link);
}

/** Describes Argo CD's three processes. */
export function argoSpecs(argo: ArgoProcesses): readonly ChildSpec[] {
  return [repoServerSpec(argo), controllerSpec(argo), setControllerSpec(argo)];
}

function deriveEnv(argo: ArgoProcesses): Record<string, string> {
  // A socket's path is limited to about a hundred bytes, a home folder's is not.
  const socketName = createHash("sha256").update(argo.dir).digest("hex").slice(0, 12);
  return {
    PATH: [join(argo.dir, "bin"), vendored, argo.path].join(delimiter),
    // The ApplicationSet controller has the flag too, but one of its clients reads only this.
    KUBECONFIG: argo.kubeconfig,
    HOME: join(argo.dir, "home"),
    TMPDIR: join(argo.dir, "tmp"),
    ARGOCD_ASK_PASS_SOCK: join(tmpdir(), `berth-${socketName}.sock`),
    // A file named like a host holds the authorities that chart repositories there are believed by.
    ARGOCD_TLS_DATA_PATH: join(argo.dir, "tls"),
    ARGOCD_GPG_ENABLED: "false",
    ARGOCD_K8S_CLIENT_QPS: "200",
    ARGOCD_K8S_CLIENT_BURST: "400",
  };
}

function repoServerSpec(argo: ArgoProcesses): ChildSpec {
  return {
    name: "argocd-repo-server",
    command: join(argo.dir, "bin/argocd-repo-server"),
    args: [
      "--disable-tls",
      "--client-ca-path=",
      `--redis=127.0.0.1:${argo.redisPort}`,
      "--address=127.0.0.1",
      `--port=${argo.ports.repoServer}`,
      "--metrics-address=127.0.0.1",
      `--metrics-port=${argo.ports.repoServerMetrics}`,
      "--parallelismlimit=8",
      "--loglevel=warn",
    ],
    env: deriveEnv(argo),
    stopWave: 1,
    ready: (signal) => acceptsConnections(argo.ports.repoServer, signal),
  };
}

function controllerSpec(argo: ArgoProcesses): ChildSpec {
  return {
    name: "argocd-application-controller",
    command: join(argo.dir, "bin/argocd-application-controller"),
    args: [
      `--kubeconfig=${argo.kubeconfig}`,
      `--namespace=${argo.namespace}`,
      `--redis=127.0.0.1:${argo.redisPort}`,
      `--repo-server=127.0.0.1:${argo.ports.repoServer}`,
      "--repo-server-plaintext",
      `--metrics-port=${argo.ports.controllerMetrics}`,
      "--loglevel=warn",
    ],
    env: deriveEnv(argo),
    follows: ["kube-apiserver"],
    stopWave: 0,
    ready: (signal) => answersOk(`http://127.0.0.1:${argo.ports.controllerMetrics}/healthz`, signal),
  };
}

function setControllerSpec(argo: ArgoProcesses): ChildSpec {
  return {
    name: "argocd-applicationset-controller",
    command: join(argo.dir, "bin/argocd-applicationset-controller"),
    args: [
      `--kubeconfig=${argo.kubeconfig}`,
      `--namespace=${argo.namespace}`,
      `--argocd-repo-server=127.0.0.1:${argo.ports.repoServer}`,
      "--repo-server-plaintext",
      `--metrics-addr=127.0.0.1:${argo.ports.setMetrics}`,
      `--probe-addr=127.0.0.1:${argo.ports.setProbe}`,
      `--webhook-addr=127.0.0.1:${argo.ports.setWebhook}`,
      "--loglevel=warn",
    ],
    env: deriveEnv(argo),
    follows: ["kube-apiserver"],
    stopWave: 0,
    ready: (signal) => acceptsConnections(argo.ports.setMetrics, signal),
  };
}
