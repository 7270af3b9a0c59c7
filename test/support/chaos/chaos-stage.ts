/**
 * A whole platform in which every dependency of Berth's own processes can fail:
 *
 * 1. the embedded stack without gateway and operator;
 * 2. a gateway and two operators of the stage's own, each behind an HTTP proxy before the API server and one link (TCP
 *    proxy) per dependency; `process-preload.ts` leads their connections there, so that they are configured as ever;
 * 3. a shared cluster, whose API server the operators reach by links too.
 */
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { createKubeClient, type KubeClient, type KubeObject } from "../../../adapters/kubernetes/kube-client.ts";
import { LEASES } from "../../../adapters/kubernetes/resource-types.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import { acceptsConnections, answersOk } from "../../../local/processes/probes.ts";
import { Supervisor } from "../../../local/processes/supervisor.ts";
import { startStack, type Stack } from "../../../local/stack.ts";
import { registerAccount, type BerthClient } from "../berth-client.ts";
import { findBinaries } from "../embedded-binaries.ts";
import { eventually } from "../eventually.ts";
import { startFaultProxy, type FaultProxy } from "../fault-proxy.ts";
import { freePorts } from "../free-ports.ts";
import { runningCluster, tenantClient } from "../platform.ts";
import { TcpLink } from "./tcp-link.ts";

/** Names Berth's own processes of the stage. */
export const OPERATORS = ["operator-a", "operator-b"] as const;
export const PROGRAMS = ["api", ...OPERATORS] as const;
export type Program = (typeof PROGRAMS)[number];

type Kubeconfig = {
  clusters: {
    cluster: { server: string; "certificate-authority-data": string; "insecure-skip-tls-verify"?: boolean };
  }[];
};
type Surroundings = {
  readonly proxy: FaultProxy;
  readonly links: Map<string, TcpLink>;
  redirects: Record<string, number>;
  clockOffsetMs: number;
};

const ROOT = join(import.meta.dirname, "../../..");
const PRELOAD = join(import.meta.dirname, "process-preload.ts");
const ARGOCD_NAMESPACE = "argocd";
const BERTH_NAMESPACE = "berth-system";

/** Holds the running platform, its proxies and a user with a cluster. */
export class ChaosStage {
  readonly stack: Stack;
  readonly homeDir: string;
  readonly management: KubeClient;
  readonly kubectl: string;
  readonly url: string;
  berth!: BerthClient & Readonly<{ key: string }>;
  tenant!: KubeClient;
  clusterId = "";
  namespace = "";
  /** Tells of deaths and new starts. */
  readonly events: string[] = [];
  readonly #supervisor: Supervisor;
  readonly #around = new Map<Program, Surroundings>();
  readonly #ports: readonly number[];

