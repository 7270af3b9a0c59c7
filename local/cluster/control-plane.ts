/*
 * One Kubernetes control plane, used for the management cluster and for every cluster of the simulated cloud:
 * 1. prepareControlPlane() writes what the API server reads at its start: keys, token users, who may be anonymous.
 * 2. The API server starts and makes its own serving certificate.
 * 3. readAccess() takes the certificate's issuer as the cluster's CA and writes the kubeconfigs of the parts.
 * 4. Controller manager, scheduler and kwok start.
 */
import { X509Certificate, generateKeyPairSync, randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stringify } from "yaml";
import { writeFileAtomically } from "../atomic-file.ts";
import { exists } from "../exists.ts";
import { prepareForNodes, apiServerFlags, controllerManagerFlags } from "../nodes/control-plane-files.ts";
import type { ClusterNetwork } from "../nodes/network-plan.ts";
import type { ChildSpec } from "../processes/child.ts";
import type { KubeAccess } from "./kube-access.ts";
import { callKube } from "./kube-access.ts";
import { renderKubeconfig } from "./kubeconfig.ts";

/** A user that a control plane knows by a fixed token. */
type TokenUser = Readonly<{ name: string; token: string; groups?: readonly string[] }>;

/** One control plane. */
export type ControlPlane = Readonly<{
  /** Stands before the names of its processes: empty for the management cluster. */
  prefix: string;
  dir: string;
  port: number;
  kubeletPort: number;
  etcdUrl: string;
  etcdPrefix: string;
  adminToken: string;
  users: readonly TokenUser[];
  /** How its processes stand back behind others and keep their memory small, where many of its kind share the machine. */
  frugality?: Pick<ChildSpec, "niceness" | "env">;
  /** Where real nodes reach it; without them it listens on loopback. */
  network?: ClusterNetwork;
  /** Users whose requests are written to audit.log, without bodies; nobody's unless told. */
  auditedUsers?: readonly string[];
}>;

const masters = "system:masters";
const day = 24 * 60 * 60 * 1000;
const parts = ["admin", "kube-controller-manager", "kube-scheduler", "kwok"] as const;

/** Names the file in which a part of the control plane finds its credentials. */
export function kubeconfigPath(plane: ControlPlane, user: string): string {
  return join(plane.dir, `${user}.kubeconfig`);
}

/** Derives the address of a control plane's API server. */
function serverUrl(plane: ControlPlane): string {
  return `https://${plane.network?.hostAddress ?? "127.0.0.1"}:${plane.port}`;
}

/** Writes the files that the API server reads when it starts; keys are made once. */
export async function prepareControlPlane(plane: ControlPlane): Promise<void> {
  await mkdir(plane.dir, { recursive: true, mode: 0o700 });
  await ensureServiceAccountKeys(plane.dir);
  await dropExpiringCertificate(plane.dir);
  if (plane.network !== undefined) await prepareForNodes(plane.dir, plane.network);
  const users: readonly TokenUser[] = [{ name: "admin", token: plane.adminToken, groups: [masters] }, ...plane.users];
  const rows = users.map(({ name, token, groups }) => `${token},${name},${name},"${(groups ?? []).join(",")}"\n`);
  await writeFileAtomically(join(plane.dir, "tokens.csv"), rows.join(""));
  // Only health may be asked without a name: tokens of one cluster are worth nothing on another.
  const anonymous = { enabled: true, conditions: ["/livez", "/readyz", "/healthz"].map((path) => ({ path })) };
  await writeFileAtomically(
    join(plane.dir, "authentication.yaml"),
    stringify({ apiVersion: "apiserver.config.k8s.io/v1", kind: "AuthenticationConfiguration", anonymous }),
  );
  if (plane.auditedUsers !== undefined) await writeAuditPolicy(plane.dir, plane.auditedUsers);
}

/** A watch is noted when it begins, everything else when it was answered. */
async function writeAuditPolicy(dir: string, users: readonly string[]): Promise<void> {
  const rules = [{ level: "Metadata", users, omitStages: ["RequestReceived"] }, { level: "None" }];
  await writeFileAtomically(
    join(dir, "audit-policy.yaml"),
    stringify({ apiVersion: "audit.k8s.io/v1", kind: "Policy", rules }),
  );
}

