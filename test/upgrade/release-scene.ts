/**
 * All that gateway and operator of one release need around them: a real API server, Postgres and Git server, doubles of
 * Argo CD and of a cloud. The chart brings rights and rules, and both processes have the accounts that it makes.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { createKubeClient, type KubeClient } from "../../adapters/kubernetes/kube-client.ts";
import { CommittedTree } from "../../bench/committed-tree.ts";
import { systemClock } from "../../operator/runtime/clock.ts";
import { startEmbeddedApiServer, type EmbeddedApiServer } from "../support/api-server.ts";
import { applyAll } from "../support/apply-all.ts";
import { ArgoDouble } from "../support/argo-double.ts";
import { startDnsServer, type DnsServer } from "../support/dns-server.ts";
import { installDefinition, readDocuments } from "../support/dry-run.ts";
import { eventually } from "../support/eventually.ts";
import { GitServer } from "../support/git-server.ts";
import { BERTH_CHART, renderChart } from "../support/helm.ts";
import { startEmbeddedPostgres, type TestPostgres } from "../support/postgres.ts";
import { startReleaseCloud, type CloudContent, type ReleaseCloud } from "./release-cloud.ts";

/** A running gateway or operator. */
export type ReleaseProcess = Readonly<{
  url: string;
  metricsUrl: string;
  /** Reads what it logged so far. */
  lines: () => readonly Readonly<Record<string, unknown>>[];
  /** What it logged last, once it has ended; undefined while it runs. */
  lastWords: () => string | undefined;
  stop: () => Promise<void>;
}>;
/** A management cluster with all that is beside it. */
export type ReleaseScene = Readonly<{
  apiServer: EmbeddedApiServer;
  admin: KubeClient;
  postgres: TestPostgres;
  databaseUrl: string;
  git: GitServer;
  cloud: ReleaseCloud;
  /** Knows no name at first. */
  dns: DnsServer;
  /** Applies what this checkout's chart brings, in Helm's order, but for the pods. */
  applyChart: () => Promise<void>;
  /** Lets Argo CD work; before, nothing reads what was loaded. */
  startArgo: () => void;
  start: (name: "gateway" | "operator") => Promise<ReleaseProcess>;
  stop: () => Promise<void>;
}>;
type Options = Readonly<{ cloud?: CloudContent; postgresSettings?: Readonly<Record<string, string>> }>;

export const ADMIN = { email: "admin@example.org", password: "correct horse battery staple" } as const;
const NAMESPACE = "berth-system";
/** Every Application names the repository: its address must be the same when the platform is taken up again. Below the ports that systems give away. */
const GIT_PORT = 24_180;
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ARGO_CRDS = ["application", "appproject", "applicationset", "imageupdater"];
const LAST_WORDS = 2_000;
/** Nothing of this is anybody's. */
const SEAL = Buffer.from("a key of the tests, of 32 bytes.").toString("base64");

