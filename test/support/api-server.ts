import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { k3sContainer, K3S_AUDIT_LOG, K3S_CA } from "./containers/images.ts";
import { runContainer, usesContainers } from "./containers/run-container.ts";
import { findBinaries } from "./embedded-binaries.ts";
import { eventually } from "./eventually.ts";
import { freePorts } from "./free-ports.ts";
import { runGuarded, type Guarded } from "./guarded-process.ts";

/** A running etcd + kube-apiserver; `kubeconfig` is a path, its user is in system:masters. */
export type ApiServer = Readonly<{
  kubeconfig: string;
  server: string;
  caData: string;
  token: string;
  /** Kills the API server (not etcd), as a crash would; `startServer` brings it back on the same port. */
  killServer: () => Promise<void>;
  startServer: () => Promise<void>;
  /** Reads what was asked so far; empty unless it was started with `audited`. */
  readAudit: () => Promise<readonly AuditedRequest[]>;
  stop: () => Promise<void>;
}>;

/** One beside the tests, whose store can be written past it. */
export type EmbeddedApiServer = ApiServer & Readonly<{ etcdUrl: string }>;

/** A line of the API server's own audit log. */
type AuditedRequest = Readonly<{
  verb: string;
  userAgent?: string;
  requestURI: string;
  objectRef?: Readonly<{ resource?: string; subresource?: string; name?: string }>;
}>;

const PULLED_MS = 180_000;

let shared: Promise<ApiServer> | undefined;

/** Returns one API server for all test files of this process; it goes with the process. Use a namespace of your own. */
export function sharedApiServer(): Promise<ApiServer> {
  shared ??= startApiServer();
  return shared;
}

type Options = Readonly<{ audited?: boolean }>;

/**
 * Starts an API server of its own, on free ports and throw-away data: K3s in a container where a Docker engine answers,
 * else etcd and kube-apiserver beside the tests.
 */
export async function startApiServer(options: Options = {}): Promise<ApiServer> {
  return (await usesContainers()) ? startContained(options) : startEmbeddedApiServer(options);
}

async function startContained({ audited = false }: Options): Promise<ApiServer> {
  const token = randomBytes(16).toString("hex");
  const container = await runContainer(k3sContainer(token, audited ? AUDIT_POLICY : undefined));
  const server = `https://${container.host}:${container.port}`;
  const dir = await mkdtemp(join(tmpdir(), "berth-k3s-"));
  const readCa = (): Promise<string> => container.read(`cat ${K3S_CA}`);
  const stop = async (): Promise<void> => {
    await container.stop();
    await rm(dir, { recursive: true, force: true });
  };
  const ready = (): Promise<void> =>
    eventually(async () => answers({ server, token, caData: await readCa() }), PULLED_MS);
  await ready().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const caData = Buffer.from(await readCa()).toString("base64");
  const kubeconfig = join(dir, "kubeconfig");
  await writeFile(kubeconfig, kubeconfigText(server, caData, token), { mode: 0o600 });
  return {
    kubeconfig,
    server,
    caData,
    token,
    stop,
    killServer: container.kill,
    startServer: async () => {
      await container.start();
      await ready();
    },
    readAudit: async () => (audited ? parseAudit(await container.read(`cat ${K3S_AUDIT_LOG}`)) : []),
  };
}

