/*
 * The operator's own code around a real cluster: what it asks there, and of DNS and addresses, is answered by real programs. Its
 * management cluster, Git and Argo CD are doubled; Argo CD's double brings what Berth's chart makes of the values to the cluster.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Registry } from "prom-client";
import { createAddressResolver } from "../../../adapters/dns/address-resolver.ts";
import { createRecordLookup } from "../../../adapters/dns/record-lookup.ts";
import { createTxtResolver } from "../../../adapters/dns/txt-resolver.ts";
import type { KubeSource } from "../../../adapters/kubernetes/credentials.ts";
import { createKubeClient, type KubeClient } from "../../../adapters/kubernetes/kube-client.ts";
import { NAMESPACES } from "../../../adapters/kubernetes/resource-types.ts";
import { createLogger } from "../../../adapters/log/logger.ts";
import { createAddressAsker } from "../../../adapters/outgoing/address-asker.ts";
import { LABELS } from "../../../contract/identity.ts";
import { createOperator } from "../../../operator/controllers/operator.ts";
import type { DeliverySettings } from "../../../operator/controllers/shared/delivery-settings.ts";
import { readBundleRelease } from "../../../operator/delivery/bundle-release.ts";
import { readPlatformChart } from "../../../operator/delivery/platform-charts.ts";
import { startWriter } from "../../../operator/git/start-writer.ts";
import { createLocalProvisioner } from "../../../operator/provisioners/local/local-provisioner.ts";
import { systemClock as clock } from "../../../operator/runtime/clock.ts";
import { createRuntimeMetrics } from "../../../operator/runtime/metrics.ts";
import { FakeCloud } from "../../simulation/world/fake-cloud.ts";
import { FakeGitWriter, FakeRepository } from "../../simulation/world/fake-git.ts";
import { TenantTokens } from "../../simulation/world/tenant-tokens.ts";
import { uidsOf } from "../../simulation/world/uids-of.ts";
import { ArgoDouble } from "../argo-double.ts";
import { eventually } from "../eventually.ts";
import { FakeKubeClient } from "../fake-kube-client.ts";
import { renderChart, WORKLOAD_CHART, type Rendered } from "../helm.ts";
import type { RealCluster } from "../real-cluster.ts";

/** An operator with what it works on. */
export type RunningOperator = Readonly<{
  management: FakeKubeClient;
  repository: FakeRepository;
  stop: () => Promise<void>;
}>;

/** What is around it: the cluster that its cloud makes, who answers for DNS, and by whose certificates addresses are believed. */
type Around = Readonly<{
  cluster: RealCluster;
  dns: string;
  ca: string;
  organizations: readonly string[];
  settings: Pick<DeliverySettings, "acme" | "clusterIssuer">;
}>;

const ARGOCD = "argocd";
/** Where clusters have the addresses of their Services. */
const SERVICES = ["10.0.0.0/8"];
const ROLLOUT_MS = 5 * 60_000;
const charts = (name: string): string => fileURLToPath(new URL(`../../../charts/${name}`, import.meta.url));

/** Starts an operator whose first cluster is a real one, and doubles are all others. */
export async function startOperator(around: Around): Promise<RunningOperator> {
  const end = new AbortController();
  const [management, repository] = [new FakeKubeClient(), new FakeRepository()];
  await addNamespaces(management, around.organizations);
  const writer = new FakeGitWriter({ repository, clock });
  const logger = createLogger("operator", process.env["BERTH_SIM_LOG"] ?? "nothing");
  await startWriter({ writer, clock, logger }, end.signal);
  const cloud = cloudOf(around.cluster);
  const deployed = async (cluster: string, namespace: string, content: string): Promise<void> => {
    if (cloud.isReal(cluster)) await deliver(around.cluster, namespace, content);
  };
  const argo = new ArgoDouble({ client: management, tree: repository, clock, namespace: ARGOCD, target: { deployed } });
  void argo.run(end.signal);
  const [workload, database] = [
    await readPlatformChart(charts("workload")),
    await readPlatformChart(charts("database")),
  ];
  const operator = createOperator({
    client: management,
    isLeader: () => true,
    writer,
    charts: { workload, database },
    bundle: await readBundleRelease(charts("")),
    provisioners: { "cluster-api": createLocalProvisioner(cloud) },
    ...answersOf(around),
    connect: connectTo(around.cluster),
    settings: settingsOf(around, { chartVersion: workload.version, databaseChartVersion: database.version }),
    clock,
    logger,
    metrics: createRuntimeMetrics(new Registry()),
  });
  for (const cache of Object.values(operator.caches)) void cache.run(end.signal);
  await Promise.all(Object.values(operator.caches).map((cache) => cache.whenSynced(end.signal)));
  operator.start();
  const stop = async (): Promise<void> => {
    await operator.stop(5_000);
    end.abort();
    await writer.stop();
  };
  return { management, repository, stop };
}

async function addNamespaces(management: FakeKubeClient, organizations: readonly string[]): Promise<void> {
  const by = { fieldManager: "test" };
  await management.create(NAMESPACES, { metadata: { name: "kube-system" } }, by);
  for (const [index, name] of organizations.entries()) {
    const labels = { [LABELS.organizationId]: `018f0000-0000-7000-8000-00000000000${index + 1}` };
    await management.create(NAMESPACES, { metadata: { name, labels } }, by);
  }
}

