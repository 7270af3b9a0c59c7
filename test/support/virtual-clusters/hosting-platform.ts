/*
 * A whole platform with a host of shared clusters on real nodes: the host is a cluster of the simulated cloud, which the platform
 * took over as one at a real provider. At that provider it makes shared clusters as it does everywhere: Argo CD installs vcluster's
 * own chart, whose images are of this machine.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createKubeClient, type KubeClient } from "../../../adapters/kubernetes/kube-client.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { CLUSTERS, SECRETS } from "../../../adapters/kubernetes/resource-types.ts";
import { LABELS } from "../../../contract/identity.ts";
import { loadLocalConfig } from "../../../local/config.ts";
import { ImageStore } from "../../../local/images/image-store.ts";
import { startStack, type Stack } from "../../../local/stack.ts";
import { registerAccount } from "../berth-client.ts";
import { kubeconfigOf, type ClusterAccess } from "../customer-kubeconfig.ts";
import { eventually } from "../eventually.ts";
import { HETZNER_TOKEN, HetznerServer } from "../hetzner-server.ts";
import { connectCloud } from "../stack-cloud.ts";
import { insist } from "../story.ts";
import { startChartRepository, type ChartRepository } from "./chart-repository.ts";
import { makeVirtualClusterImages } from "./images.ts";
import { startWhole } from "../start-whole.ts";

/** A platform, and the host that its shared clusters come to. */
export type HostingPlatform = Readonly<{
  stack: Stack;
  url: string;
  dir: string;
  management: KubeClient;
  charts: ChartRepository;
  /** The host as its cloud shows it, with the rights of its administrator. */
  host: KubeClient;
  hostAccess: ClusterAccess;
  /** What the platform calls it. */
  hostHandle: string;
  stop: () => Promise<void>;
}>;

/** Where the host is, and with it whatever comes onto it. */
export const AT = { provider: "hetzner", region: "fsn1" } as const;
const NAME = "landing";
const SIZE = { server_type: "medium", node_count: 2, kubernetes_version: "1.36", autoscaling: null } as const;
const PATIENCE_MS = 8 * 60_000;
const ARGOCD = "argocd";

/** Starts the platform with its host. */
export function startHostingPlatform(): Promise<HostingPlatform> {
  return startWhole(async (stops) => {
    const dir = await mkdtemp(join(tmpdir(), "berth-hosting-"));
    stops.push(() => rm(dir, { recursive: true, force: true }));
    await makeVirtualClusterImages(new ImageStore(join(loadLocalConfig().cacheDir, "images")), join(dir, "images"));
    const hetzner = new HetznerServer();
    const hetznerUrl = await hetzner.start();
    stops.push(() => hetzner.stop());
    const charts = await startChartRepository();
    stops.push(() => charts.close());
    const stack = await startStackAt(dir, hetznerUrl);
    stops.push(() => stack.stop());
    const { url, kubeconfig } = stack.connection;
    const management = createKubeClient({ kubeconfigPath: kubeconfig });
    stops.push(() => management.close());
    await tellArgo(management, charts, dir);
    const hostAccess = await makeCustomersCluster(stack);
    const hostHandle = await takeOver({ url, management }, hostAccess);
    const host = createKubeClient(hostAccess);
    stops.push(() => host.close());
    return { stack, url, dir, management, charts, host, hostAccess, hostHandle };
  });
}

/** Starts the stack as one that makes clusters at that provider, which nobody here is asked to. */
async function startStackAt(homeDir: string, hetznerUrl: string): Promise<Stack> {
  const settings = {
    BERTH_HETZNER_URL: hetznerUrl,
    BERTH_HETZNER_TOKEN: HETZNER_TOKEN,
    BERTH_CLUSTER_API_NAMESPACE: "nowhere",
    BERTH_FREE_PROVIDERS: `local,${AT.provider}`,
  };
  const before = { ...process.env };
  Object.assign(process.env, settings);
  try {
    return await startStack({ homeDir, nodes: "real", port: 0, quiet: true, restartPauseMsMax: 1_000 });
  } finally {
    for (const name of Object.keys(settings)) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
}

/** Tells Argo CD by which way it gets to the chart's repository, and whom it believes there. */
async function tellArgo(
  management: KubeClient,
  { url, host, proxy, authority }: ChartRepository,
  dir: string,
): Promise<void> {
  await writeFile(join(dir, "argocd", "tls", host), authority);
  const labels = { "argocd.argoproj.io/secret-type": "repository" };
  const metadata = { name: "vcluster-charts", namespace: ARGOCD, labels };
  const stringData = { type: "helm", name: "vcluster", url, proxy };
  await management.create(
    SECRETS,
    { apiVersion: "v1", kind: "Secret", metadata, stringData },
    { fieldManager: "test" },
  );
}

type Parts = Readonly<{ url: string; management: KubeClient }>;
type Row = Readonly<{ id: string; status: string }>;
type Host = KubeObject & Readonly<{ status: { handle: string } }>;

/** Has the platform take a cluster over and call it a host; answers its handle. */
async function takeOver({ url, management }: Parts, access: ClusterAccess): Promise<string> {
  const landlord = await registerAccount(url);
  const order = { name: NAME, ...AT, kubeconfig: kubeconfigOf(access), acknowledge_bundle_install: true };
  const { id } = await insist<Row>(landlord, "POST", "/clusters/import", order);
  await eventually(async () => {
    const shown = await insist<Row>(landlord, "GET", `/clusters/${id}`);
    expect(shown.status, JSON.stringify(shown)).to.equal("running");
  }, PATIENCE_MS);
  const { items } = await management.list<Host>(CLUSTERS, { labelSelector: `${LABELS.id}=${id}` });
  const [{ metadata, status }] = items as [Host];
  const patch = { kind: "merge", body: { spec: { role: "host" } } } as const;
  await management.patch(CLUSTERS, metadata, patch, { fieldManager: "kubectl" });
  return status.handle;
}

async function makeCustomersCluster(stack: Stack): Promise<ClusterAccess> {
  const cloud = connectCloud(stack.cloud);
  await cloud.putCluster(NAME, { tier: "dedicated", region: "local-1", ...SIZE });
  return eventually(async () => {
    const found = await cloud.getCluster(NAME);
    expect(found?.state, found?.reason).to.equal("running");
    return { server: found?.server ?? "", caData: found?.ca_data ?? "", token: found?.admin_token ?? "" };
  }, PATIENCE_MS);
}
