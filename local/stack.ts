/*
 * The embedded stack, in order:
 * 1. Lock the home folder, end what an earlier run left behind, begin to fetch binaries.
 * 2. Postgres, the Git server and etcd start side by side; then the management cluster, and once that is ready the
 *    simulated cloud, which brings its clusters back a few at a time.
 * 3. Migrations run, gateway and operator start; beside them the registry, and Argo CD over the management cluster and
 *    the Git server.
 * 4. connection.json is written, and kept true whenever a child changes.
 */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { BinaryName } from "./binaries/catalog.ts";
import { kubeconfigPath } from "./cluster/control-plane.ts";
import { chooseConfig, type LocalConfig } from "./config.ts";
import { ConnectionFile } from "./connection.ts";
import type { Connection } from "./connection.ts";
import { startArgo } from "./parts/argocd.ts";
import { appsOf, NO_CLOUD, startCloud } from "./parts/cloud.ts";
import type { CloudAccess } from "./parts/cloud.ts";
import { ARGOCD_NAMESPACE, openContext } from "./parts/context.ts";
import type { StackContext } from "./parts/context.ts";
import { startGit } from "./parts/git.ts";
import type { GitAccess } from "./parts/git.ts";
import { startEtcd, startManagement } from "./parts/management.ts";
import type { Management } from "./parts/management.ts";
import { startPostgres } from "./parts/postgres.ts";
import { ADMIN_EMAIL, chooseGateway, migrate, startApi, startOperator } from "./parts/programs.ts";
import type { Gateway } from "./parts/programs.ts";
import { chooseRegistry, nodeRegistryOf, startRegistry, type RegistryAccess } from "./parts/registry.ts";
import { takeLock } from "./processes/lock.ts";
import { Supervisor } from "./processes/supervisor.ts";
import { writeShellSettings } from "./shell-settings.ts";

/** A part of the stack that can be started without the others; a part brings along what it hangs on. */
type StackPart = "postgres" | "management" | "argocd" | "git" | "cloud" | "registry" | "api" | "operator";

/** Which stack to start. */
type StackOptions = Readonly<{
  homeDir: string;
  only?: readonly StackPart[];
  /** The gateway's port; 0 is any free one, kept in the home folder. */
  port?: number;
  quiet?: boolean;
  /** What the nodes of new clusters are; what BERTH_NODES says unless told. */
  nodes?: LocalConfig["nodes"];
  /** Has the management cluster's API server note what gateway and operator ask of it. */
  audited?: boolean;
  /** Leaves Berth's own kinds and rights out of the management cluster, for its chart to bring. */
  bare?: boolean;
  /** Longest pause before a child that died is started again; half a minute unless told. */
  restartPauseMsMax?: number;
  report?: (line: string) => void;
  /** Gives the start up; everything started so far is stopped. */
  signal?: AbortSignal;
}>;

/** Reaches and steers a running stack. Process names are those in connection.processes. */
export type Stack = Readonly<{
  connection: Connection;
  cloud: CloudAccess;
  stop: () => Promise<void>;
  /** Sends a signal to a process, which is then restarted like after any death. */
  kill: (name: string, signal: NodeJS.Signals) => void;
  pid: (name: string) => number | undefined;
  stopProcess: (name: string) => Promise<void>;
  startProcess: (name: string) => Promise<void>;
}>;

type Started = {
  postgresUrl?: string;
  git?: GitAccess;
  management?: Management;
  cloud?: CloudAccess;
  gateway?: Gateway;
  registry?: RegistryAccess;
};

const projectDir = fileURLToPath(new URL("..", import.meta.url));

const needs: Readonly<Record<StackPart, readonly StackPart[]>> = {
  postgres: [],
  git: [],
  management: [],
  cloud: [],
  argocd: ["management", "git"],
  registry: ["postgres", "management", "git", "cloud", "api"],
  api: ["postgres", "management", "git", "cloud"],
  operator: ["postgres", "management", "git", "cloud"],
};
const controlPlane = ["etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kwok"] as const;
const binariesOf: Readonly<Partial<Record<StackPart, readonly BinaryName[]>>> = {
  management: controlPlane,
  cloud: controlPlane,
  argocd: ["redis", "helm", "argocd"],
  registry: ["registry"],
  // Nothing here runs it; a person who was promised a kubeconfig and the tests do.
  operator: ["kubectl"],
};