/** Names the file in which the requests of audited users are written, one JSON object a line. */
export function auditLogPath(dir: string): string {
  return join(dir, "audit.log");
}

async function ensureServiceAccountKeys(dir: string): Promise<void> {
  const path = join(dir, "service-account.key");
  if (await exists(path)) return;
  const pair = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  await writeFileAtomically(join(dir, "issuer"), `https://berth.local/${randomUUID()}`);
  await writeFileAtomically(join(dir, "service-account.pub"), pair.publicKey);
  // The private key comes last: its presence says that the three belong together.
  await writeFileAtomically(path, pair.privateKey);
}

/** The API server makes its certificate for a year and never again. */
async function dropExpiringCertificate(dir: string): Promise<void> {
  const pem = await readFile(join(dir, "apiserver.crt"), "utf8").catch(() => undefined);
  if (pem === undefined || Date.parse(new X509Certificate(pem).validTo) > Date.now() + 30 * day) return;
  // The key says that both are there, so it goes first.
  await rm(join(dir, "apiserver.key"), { force: true });
  await rm(join(dir, "apiserver.crt"), { force: true });
}

const LOOPBACK = [
  "--bind-address=127.0.0.1",
  "--advertise-address=127.0.0.1",
  // A loopback address is refused as an endpoint, and nothing here runs inside pods that would use it.
  "--endpoint-reconciler-type=none",
  "--authorization-mode=RBAC",
  "--service-cluster-ip-range=10.96.0.0/16",
];

/** Describes the API server's process. */
export async function apiServerSpec(plane: ControlPlane, command: string): Promise<ChildSpec> {
  const issuer = await readFile(join(plane.dir, "issuer"), "utf8");
  const file = (name: string): string => join(plane.dir, name);
  return {
    name: `${plane.prefix}kube-apiserver`,
    command,
    args: [
      `--etcd-servers=${plane.etcdUrl}`,
      `--etcd-prefix=${plane.etcdPrefix}`,
      `--secure-port=${plane.port}`,
      ...(plane.network === undefined ? LOOPBACK : apiServerFlags(plane.dir, plane.network)),
      `--cert-dir=${plane.dir}`,
      `--authentication-config=${file("authentication.yaml")}`,
      `--token-auth-file=${file("tokens.csv")}`,
      `--service-account-issuer=${issuer}`,
      `--service-account-key-file=${file("service-account.pub")}`,
      `--service-account-signing-key-file=${file("service-account.key")}`,
      "--profiling=false",
      ...(plane.auditedUsers === undefined
        ? []
        : [`--audit-policy-file=${file("audit-policy.yaml")}`, `--audit-log-path=${auditLogPath(plane.dir)}`]),
    ],
    stopWave: 2,
    readyTimeoutMs: 5 * 60_000,
    ...plane.frugality,
    ready: (signal) => isServing(plane, signal),
  };
}

async function isServing(plane: ControlPlane, signal: AbortSignal): Promise<boolean> {
  const caPem = await readFile(join(plane.dir, "apiserver.crt"), "utf8");
  const answer = await callKube({ server: serverUrl(plane), caPem }, { path: "/readyz", signal });
  return answer.status === 200;
}

/** Reads the CA that the started API server made, writes the kubeconfigs of its parts and answers admin access. */
export async function readAccess(plane: ControlPlane): Promise<KubeAccess & { token: string }> {
  const pem = await readFile(join(plane.dir, "apiserver.crt"), "utf8");
  // The file holds the serving certificate and then its issuer.
  const caPem = `${
    pem
      .trim()
      .split(/(?=-----BEGIN CERTIFICATE-----)/)
      .at(-1) ?? pem
  }\n`;
  const server = serverUrl(plane);
  await writeFileAtomically(join(plane.dir, "ca.crt"), caPem, 0o644);
  for (const name of [...parts, ...plane.users.map((user) => user.name)]) {
    const token = plane.users.find((user) => user.name === name)?.token ?? plane.adminToken;
    await writeFileAtomically(kubeconfigPath(plane, name), renderKubeconfig({ server, caPem, token, name }));
  }
  return { server, caPem, token: plane.adminToken };
}