  private constructor(parts: Readonly<{ stack: Stack; homeDir: string; kubectl: string; ports: readonly number[] }>) {
    this.stack = parts.stack;
    this.homeDir = parts.homeDir;
    this.kubectl = parts.kubectl;
    this.#ports = parts.ports;
    this.url = `http://127.0.0.1:${this.#ports[0]!}`;
    this.management = createKubeClient({ kubeconfigPath: this.stack.connection.kubeconfig });
    this.#supervisor = new Supervisor({
      dir: join(this.homeDir, "berth"),
      env: { ...loadLocalConfig().childEnv, NODE_OPTIONS: `--import=file://${PRELOAD}` },
      report: (line) => this.events.push(line),
      restartPauseMsMax: 1_000,
    });
  }

  /** Starts everything; nothing fails yet. */
  static async open(): Promise<ChaosStage> {
    const homeDir = mkdtempSync(join(tmpdir(), "berth-chaos-"));
    const kubectl = await (await findBinaries(["kubectl"]))("kubectl");
    const only = ["postgres", "management", "git", "cloud", "argocd"] as const;
    const stack = await startStack({
      homeDir,
      nodes: "simulated",
      port: 0,
      quiet: true,
      only,
      restartPauseMsMax: 1_000,
    });
    const stage = new ChaosStage({ stack, homeDir, kubectl, ports: await freePorts(1 + OPERATORS.length) });
    try {
      await stage.#begin();
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  /** Names every process that can be killed. */
  get processes(): readonly string[] {
    return [...PROGRAMS, ...Object.keys(this.stack.connection.processes)];
  }

  get links(): readonly TcpLink[] {
    return [...this.#around.values()].flatMap(({ links }) => [...links.values()]);
  }

  proxy(program: Program): FaultProxy {
    return this.#around.get(program)!.proxy;
  }

  link(program: Program, dependency: string): TcpLink {
    return this.#around.get(program)!.links.get(dependency)!;
  }

  /** Sends a signal to a process; one that is down already cannot be killed. */
  signal(name: string, signal: NodeJS.Signals): boolean {
    const owner = (PROGRAMS as readonly string[]).includes(name) ? this.#supervisor : this.stack;
    if (owner.pid(name) === undefined) return false;
    owner.kill(name, signal);
    return true;
  }

  /** Sets the time of day of a process. */
  setClock(program: Program, offsetMs: number): void {
    this.#around.get(program)!.clockOffsetMs = offsetMs;
    this.#writeControl(program);
  }

  /** Names the operator that holds the lease. */
  async leader(): Promise<Program | undefined> {
    const ref = { namespace: BERTH_NAMESPACE, name: "berth-operator" };
    const lease = await this.management.get<KubeObject & { spec?: { holderIdentity?: string } }>(LEASES, ref);
    return PROGRAMS.find((name) => name === lease?.spec?.holderIdentity);
  }

  /** Starts a program anew, with a known bug or without one. */
  async restart(program: Program, bug?: string): Promise<void> {
    await this.#supervisor.remove(program);
    await this.#start(program, bug);
  }

  /** Ends every fault that still holds. */
  heal(): void {
    for (const link of this.links) link.set({ kind: "open" });
    for (const program of PROGRAMS) {
      const { proxy } = this.#around.get(program)!;
      proxy.setIntercept(undefined);
      proxy.setLoses(undefined);
      proxy.setHeld(false);
      this.setClock(program, 0);
    }
    for (const name of this.processes) this.signal(name, "SIGCONT");
  }

  async ready(): Promise<void> {
    await eventually(
      async () => {
        const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(5_000) });
        if (answer.status !== 200) throw new Error(`readyz answers ${answer.status}: ${await answer.text()}`);
      },
      300_000,
      250,
    );
  }

  async close(): Promise<void> {
    for (const name of this.processes) this.signal(name, "SIGCONT");
    await this.#supervisor.stopAll();
    await (this.tenant as KubeClient | undefined)?.close();
    await this.management.close();
    for (const { proxy, links } of this.#around.values()) {
      await Promise.all([...links.values()].map((link) => link.close()));
      await proxy.close();
    }
    await this.stack.stop();
    rmSync(this.homeDir, { recursive: true, force: true, maxRetries: 5 });
  }

  async #begin(): Promise<void> {
    await this.#supervisor.open();
    for (const program of PROGRAMS) await this.#surround(program);
    await Promise.all(PROGRAMS.map((program) => this.#start(program)));
    await this.ready();
    this.berth = await registerAccount(this.url);
    this.clusterId = await runningCluster(this.berth, "chaos");
    const { body } = await this.berth.call<{ organizations: { slug: string }[] }>("GET", "/auth/me");
    this.namespace = `org-${body.organizations[0]!.slug}`;
    this.tenant = await tenantClient(this.berth, this.clusterId, this.homeDir);
    const tenant = read(join(this.homeDir, `tenant-${this.clusterId}.kubeconfig`));
    for (const operator of OPERATORS)
      await this.#connect(operator, "tenant", portOf(tenant.clusters[0]!.cluster.server));
    // What is connected already is not led through a link.
    await Promise.all(OPERATORS.map((operator) => this.restart(operator)));
  }

  async #surround(program: Program): Promise<void> {
    const config = read(this.#userConfig(program));
    const { cluster } = config.clusters[0]!;
    const proxy = await startFaultProxy({ server: cluster.server, caData: cluster["certificate-authority-data"] });
    // The proxy speaks plain HTTP on this side, which a kubeconfig allows with this word only.
    Object.assign(cluster, { server: proxy.url, "insecure-skip-tls-verify": true });
    writeFileSync(this.#file(program, "kubeconfig"), stringify(config), { mode: 0o600 });
    this.#around.set(program, { proxy, links: new Map(), redirects: {}, clockOffsetMs: 0 });
    const { postgres_url: postgres, git } = this.stack.connection;
    await this.#connect(program, "apiserver", portOf(proxy.url));
    await this.#connect(program, "postgres", portOf(postgres));
    if (program !== "api") await this.#connect(program, "git", portOf(git.url));
    if (program !== "api") await this.#connect(program, "cloud", portOf(this.stack.cloud.url));
  }

  async #connect(program: Program, dependency: string, port: number): Promise<void> {
    const around = this.#around.get(program)!;
    const link = await TcpLink.open(`${program} to ${dependency}`, port);
    around.links.set(dependency, link);
    around.redirects = { ...around.redirects, [port]: link.port };
    this.#writeControl(program);
  }

  #start(program: Program, bug?: string): Promise<void> {
    const index = PROGRAMS.indexOf(program);
    const port = this.#ports[index]!;
    return this.#supervisor.start({
      name: program,
      command: process.execPath,
      args: [join(ROOT, program === "api" ? "api/main.ts" : "operator/main.ts")],
      cwd: ROOT,
      stopWave: 0,
      graceMs: 15_000,
      env: {
        ...(program === "api" ? this.#gatewayEnv(port) : this.#operatorEnv(program, port)),
        CHAOS_CONTROL: this.#file(program, "control.json"),
        ...(bug === undefined ? {} : { CHAOS_BUG: bug }),
      },
      ready: (signal) =>
        program === "api" ? answersOk(`${this.url}/readyz`, signal) : acceptsConnections(port, signal),
    });
  }

  #gatewayEnv(port: number): Record<string, string> {
    return {
      ...this.#sharedEnv("api"),
      BERTH_PORT: String(port),
      BERTH_DRAIN_SECONDS: "0",
      BERTH_SERVICE_TOKENS: this.stack.connection.service_token,
      BERTH_REGISTRATION: "open",
      BERTH_QUOTA_FACTOR: "1000",
      BERTH_RATE_LIMIT_PER_SECOND: "100000",
      BERTH_RATE_LIMIT_BURST: "100000",
      BERTH_WAITS_PER_USER: "100000",
      BERTH_WRITES_PER_MINUTE: "100000",
    };
  }

  #operatorEnv(program: Program, port: number): Record<string, string> {
    const { git } = this.stack.connection;
    return {
      ...this.#sharedEnv(program),
      BERTH_METRICS_PORT: String(port),
      BERTH_GIT_URL: git.url,
      BERTH_GIT_USER: "berth",
      BERTH_GIT_TOKEN: git.token,
      BERTH_GIT_BRANCH: git.branch,
      BERTH_NAMESPACE,
      BERTH_IDENTITY: program,
    };
  }

  #sharedEnv(program: Program): Record<string, string> {
    return {
      BERTH_KUBECONFIG: this.#file(program, "kubeconfig"),
      BERTH_POSTGRES_URL: this.stack.connection.postgres_url,
      BERTH_ARGOCD_NAMESPACE: ARGOCD_NAMESPACE,
      BERTH_APPS_DOMAIN: "apps.localhost",
      BERTH_CLUSTER_DENIED_ADDRESSES: "none",
      BERTH_LOCAL_CLOUD_URL: this.stack.cloud.url,
      BERTH_LOCAL_CLOUD_TOKEN: this.stack.cloud.token,
    };
  }

  #writeControl(program: Program): void {
    const { redirects, clockOffsetMs } = this.#around.get(program)!;
    const path = this.#file(program, "control.json");
    writeFileSync(`${path}.next`, JSON.stringify({ redirects, clockOffsetMs }));
    renameSync(`${path}.next`, path);
  }

  #file(program: Program, ending: string): string {
    return join(this.homeDir, "berth", `${program}.${ending}`);
  }

  #userConfig(program: Program): string {
    return join(this.homeDir, "management", `${program === "api" ? "berth-api" : "berth-operator"}.kubeconfig`);
  }
}

function read(path: string): Kubeconfig {
  return parse(readFileSync(path, "utf8")) as Kubeconfig;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