/** Starts the embedded stack, or some parts of it, in a home folder. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const homeDir = resolve(options.homeDir);
  const { report = () => undefined, audited, bare } = options;
  await mkdir(homeDir, { recursive: true });
  const release = await takeLock(join(homeDir, "lock"));
  if (!release)
    throw new Error(`Berth runs in ${homeDir} already: stop it first, or name another folder in BERTH_HOME.`);
  const config = chooseConfig(options);
  const started: Started = {};
  const keeper = new ConnectionKeeper(homeDir, report);
  const supervisor = new Supervisor({
    dir: homeDir,
    env: config.childEnv,
    report,
    changed: () => keeper.update(),
    restartPauseMsMax: options.restartPauseMsMax,
  });
  const stop = async (): Promise<void> => {
    await supervisor.stopAll();
    await keeper.close();
    await release();
  };
  const abort = (): void => void supervisor.stopAll().catch((error: unknown) => report(String(error)));
  options.signal?.addEventListener("abort", abort, { once: true });
  try {
    const parts = close(options.only ?? (Object.keys(needs) as StackPart[]));
    await supervisor.open();
    const basis = { homeDir, projectDir, config, supervisor, audited, bare, report };
    const context = await openContext(basis, listBinaries(parts));
    await startParts(context, parts, started);
    options.signal?.throwIfAborted();
    await keeper.open(() => deriveConnection(context, started));
    if (parts.has("operator")) await writeShellSettings(homeDir, keeper.current, await context.binaries("kubectl"));
    return steer(supervisor, keeper, { stop, cloud: started.cloud });
  } catch (error) {
    await stop();
    throw error;
  } finally {
    options.signal?.removeEventListener("abort", abort);
  }
}

function close(wanted: readonly StackPart[]): ReadonlySet<StackPart> {
  return new Set(wanted.flatMap((part) => [part, ...needs[part]]));
}

function listBinaries(parts: ReadonlySet<StackPart>): readonly BinaryName[] {
  return [
    ...new Set(
      (Object.keys(binariesOf) as StackPart[])
        .filter((part) => parts.has(part))
        .flatMap((part) => binariesOf[part] ?? []),
    ),
  ];
}

async function startParts(context: StackContext, parts: ReadonlySet<StackPart>, started: Started): Promise<void> {
  // Before anything costs time: a taken port is for the person to decide on.
  if (parts.has("api")) started.gateway = await chooseGateway(context);
  if (parts.has("registry")) started.registry = await chooseRegistry(context);
  const git =
    parts.has("git") && step(context, "git", () => startGit(context)).then((access) => (started.git = access));
  const [management, cloud] = startClusters(context, parts, started);
  const database = parts.has("postgres") && startDatabase(context, started);
  await Promise.all([
    all([git, management, cloud, database]).then(() => startPrograms(context, parts, started)),
    parts.has("argocd") && all([management, git]).then(() => startArgoWith(context, started)),
    startRegistryWith(context, started),
  ]);
}

function startClusters(context: StackContext, parts: ReadonlySet<StackPart>, started: Started): readonly unknown[] {
  if (!parts.has("management") && !parts.has("cloud")) return [];
  const etcd = step(context, "etcd", () => startEtcd(context));
  const management =
    parts.has("management") &&
    etcd.then(async (url) => {
      started.management = await step(context, "kube-apiserver", () => startManagement(context, url));
    });
  // Fourteen API servers that start beside the one which all else waits for keep it from ever being ready.
  const cloud =
    parts.has("cloud") &&
    all([management, etcd]).then(async () => {
      const registry = nodeRegistryOf(started);
      started.cloud = await step(context, "cloud", async () => startCloud(context, await etcd, registry));
    });
  return [management, cloud];
}

/** Says of what fails which part of the stack it is, and where its log is. */
async function step<T>({ supervisor }: StackContext, name: string, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`Starting ${name} failed: ${message}\nIts log: ${supervisor.logFile(name)}`, { cause: error });
  }
}