const controllers = [
  "clusterrole-aggregation-controller",
  "cronjob-controller",
  "daemonset-controller",
  "deployment-controller",
  "disruption-controller",
  "endpointslice-controller",
  "garbage-collector-controller",
  "horizontal-pod-autoscaler-controller",
  "job-controller",
  "namespace-controller",
  "node-lifecycle-controller",
  "persistentvolume-protection-controller",
  "persistentvolumeclaim-protection-controller",
  "pod-garbage-collector-controller",
  "replicaset-controller",
  "resourcequota-controller",
  "root-ca-certificate-publisher-controller",
  "serviceaccount-controller",
  "serviceaccount-token-controller",
  "statefulset-controller",
  "taint-eviction-controller",
  "ttl-after-finished-controller",
  "validatingadmissionpolicy-status-controller",
];

/** Describes the controller manager's process: the controllers that simulated nodes and pods have a use for. */
export function controllerManagerSpec(plane: ControlPlane, command: string): ChildSpec {
  const kubeconfig = kubeconfigPath(plane, "kube-controller-manager");
  return {
    name: `${plane.prefix}kube-controller-manager`,
    command,
    args: [
      `--kubeconfig=${kubeconfig}`,
      ...(plane.network === undefined ? [`--controllers=${controllers.join(",")}`] : controllerManagerFlags(plane.dir)),
      `--service-account-private-key-file=${join(plane.dir, "service-account.key")}`,
      `--root-ca-file=${join(plane.dir, "ca.crt")}`,
      "--leader-elect=false",
      "--secure-port=0",
      "--kube-api-qps=100",
      "--kube-api-burst=200",
      "--profiling=false",
    ],
    stopWave: 1,
    ...plane.frugality,
    ready: () => Promise.resolve(true),
  };
}

/** Describes the scheduler's process. */
export async function schedulerSpec(plane: ControlPlane, command: string): Promise<ChildSpec> {
  const config = join(plane.dir, "scheduler.yaml");
  await writeFileAtomically(
    config,
    stringify({
      apiVersion: "kubescheduler.config.k8s.io/v1",
      kind: "KubeSchedulerConfiguration",
      clientConnection: { kubeconfig: kubeconfigPath(plane, "kube-scheduler"), qps: 100, burst: 200 },
      leaderElection: { leaderElect: false },
    }),
  );
  return {
    name: `${plane.prefix}kube-scheduler`,
    command,
    args: [`--config=${config}`, "--secure-port=0", "--profiling=false"],
    stopWave: 1,
    ...plane.frugality,
    ready: () => Promise.resolve(true),
  };
}

const kwokManifests = fileURLToPath(new URL("../manifests/kwok", import.meta.url));

/** Describes the process that plays every node's kubelet, its log endpoint included. */
export async function kwokSpec(plane: ControlPlane, command: string): Promise<ChildSpec> {
  const logFile = join(plane.dir, "pod.log");
  const logConfig = join(plane.dir, "kwok-logs.yaml");
  await writeFileAtomically(logFile, `${new Date().toISOString()} stdout F Simulated pod: no process runs behind it\n`);
  const spec = { logs: [{ logsFile: logFile, follow: true }] };
  await writeFileAtomically(
    logConfig,
    stringify({ apiVersion: "kwok.x-k8s.io/v1alpha1", kind: "ClusterLogs", metadata: { name: "pods" }, spec }),
  );
  const stages = ["stages.yaml", "network.yaml", "volume-growth.yaml"].map((name) => join(kwokManifests, name));
  const configs = [...stages, logConfig];
  const address = `127.0.0.1:${plane.kubeletPort}`;
  return {
    name: `${plane.prefix}kwok`,
    command,
    args: [
      `--kubeconfig=${kubeconfigPath(plane, "kwok")}`,
      "--manage-all-nodes=true",
      ...configs.map((path) => `--config=${path}`),
      "--node-ip=127.0.0.1",
      `--node-port=${plane.kubeletPort}`,
      `--server-address=${address}`,
      `--tls-cert-file=${join(plane.dir, "apiserver.crt")}`,
      `--tls-private-key-file=${join(plane.dir, "apiserver.key")}`,
      "--node-lease-duration-seconds=40",
    ],
    stopWave: 1,
    ...plane.frugality,
    ready: () => Promise.resolve(true),
  };
}