/** Starts the scene without Berth's own definitions; end it with `stop`. */
export async function startReleaseScene({ cloud: before, postgresSettings }: Options = {}): Promise<ReleaseScene> {
  const dir = await mkdtemp(join(tmpdir(), "berth-release-"));
  const postgres = await startEmbeddedPostgres(postgresSettings);
  const databaseUrl = await postgres.createEmptyDatabase();
  const apiServer = await startEmbeddedApiServer();
  const admin = createKubeClient({ kubeconfigPath: apiServer.kubeconfig });
  const git = await GitServer.start({ port: GIT_PORT });
  const cloud = await startReleaseCloud(before);
  const dns = await startDnsServer();
  for (const crd of ARGO_CRDS.flatMap((name) => readDocuments(`local/manifests/argocd/${name}-crd.json`)))
    await installDefinition(admin, crd);
  const stopping = new AbortController();
  const processes: ReleaseProcess[] = [];
  const argo: { running?: Promise<void> } = {};
  const env = { cloud, git, dns, databaseUrl };
  return {
    apiServer,
    admin,
    postgres,
    databaseUrl,
    git,
    cloud,
    dns,
    applyChart: () => applyChart(admin, dir),
    startArgo: () => void (argo.running ??= runArgo(admin, git, stopping.signal)),
    start: async (name) => {
      const kubeconfig = join(dir, `${name}.kubeconfig`);
      await writeFile(kubeconfig, await kubeconfigOf(admin, apiServer, `berth-${name}`), { mode: 0o600 });
      const process = await startProcess(name, { ...settingsOf(name, env), BERTH_KUBECONFIG: kubeconfig });
      processes.push(process);
      return process;
    },
    stop: async () => {
      for (const process of processes) await process.stop();
      stopping.abort();
      await argo.running;
      cloud.close();
      await dns.close();
      await git.remove();
      await admin.close();
      await apiServer.stop();
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function applyChart(admin: KubeClient, dir: string): Promise<void> {
  const values = join(dir, "values.json");
  const required = {
    existingPostgres: { secretName: "berth-postgres" },
    settings: { BERTH_GIT_URL: "http://git.test" },
    networkPolicy: { enabled: false },
  };
  await writeFile(values, JSON.stringify(required));
  const rendered = await renderChart(BERTH_CHART, [values], NAMESPACE);
  const namespaces = ["argocd", NAMESPACE].map((name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } }));
  const order = [...namespaces, ...rendered.filter(({ kind }) => kind !== "Deployment")];
  const isFirst = ({ kind }: { kind: string }): boolean => ["Namespace", "CustomResourceDefinition"].includes(kind);
  await applyAll(admin, [...order.filter(isFirst), ...order.filter((one) => !isFirst(one))]);
}

function runArgo(admin: KubeClient, git: GitServer, signal: AbortSignal): Promise<void> {
  const tree = new CommittedTree(git.repository, git.branch);
  const client: ConstructorParameters<typeof ArgoDouble>[0]["client"] = {
    list: admin.list.bind(admin),
    watch: admin.watch.bind(admin),
    create: admin.create.bind(admin),
    patch: admin.patch.bind(admin),
    get: async (type, ref, options) => {
      // A comparison is with the head as it is now.
      await tree.update();
      return admin.get(type, ref, options);
    },
  };
  return new ArgoDouble({ client, tree, clock: systemClock, namespace: "argocd" }).run(signal);
}

type Around = Readonly<{ cloud: ReleaseCloud; git: GitServer; dns: DnsServer; databaseUrl: string }>;

function settingsOf(name: "gateway" | "operator", { cloud, git, dns, databaseUrl }: Around): Record<string, string> {
  const shared = {
    BERTH_POSTGRES_URL: databaseUrl,
    BERTH_METRICS_PORT: "0",
    BERTH_LOCAL_CLOUD_URL: cloud.url,
    BERTH_LOCAL_CLOUD_TOKEN: cloud.token,
    BERTH_CLUSTER_DENIED_ADDRESSES: "none",
    // No resolver here knows the host of its charts.
    BERTH_CHART_ALLOWED_HOSTS: "charts.example.com",
    BERTH_ARCHIVE_URL: "s3://archive",
  };
  if (name === "operator")
    return {
      ...shared,
      BERTH_DNS_SERVERS: dns.address,
      BERTH_GIT_URL: git.url,
      BERTH_GIT_USER: git.username,
      BERTH_GIT_TOKEN: git.token,
      BERTH_GIT_BRANCH: git.branch,
      BERTH_GATEWAY_USER: `system:serviceaccount:${NAMESPACE}:berth-gateway`,
      BERTH_IMAGE_UPDATER: "true",
    };
  return {
    ...shared,
    BERTH_PORT: "0",
    BERTH_DRAIN_SECONDS: "0",
    BERTH_PUBLIC_URL: "http://berth.test",
    BERTH_ADMIN_EMAIL: ADMIN.email,
    BERTH_ADMIN_PASSWORD: ADMIN.password,
    BERTH_SECRET_KEY: SEAL,
    BERTH_QUOTA_FACTOR: "10",
    BERTH_WEBHOOK_ALLOW_PRIVATE: "true",
  };
}

async function kubeconfigOf(admin: KubeClient, { kubeconfig }: EmbeddedApiServer, account: string): Promise<string> {
  const path = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/${account}/token`;
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const { status } = (await admin.request("POST", path, { body })) as { status: { token: string } };
  const config = parse(await readFile(kubeconfig, "utf8")) as { users: { user: object }[] };
  for (const one of config.users) one.user = { token: status.token };
  return JSON.stringify(config);
}

async function startProcess(name: "gateway" | "operator", env: Record<string, string>): Promise<ReleaseProcess> {
  const main = join(ROOT, name === "gateway" ? "api/main.ts" : "operator/main.ts");
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const lines: ReleaseProcess["lines"] = () =>
    output
      .split("\n")
      .filter((line) => line.startsWith("{") && line.endsWith("}"))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const lastWords = (): string | undefined => (hasEnded(child) ? output.slice(-LAST_WORDS) : undefined);
  const listens = await eventually(() => {
    if (hasEnded(child)) return undefined;
    const found = lines().find(({ message }) => message === "Gateway is listening" || message === "Serving metrics");
    if (found === undefined) throw new Error(`The ${name} does not listen yet: ${output}`);
    return found;
  });
  if (listens === undefined) throw new Error(`The ${name} ended: ${output}`);
  const { port, metricsPort = port } = listens as { port: number; metricsPort?: number };
  const stop = async (): Promise<void> => {
    process.removeListener("exit", kill);
    await ended(child);
  };
  return { url: `http://127.0.0.1:${port}`, metricsUrl: `http://127.0.0.1:${metricsPort}`, lines, lastWords, stop };
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function ended(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