type Cloud = Pick<FakeCloud, "getCluster" | "putCluster" | "deleteCluster" | "deleteNode">;

/** A cloud whose first cluster is the real one. */
function cloudOf({ access }: RealCluster): Cloud & Readonly<{ isReal: (handle: string) => boolean }> {
  const cloud = new FakeCloud(clock, () => undefined);
  const isReal = (handle: string): boolean => cloud.handles()[0] === handle;
  const own = { server: access.server, ca_data: Buffer.from(access.caPem).toString("base64") };
  const admin = access.token === undefined ? {} : { admin_token: access.token };
  return {
    isReal,
    getCluster: async (handle) => {
      const found = await cloud.getCluster(handle);
      return found && { ...found, ...(isReal(handle) && found.state === "running" ? { ...own, ...admin } : {}) };
    },
    putCluster: (...all) => cloud.putCluster(...all),
    deleteCluster: (...all) => cloud.deleteCluster(...all),
    deleteNode: (...all) => cloud.deleteNode(...all),
  };
}

/** Connects to the real cluster, and to doubles of all others. */
function connectTo({ access }: RealCluster): (source: KubeSource) => KubeClient {
  const doubles = new Map<string, FakeKubeClient>();
  return (source) => {
    const server = "server" in source ? source.server : "";
    if (server === access.server) return createKubeClient(source);
    const double = doubles.get(server) ?? doubleOf(server);
    doubles.set(server, double);
    return double;
  };
}

function doubleOf(server: string): FakeKubeClient {
  const tokens = new TenantTokens(clock);
  const onRequest = (_method: string, path: string): unknown =>
    path === "/version" ? { gitVersion: "v1.36.3" } : (tokens.answer(server, path) ?? {});
  const double = new FakeKubeClient({ uidOf: uidsOf(server), onRequest });
  void double.create(NAMESPACES, { metadata: { name: "kube-system" } }, { fieldManager: "test" });
  return double;
}

type Answers = Pick<
  Parameters<typeof createOperator>[0],
  "resolveTxt" | "lookUpRecords" | "askAddress" | "judgeChartHost"
>;

/** As the process makes them of its settings; here a zone's own servers are no public ones. */
function answersOf({ dns, ca }: Around): Answers {
  const servers = [dns];
  const port = Number(dns.split(":").at(-1));
  return {
    resolveTxt: createTxtResolver(servers),
    lookUpRecords: createRecordLookup({ servers, isAllowed: () => true, port }),
    askAddress: createAddressAsker({ resolve: createAddressResolver(servers), allowed: SERVICES, ca }),
    judgeChartHost: () => Promise.resolve("allowed"),
  };
}

function settingsOf(
  { settings }: Around,
  versions: Pick<DeliverySettings, "chartVersion" | "databaseChartVersion">,
): DeliverySettings {
  return {
    ...versions,
    ...settings,
    repoUrl: "https://git.test/platform.git",
    branch: "main",
    argocdNamespace: ARGOCD,
    appsDomain: "apps.test",
    registryHost: undefined,
    managementCluster: "management",
    archive: undefined,
    nodeDrainMs: 60_000,
    operatorNamespace: "berth-system",
    gatewayUser: "berth-api",
    secretsDriver: "kubernetes",
    imageUpdater: false,
  };
}

/** Brings an application as Argo CD does, and waits as it does until its pods are there. */
async function deliver(cluster: RealCluster, namespace: string, content: string): Promise<void> {
  const [, values] = JSON.parse(content) as [string, readonly string[]];
  const dir = await mkdtemp(join(tmpdir(), "berth-values-"));
  try {
    const files = values.map((_text, index) => join(dir, `${index}.yaml`));
    for (const [index, file] of files.entries()) await writeFile(file, values[index] ?? "");
    const items = await renderChart(WORKLOAD_CHART, files, namespace);
    await cluster.apply({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const placed = items.map((item) => ({ ...item, metadata: { namespace, ...item.metadata } }));
    // What goes goes first: a listener that stayed would take what its route does not lead from any more.
    await prune(cluster, namespace, placed);
    await cluster.apply({ apiVersion: "v1", kind: "List", items: placed });
    const rollout = ["-n", namespace, "rollout", "status", "deployment", namespace, "--timeout=30s"];
    await eventually(() => cluster.kubectl(...rollout), ROLLOUT_MS);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const PRUNED = ["listenersets", "httproutes", "tcproutes"].map((plural) => `${plural}.gateway.networking.k8s.io`);

/** Takes away the routes that the chart does not make any more, as Argo CD does with all objects before it applies the others. */
async function prune({ kubectl }: RealCluster, namespace: string, items: readonly Rendered[]): Promise<void> {
  const wanted = new Set(
    items.map(({ kind, metadata }) => `${kind.toLowerCase()}.gateway.networking.k8s.io/${metadata.name}`),
  );
  const found = await kubectl(
    "-n",
    namespace,
    "get",
    PRUNED.join(","),
    "-l",
    "app.kubernetes.io/managed-by=berth",
    "-o",
    "name",
  );
  const left = found.split("\n").filter((name) => name !== "" && !wanted.has(name));
  if (left.length > 0) await kubectl("-n", namespace, "delete", ...left);
}