async function startDatabase(context: StackContext, started: Started): Promise<void> {
  started.postgresUrl = await step(context, "postgres", () => startPostgres(context));
  await migrate(context, started.postgresUrl);
}

/** Gateway and operator do not wait for Argo CD, whose binary takes longest to build. */
async function startPrograms(context: StackContext, parts: ReadonlySet<StackPart>, started: Started): Promise<void> {
  const { postgresUrl, management, git, cloud, gateway, registry } = started;
  if (postgresUrl === undefined || !management || !git || !cloud) return;
  const around = { postgresUrl, management, git, cloud, registry };
  await all([
    gateway && step(context, "api", () => startApi(context, around, gateway)),
    parts.has("operator") && step(context, "operator", () => startOperator(context, around)),
  ]);
}

async function startArgoWith(context: StackContext, { management, git }: Started): Promise<void> {
  if (management && git)
    await step(context, "argocd-application-controller", () => startArgo(context, management, git));
}

/** It does not wait for the gateway: who comes meanwhile gets no token yet. */
async function startRegistryWith(context: StackContext, { registry, gateway }: Started): Promise<void> {
  if (registry && gateway) await step(context, "registry", () => startRegistry(context, registry, gateway.port));
}

/** Waits for those of the parts that are started at all. */
async function all(promises: readonly unknown[]): Promise<void> {
  await Promise.all(promises);
}

class ConnectionKeeper {
  readonly #file: ConnectionFile;
  readonly #report: (line: string) => void;
  #derive: (() => Connection) | undefined;

  constructor(homeDir: string, report: (line: string) => void) {
    this.#report = report;
    this.#file = new ConnectionFile(homeDir);
  }

  get current(): Connection {
    if (!this.#derive) throw new Error("The stack is not running");
    return this.#derive();
  }

  async open(derive: () => Connection): Promise<void> {
    this.#derive = derive;
    await this.#file.write(derive());
  }

  update(): void {
    if (this.#derive) this.#file.write(this.#derive()).catch((error: unknown) => this.#report(String(error)));
  }

  async close(): Promise<void> {
    this.#derive = undefined;
    await this.#file.remove();
  }
}

function deriveConnection({ secrets, supervisor }: StackContext, started: Started): Connection {
  const { gateway, git, management, registry } = started;
  return {
    url: gateway ? `http://127.0.0.1:${gateway.port}` : "",
    metrics_url: gateway ? `http://127.0.0.1:${gateway.metricsPort}/metrics` : "",
    admin: { email: ADMIN_EMAIL, password: secrets.adminPassword },
    service_token: secrets.service,
    kubeconfig: management ? kubeconfigPath(management.plane, "admin") : "",
    git: git ? { url: git.url, token: git.token, branch: git.branch } : { url: "", token: "", branch: "" },
    postgres_url: started.postgresUrl ?? "",
    argocd_namespace: ARGOCD_NAMESPACE,
    registry: { address: registry?.host ?? "", ca_file: registry?.certificates.caFile ?? "" },
    apps: appsOf(started.cloud),
    processes: supervisor.pids(),
  };
}

function steer(
  supervisor: Supervisor,
  keeper: ConnectionKeeper,
  { stop, cloud }: { stop: () => Promise<void>; cloud?: CloudAccess },
): Stack {
  return {
    get connection(): Connection {
      return keeper.current;
    },
    cloud: cloud ?? NO_CLOUD,
    stop,
    kill: (name, signal) => supervisor.kill(name, signal),
    pid: (name) => supervisor.pid(name),
    stopProcess: (name) => supervisor.stop(name),
    startProcess: (name) => supervisor.resume(name),
  };
}
