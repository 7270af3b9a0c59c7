/**
 * A world in memory around the operator's real code: API servers, Git, Argo CD, the cloud, and time. Everything but the
 * operator survives its death. Each call that changes something passes `effect`, where a run can be cut.
 */
import { fileURLToPath } from "node:url";
import { createLogger } from "../../../adapters/log/logger.ts";
import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeSource } from "../../../adapters/kubernetes/credentials.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { CallOptions, KubeClient, ListOptions, ObjectList } from "../../../adapters/kubernetes/kube-port.ts";
import {
  APPLICATIONS,
  CLUSTERS,
  DAEMON_SETS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  UPGRADE_REQUESTS,
  DEPLOYMENTS,
  NAMESPACES,
  PODS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../contract/identity.ts";
import { readBundleRelease } from "../../../operator/delivery/bundle-release.ts";
import { createOperator, type Operator } from "../../../operator/controllers/operator.ts";
import type { ReleaseProgress } from "../../../operator/controllers/platform/release-waves.ts";
import type { FoundRecords } from "../../../operator/machines/deployment/domain-points.ts";
import type { AddressAnswer } from "../../../operator/machines/deployment/reachable.ts";
import { GitError } from "../../../operator/git/git-error.ts";
import { startWriter } from "../../../operator/git/start-writer.ts";
import { createLocalProvisioner } from "../../../operator/provisioners/local/local-provisioner.ts";
import type { RenderElsewhere } from "../../../operator/render-elsewhere.ts";
import { sleep } from "../../../operator/runtime/clock.ts";
import type { AwaitedJob } from "../../support/argo-application.ts";
import { ArgoDouble } from "../../support/argo-double.ts";
import { createFakeClock, type FakeClock } from "../../support/fake-clock.ts";
import { FakeKubeClient } from "../../support/fake-kube-client.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import type { ChartHostVerdict } from "../../../adapters/outgoing/chart-host-judge.ts";
import { answerKinds } from "./answer-kinds.ts";
import { chartOf } from "./chart-of.ts";
import { countedMetrics } from "./counted-metrics.ts";
import { Dead, ON_TENANTS, type Disturbance, type Misbehaviour } from "./disturbance.ts";
import { FakeCloud } from "./fake-cloud.ts";
import { FakeGitWriter, FakeRepository } from "./fake-git.ts";
import { ForeignController } from "./foreign-controller.ts";
import { HOSTS } from "./hosts.ts";
import { beginLife, endLife, type Life } from "./life.ts";
import { Monitor } from "./monitor.ts";
import { OperatorClient } from "./operator-client.ts";
import { runCaches } from "./run-caches.ts";
import { Outside } from "./outside.ts";
import { replay, type Recorded } from "./replay.ts";
import { TenantTokens } from "./tenant-tokens.ts";
import { uidsOf } from "./uids-of.ts";
import {
  VIRTUAL_DOMAIN,
  installVirtualCluster,
  isVirtualCluster,
  removeVirtualCluster,
} from "./virtual-cluster-double.ts";

export const ORGANIZATION = "org-acme";
export const ARGOCD = "argocd";
const BUNDLE = await readBundleRelease(fileURLToPath(new URL("../../../charts", import.meta.url)));
const ANSWERED: AddressAnswer = { kind: "answered", status: 200, tookMs: 5 };
const [RESTART_MS, LEASE_MS, FROZEN_MS] = [1_000, 15_000, 30_000];
const TENANT_DEADLINE_MS = 10_000;
const EVICTION = /^\/api\/v1\/namespaces\/([^/]+)\/pods\/([^/]+)\/eviction$/;

type Brought<T> = (tenant: FakeKubeClient, namespace: string, content: string) => Promise<T>;

/** The set-up of a world. */
export type WorldOptions = Readonly<{
  seed: number;
  disturbance?: Disturbance;
  misbehaves?: Misbehaviour;
  renderElsewhere?: RenderElsewhere;
}>;

/** Holds a world and lets time pass in it. */
export class World {
  readonly clock: FakeClock = createFakeClock();
  readonly management: FakeKubeClient;
  readonly repository = new FakeRepository();
  readonly cloud: FakeCloud;
  readonly argo: ArgoDouble;
  readonly monitor: Monitor;
  readonly tokens = new TenantTokens(this.clock);
  /** Every effect of every operator, in order. */
  readonly effects: string[] = [];
  /** How many of them came before what the story is about. */
  setUpEffects = 0;
  /** The charts of the release that the next operator is of. */
  charts = { workload: chartOf("workload", "0.1.0"), database: chartOf("database", "0.1.0") };
  /** Whether the next operator is told of any cloud, whom it asks for what is wished of certificates, and where backups are kept. */
  serves = true;
  authority: Parameters<typeof createOperator>[0]["authority"];
  backups: Parameters<typeof createOperator>[0]["settings"]["backups"];
  /** Whether the Git server answers nobody. */
  gitAway = false;
  /** How long a push of the next operator takes; as long as usual where unset. */
  pushMs: number | undefined;
  /** What the operator tells of its releases, newest last. */
  readonly releases: ReleaseProgress[] = [];
  /** How much has no resource, as the operator tells. */
  orphans: Readonly<Record<string, number>> = {};
  /** What Argo CD cannot do now, by the Application's name: compare, delete; and how what runs fares. */
  incomparable: (name: string) => string | undefined = () => undefined;
  undeletable: (name: string) => string | undefined = () => undefined;
  ails: (name: string) => string | undefined = () => undefined;
  readonly #tenants = new Map<string, FakeKubeClient>();
  readonly #random: () => number;
  readonly #options: WorldOptions;
  readonly #outside: Outside;
  readonly #foreign: ForeignController;
  readonly #end = new AbortController();
  readonly #history = new Map<string, Recorded[]>();
  #life: Life | undefined;
  /** The cloud does not know who calls it. */
  #atCloud: Life | undefined;
  #hasCrashed = false;
  starts = 0;
  readonly watched: string[] = [];
  /** Is called whenever a story lets everything come to rest. */
  onRest: () => Promise<void> = () => Promise.resolve();
  /** Is told of each version of the operator's own objects, each effect, request to an API server, walk through a copy and pass. */
  onSeen: (type: ResourceType, event: string, object: KubeObject) => void = () => undefined;
  onEffect: (label: string) => void = () => undefined;
  onAsked: (whom: "management" | "tenant" | "copy", verb: string, what: string) => void = () => undefined;
  onPass: (controller: string) => void = () => undefined;
  /** What is said of the hosts of charts; of others that they are allowed. */
  readonly chartHosts = new Map<string, ChartHostVerdict>();
  /** What comes of asking the address of an application, by its host; others answer well. */
  readonly addresses = new Map<string, AddressAnswer>();
  /** Where names lead, by DNS, and what it answers. */
  readonly records = new Map<string, FoundRecords>();
  readonly txtRecords = new Map<string, readonly string[]>();
  /** Handles of clusters whose API server takes calls and never answers; how long a call takes; by how much clocks are ahead. */
  readonly hanging = new Set<string>();
  hangsForMs = TENANT_DEADLINE_MS;
  tenantSkewMs = 0;
  operatorSkewMs = 0;
  failing: (name: string) => boolean = () => false;
  /** Of which Applications an attempt to sync fails, and the next one never comes. */
  retrying: (name: string) => boolean = () => false;
  /** Answers what is asked of a pod of a tenant cluster, or of its log. */
  onPodAsked: (path: string) => unknown = () => undefined;
  /** Is told of each sync that came through, as an operator on the tenant cluster sees it, and what it waits for before. */
  onDeployed: Brought<void> = () => Promise.resolve();
  onAwaited: Brought<AwaitedJob | undefined> = () => Promise.resolve(undefined);

  constructor(options: WorldOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    const nowMs = (): number => this.clock.nowMs();
    this.management = new FakeKubeClient({
      nowMs,
      uidOf: uidsOf("management"),
      onCall: (method, type) => this.#outside.onCall(method, type),
    });
    this.cloud = new FakeCloud(this.clock, () => this.#effect("cloud", () => Promise.resolve(), this.#atCloud));
    this.monitor = new Monitor(this);
    this.#foreign = new ForeignController(this.management);
    this.#outside = new Outside(this, options.disturbance);
    this.tokens.onIssued = (token) => this.monitor.onToken(token);
    this.argo = new ArgoDouble({
      client: this.management,
      tree: this.repository.copy,
      clock: this.clock,
      namespace: ARGOCD,
      fails: (name) => this.failing(name),
      retries: (name) => this.retrying(name),
      incomparable: (name) => this.incomparable(name),
      undeletable: (name) => this.undeletable(name),
      ails: (name) => this.ails(name),
      target: {
        awaited: (cluster, namespace, content) => this.onAwaited(this.#tenantServer(cluster), namespace, content),
        deployed: (cluster, namespace, content) => this.#deploy(cluster, namespace, content),
        removed: (cluster, namespace) => removeVirtualCluster(this.#tenantServer(cluster), namespace),
      },
    });
  }

  /** Starts Argo CD and the first operator. */
  async start(): Promise<void> {
    await this.management.create(NAMESPACES, { metadata: { name: "kube-system" } }, { fieldManager: "test" });
    const labels = { [LABELS.organizationId]: "018f0000-0000-7000-8000-000000000001" };
    await this.management.create(NAMESPACES, { metadata: { name: ORGANIZATION, labels } }, { fieldManager: "test" });
    for (const type of [DEPLOYMENTS, DATABASE_INSTANCES, DATABASE_BACKUPS, CLUSTERS, UPGRADE_REQUESTS, APPLICATIONS])
      void this.#record(type);
    void this.argo.run(this.#end.signal);
    await this.startOperator();
  }

  async stop(): Promise<void> {
    this.kill();
    this.#end.abort();
    await this.clock.advance(1_000);
  }

  /** Lets time pass until `probe` stops throwing; its last complaint is the error after `limitMs`. */
  async until(probe: () => Promise<unknown>, limitMs = 20 * 60_000): Promise<void> {
    const endMs = this.clock.monotonicMs() + limitMs;
    for (;;) {
      await this.clock.advance(250);
      try {
        await probe();
        return;
      } catch (error) {
        if (this.clock.monotonicMs() >= endMs) throw error;
      }
    }
  }

  /** Lets the operator look at the branch, as it does every ten seconds. */
  async refreshGit(): Promise<void> {
    await this.#life?.writer?.refresh();
  }

  tenant(handle: string): FakeKubeClient | undefined {
    return this.#tenants.get(handle);
  }

  tenantHandles(): readonly string[] {
    return [...this.#tenants.keys()].sort();
  }

  get operator(): Operator | undefined {
    return this.#life?.operator;
  }

  get pushGroups(): readonly number[] {
    return this.#life?.writer?.groups ?? [];
  }

  /** Ends the operator as `kill -9` would. */
  kill(life = this.#life): void {
    if (life?.alive === true) endLife(life);
  }

  async startOperator(): Promise<void> {
    if (this.#end.signal.aborted) return;
    this.starts += 1;
    const life = beginLife(this.clock, () => this.operatorSkewMs);
    const { clock } = life;
    this.#life = life;
    const { misbehaves } = this.#options;
    const unusual = { ...(misbehaves && { misbehaves }), ...(this.pushMs && { pushMs: this.pushMs }) };
    const git = { repository: this.repository, clock, ...this.#pushHooks(life), ...unusual };
    life.writer = new FakeGitWriter({ ...git, isAway: () => this.gitAway });
    const logger = createLogger("sim", process.env["BERTH_SIM_LOG"] ?? "nothing");
    const reading = startWriter({ writer: life.writer, clock, logger }, life.abort.signal);
    if (!this.gitAway) await reading;
    const machines = createLocalProvisioner(this.#cloudFor(life));
    life.operator = createOperator({
      client: this.#clientFor(life, this.management, true),
      isLeader: () => this.#isLeader(life),
      writer: life.writer,
      charts: this.charts,
      observeRelease: (progress) => this.releases.push(progress),
      observeOrphans: (counts) => (this.orphans = counts),
      bundle: BUNDLE,
      // The hosts of virtual clusters are machines of that cloud too, at another provider.
      provisioners: this.serves ? { local: machines, "cluster-api": machines } : {},
      virtualClusters: { perNode: 2, domain: VIRTUAL_DOMAIN },
      resolveTxt: async (name) => Promise.resolve(this.txtRecords.get(name) ?? []),
      lookUpRecords: async (name) => Promise.resolve(this.records.get(name) ?? { alias: undefined, addresses: [] }),
      askAddress: async ({ url }) => Promise.resolve(this.addresses.get(new URL(url).hostname) ?? ANSWERED),
      authority: this.authority,
      judgeChartHost: async (url) => Promise.resolve(this.chartHosts.get(new URL(url).host) ?? "allowed"),
      connect: (source) => this.#connect(life, source),
      settings: {
        repoUrl: "https://git.test/platform.git",
        branch: "main",
        argocdNamespace: ARGOCD,
        ...HOSTS,
        managementCluster: "management",
        chartVersion: this.charts.workload.version,
        databaseChartVersion: this.charts.database.version,
        archive: { destination: "s3://archive" },
        ...(this.backups && { backups: this.backups }),
        nodeDrainMs: 60_000,
        operatorNamespace: "berth-system",
        gatewayUser: "berth-api",
        secretsDriver: "kubernetes",
        imageUpdater: true,
      },
      clock,
      logger,
      metrics: countedMetrics((controller) => this.onPass(controller)),
      random: this.#random,
      ...(this.#options.renderElsewhere && { renderElsewhere: this.#options.renderElsewhere }),
    });
    const { operator, abort } = life;
    void runCaches(operator.caches, abort.signal, (cache) => this.onAsked("copy", "list", cache)).then(() => {
      if (life.alive) operator.start();
    });
  }

  #cloudFor(life: Life): FakeCloud {
    return new Proxy(this.cloud, {
      get: (cloud, name) => {
        const member: unknown = Reflect.get(cloud, name);
        if (typeof member !== "function") return member;
        const call = member as (...all: unknown[]) => Promise<unknown>;
        return (...args: unknown[]) => {
          if (!life.alive) return Promise.reject(new Dead());
          this.#atCloud = life;
          return call.apply(cloud, args);
        };
      },
    });
  }

  #clientFor(life: Life, server: FakeKubeClient, isManagement: boolean): KubeClient {
    const { disturbance = {}, misbehaves } = this.#options;
    const lists = new Set<string>();
    const back = isManagement && this.#hasCrashed ? disturbance.staleEvents : undefined;
    if (isManagement) this.#hasCrashed = false;
    return new OperatorClient({
      server,
      clock: this.clock,
      random: this.#random,
      isAlive: () => life.alive,
      effect: (label, perform) => this.#effect(label, perform, life),
      disturbance: isManagement ? disturbance : {},
      ...(misbehaves === undefined || (!isManagement && !ON_TENANTS.has(misbehaves)) ? {} : { misbehaves }),
      ...(back === undefined
        ? {}
        : { staleList: (type: ResourceType, options: ListOptions) => this.#staleList(lists, back, { type, options }) }),
      bump: (type, ref) => this.#foreign.bump(type, ref),
      onAsked: (verb, what) => {
        if (isManagement) life.clock.hear(this.clock.nowMs());
        this.onAsked(isManagement ? "management" : "tenant", verb, what);
      },
      onWatched: (kind) => this.watched.push(kind),
      beforePatch: (type, ref, patch, options) =>
        isManagement ? this.monitor.beforePatch(type, ref, patch, options) : Promise.resolve(),
      beforeDelete: (type, ref) => this.monitor[isManagement ? "beforeDelete" : "beforeTenantDelete"](type, ref),
    });
  }

  async #effect<T>(label: string, perform: () => Promise<T>, life?: Life): Promise<T> {
    const at = this.effects.push(label);
    this.onEffect(label);
    this.#judge(label, life);
    const { crashes = [], freezeAt } = this.#options.disturbance ?? {};
    const crash = crashes.find((one) => one.at === at);
    if (crash?.when === "before") this.#crash();
    try {
      return await this.#outside.around(at, perform);
    } finally {
      // A refusal is an answer too, which the dead do not hear.
      if (crash?.when === "after") this.#crash();
      if (freezeAt === at && life !== undefined) await this.#freeze(life);
    }
  }

  #judge(label: string, life: Life | undefined): void {
    if (life?.leads === false) this.monitor.violations.push(`${label}: by an operator that leads no more`);
  }

  #isLeader({ leads }: Life): boolean {
    return leads || this.#options.misbehaves === "unfenced";
  }

  /** Stops an operator for so long that another one leads when it goes on, in the middle of what it did. */
  async #freeze(life: Life): Promise<void> {
    life.leads = false;
    this.clock.setTimeout(() => void this.startOperator(), LEASE_MS);
    await sleep(this.clock, FROZEN_MS);
    // It finds out with its next look at the lease, and ends.
    this.clock.setTimeout(() => this.kill(life), RESTART_MS);
  }

  #crash(): never {
    this.kill();
    this.#hasCrashed = true;
    this.clock.setTimeout(() => void this.startOperator(), RESTART_MS);
    throw new Dead();
  }

  #pushHooks(life: Life): { beforePush: () => void; afterPush: () => void } {
    const share = this.#options.disturbance?.pushFaults ?? 0;
    const crashAt = (when: string): void => {
      const crash = this.#options.disturbance?.crashes?.find((one) => one.at === this.effects.length);
      if (crash?.when === when) this.#crash();
    };
    return {
      beforePush: () => {
        if (!life.alive) throw new Dead();
        if (!this.#isLeader(life)) throw new GitError("NotLeader", "Another process leads now");
        this.effects.push("push");
        this.onEffect("push");
        crashAt("before");
        if (this.#random() < share) throw new GitError("GitUnavailable", "The Git server is away");
      },
      afterPush: () => {
        crashAt("after");
        if (this.#random() < share) throw new GitError("GitUnavailable", "The answer was lost");
      },
    };
  }

  #connect(life: Life, source: KubeSource): KubeClient {
    const server = "server" in source ? source.server : "";
    const handle = /^https:\/\/(.+?)\.(?:vc\.test|test:6443)$/.exec(server)?.[1] ?? "";
    const token = "token" in source ? source.token : undefined;
    return this.#orHanging(handle, token, this.#clientFor(life, this.#tenantServer(handle), false));
  }

  /** Calls of a cluster that hangs end with their deadline or their signal; who comes with a token that has ended is nobody. */
  #orHanging(handle: string, token: string | undefined, client: KubeClient): KubeClient {
    return new Proxy(client, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function" || name === "close") return member;
        const call = member as (...all: unknown[]) => unknown;
        return (...args: unknown[]) => {
          if (this.tokens.hasEnded(token)) {
            this.monitor.onEndedToken(handle);
            return Promise.reject(new KubeError(handle, { status: 401, reason: "Unauthorized" }));
          }
          if (!this.hanging.has(handle)) return call.apply(target, args);
          const { signal } = (args.at(-1) ?? {}) as CallOptions;
          return sleep(this.clock, this.hangsForMs, signal).then(() => {
            throw new KubeError(`${handle} hangs`, { status: 0, reason: "Timeout" });
          });
        };
      },
    });
  }

  #tenantServer(handle: string): FakeKubeClient {
    const known = this.#tenants.get(handle);
    if (known !== undefined) return known;
    const server: FakeKubeClient = new FakeKubeClient({
      nowMs: () => this.clock.nowMs() + this.tenantSkewMs,
      uidOf: uidsOf(handle),
      onRequest: (_method, path) => {
        if (path === "/version")
          return { gitVersion: `v${this.cloud.specs()[handle]?.kubernetes_version ?? "1.36.3"}` };
        const [, namespace, name] = EVICTION.exec(path) ?? [];
        if (namespace !== undefined && name !== undefined) void server.delete(PODS, { namespace, name });
        return this.onPodAsked(path) ?? answerKinds(server, path) ?? this.tokens.answer(handle, path) ?? {};
      },
      onStream: (path) => this.onPodAsked(path) as string | undefined,
    });
    this.#tenants.set(handle, server);
    void server.create(NAMESPACES, { metadata: { name: "kube-system" } }, { fieldManager: "test" });
    const network = { metadata: { name: "cilium", namespace: "kube-system" } };
    void server.create(DAEMON_SETS, network, { fieldManager: "test" });
    return server;
  }

  async #deploy(cluster: string, namespace: string, content: string): Promise<void> {
    const server = this.#tenantServer(cluster);
    if (isVirtualCluster(namespace)) await installVirtualCluster(server, namespace);
    else if ((await server.get(NAMESPACES, { name: namespace })) === undefined)
      await server.create(NAMESPACES, { metadata: { name: namespace } }, { fieldManager: "argocd" });
    await this.onDeployed(server, namespace, content);
  }

  async #record(type: ResourceType): Promise<void> {
    const history: Recorded[] = [];
    this.#history.set(type.plural, history);
    for (let from = "1"; !this.#end.signal.aborted; from = await this.#goOn(type))
      await this.#follow(type, from, history).catch(() => undefined);
  }

  /** A watch ended: what there is now counts, whatever there was. */
  async #goOn(type: ResourceType): Promise<string> {
    const { items, resourceVersion } = await this.management.list(type);
    this.monitor.goOn(items);
    return resourceVersion;
  }

  async #follow(type: ResourceType, from: string, history: Recorded[]): Promise<void> {
    for await (const event of this.management.watch(type, { resourceVersion: from }, this.#end.signal)) {
      history.push({ version: event.object.metadata.resourceVersion ?? "", type: event.type, object: event.object });
      this.monitor.onEvent(type, event.type, event.object);
      this.onSeen(type, event.type, event.object);
      if (event.type === "MODIFIED") await this.#foreign.letGo(type, event.object);
    }
  }

  /** The first list of a kind, as it was some events ago. */
  #staleList(
    seen: Set<string>,
    back: number,
    { type, options }: Readonly<{ type: ResourceType; options: ListOptions }>,
  ): ObjectList | undefined {
    const history = this.#history.get(type.plural);
    const isCaches = !(options.labelSelector ?? "").includes("=") && !seen.has(type.plural);
    if (history === undefined || !isCaches) return undefined;
    seen.add(type.plural);
    return replay(history.slice(0, Math.max(0, history.length - back)));
  }
}