/** Starts etcd and kube-apiserver beside the tests, whatever else there is; `leadFrom`: an address that its certificate is for, too. */
export async function startEmbeddedApiServer({
  audited = false,
  leadFrom,
}: Options & Readonly<{ leadFrom?: string }> = {}): Promise<EmbeddedApiServer> {
  const binaries = await findBinaries(["etcd", "kube-apiserver"]);
  const [etcdCommand, command] = [await binaries("etcd"), await binaries("kube-apiserver")];
  const dir = await mkdtemp(join(tmpdir(), "berth-apiserver-"));
  const [etcdPort, peerPort, port] = (await freePorts(3)) as [number, number, number];
  const token = randomBytes(16).toString("hex");
  await writeKeys(dir, token);
  await writeFile(join(dir, "audit-policy.yaml"), AUDIT_POLICY);
  const etcd = runGuarded({
    command: etcdCommand,
    flags: etcdFlags(dir, etcdPort, peerPort),
    cwd: dir,
    leftovers: dir,
  });
  const server = `https://127.0.0.1:${port}`;
  let apiServer: Guarded | undefined;
  const startServer = async (): Promise<void> => {
    const flags = [
      ...apiServerFlags(dir, etcdPort, port),
      ...(audited ? auditFlags(dir) : []),
      ...(leadFrom === undefined ? [] : [`--advertise-address=${leadFrom}`]),
    ];
    const started = runGuarded({ command, flags, cwd: dir });
    apiServer = started;
    await ready({ dir, server, token }, started);
  };
  const stop = async (): Promise<void> => {
    await Promise.all([apiServer?.kill(), etcd.kill()]);
    await rm(dir, { recursive: true, force: true });
  };
  await startServer().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const caData = (await readFile(join(dir, "certs", "apiserver.crt"))).toString("base64");
  const kubeconfig = join(dir, "kubeconfig");
  await writeFile(kubeconfig, kubeconfigText(server, caData, token), { mode: 0o600 });
  const killServer = async (): Promise<void> => apiServer?.kill();
  const readAudit = (): Promise<AuditedRequest[]> => readAuditLog(dir, audited);
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  return { kubeconfig, server, caData, token, etcdUrl, startServer, killServer, readAudit, stop };
}

function etcdFlags(dir: string, port: number, peerPort: number): string[] {
  return [
    `--data-dir=${join(dir, "etcd")}`,
    `--listen-client-urls=http://127.0.0.1:${port}`,
    `--advertise-client-urls=http://127.0.0.1:${port}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-cluster=default=http://127.0.0.1:${peerPort}`,
    "--unsafe-no-fsync",
    // Else quiet kinds learn nothing of the store's progress, and their watches get no bookmarks.
    "--watch-progress-notify-interval=15s",
    "--log-level=error",
  ];
}

function apiServerFlags(dir: string, etcdPort: number, port: number): string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    `--secure-port=${port}`,
    "--bind-address=127.0.0.1",
    `--cert-dir=${join(dir, "certs")}`,
    "--authorization-mode=RBAC",
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${join(dir, "sa.key")}`,
    `--service-account-signing-key-file=${join(dir, "sa.key")}`,
    "--service-cluster-ip-range=10.0.0.0/24",
    `--token-auth-file=${join(dir, "tokens.csv")}`,
    "--disable-admission-plugins=ServiceAccount",
    "--profiling=false",
  ];
}

/** Every request once, when it was answered. */
const AUDIT_POLICY = JSON.stringify({
  apiVersion: "audit.k8s.io/v1",
  kind: "Policy",
  omitStages: ["RequestReceived"],
  rules: [{ level: "Metadata" }],
});

function auditFlags(dir: string): string[] {
  return [
    `--audit-policy-file=${join(dir, "audit-policy.yaml")}`,
    `--audit-log-path=${join(dir, "audit.log")}`,
    "--audit-log-mode=blocking",
  ];
}

async function readAuditLog(dir: string, audited: boolean): Promise<AuditedRequest[]> {
  if (!audited) return [];
  return parseAudit(await readFile(join(dir, "audit.log"), "utf8"));
}

function parseAudit(text: string): AuditedRequest[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as AuditedRequest);
}

async function writeKeys(dir: string, token: string): Promise<void> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  await writeFile(join(dir, "sa.key"), privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
  await writeFile(join(dir, "tokens.csv"), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
}

async function ready(at: { dir: string; server: string; token: string }, process: Guarded): Promise<void> {
  const attempt = async (): Promise<void> => {
    if (process.exited()) return;
    const caData = await readFile(join(at.dir, "certs", "apiserver.crt"), "utf8");
    await answers({ server: at.server, token: at.token, caData });
  };
  await eventually(attempt);
  if (process.exited()) throw new Error(`kube-apiserver ended:\n${process.log()}`);
}

async function answers(at: Readonly<{ server: string; caData: string; token: string }>): Promise<void> {
  const client = createKubeClient(at);
  try {
    await client.request("GET", "/readyz", { timeoutMs: 2_000 });
    await client.request("GET", "/api/v1/namespaces/default", { timeoutMs: 2_000 });
  } finally {
    await client.close();
  }
}

function kubeconfigText(server: string, caData: string, token: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "test",
    contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
    clusters: [{ name: "test", cluster: { server, "certificate-authority-data": caData } }],
    users: [{ name: "test", user: { token } }],
  });
}
