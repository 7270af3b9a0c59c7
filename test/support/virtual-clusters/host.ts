/*
 * A host of shared clusters: real nodes, and on them virtual clusters by the real vcluster. What stands there is what the platform
 * writes: the guard, the values, the labels of the namespaces. What it reads is read by its own eyes (host-views.ts); what Argo CD
 * does with an Application of one chart is done here.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";
import { createKubeClient, type KubeClient } from "../../../adapters/kubernetes/kube-client.ts";
import { NAMESPACES } from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS } from "../../../contract/identity.ts";
import { findHindrance } from "../../../operator/provisioners/vcluster/find-hindrance.ts";
import { HostViews, type HostView } from "../../../operator/provisioners/vcluster/host-views.ts";
import { systemClock } from "../../../operator/runtime/clock.ts";
import { renderHostGuard } from "../../../render/cluster/host-guard.ts";
import {
  renderVirtualCluster,
  virtualClusterName,
  type VirtualCluster,
} from "../../../render/cluster/virtual-cluster.ts";
import { writeFileAtomically } from "../../../local/atomic-file.ts";
import { applyAll } from "../apply-all.ts";
import { startDnsServer, type DnsServer } from "../dns-server.ts";
import { findBinaries } from "../embedded-binaries.ts";
import { eventually } from "../eventually.ts";
import { fetchChart } from "../fetch-chart.ts";
import { renderRelease } from "../helm.ts";
import { reachWithKubectl, startRealCluster, type RealCluster } from "../real-cluster.ts";
import { KUBERNETES_TAG, makeVirtualClusterImages } from "./images.ts";
import { startWhole } from "../start-whole.ts";

/** A virtual cluster of one tenant, reached with the credential that the platform would find. */
export type Tenant = Readonly<{
  handle: string;
  /** What lies on the host of it. */
  namespace: string;
  server: string;
  /** How its owner reaches it. */
  kubectl: RealCluster["kubectl"];
  apply: RealCluster["apply"];
}>;

/** A host and what tenants come to it by. */
export type Host = Readonly<{
  cluster: RealCluster;
  dns: DnsServer;
  /** Has it look at the host as the operator does. */
  look: () => Promise<HostView>;
  admit: (handle: string) => Promise<Tenant>;
  remove: (tenant: Tenant) => Promise<void>;
  stop: () => Promise<void>;
}>;

/** What tenants are admitted to. */
type HostParts = Pick<Host, "cluster" | "look"> &
  Readonly<{
    client: KubeClient;
    dir: string;
    /** Whether tenants' Ingresses are written there. */
    hasIngresses?: boolean;
  }>;
type Parts = HostParts;

/** The domain of the hosts that a tenant's Ingresses may have. */
export const APPS_DOMAIN = "apps.example.org";
const HOST = "host";
const PATIENCE_MS = 10 * 60_000;
const PAUSE_MS = 500;
const soon = <T>(probe: () => Promise<T>): Promise<T> => eventually(probe, PATIENCE_MS, PAUSE_MS);

/** Starts a host with two nodes, on which nobody is yet. */
export function startHost(): Promise<Host> {
  return startWhole(async (stops) => {
    const dir = await mkdtemp(join(tmpdir(), "berth-host-"));
    stops.push(() => rm(dir, { recursive: true, force: true }));
    const dns = await startDnsServer();
    stops.push(() => dns.close());
    const cluster = await startRealCluster({ nodes: 2, resolvers: dns.address });
    stops.push(() => cluster.stop());
    await makeVirtualClusterImages(cluster.images, join(dir, "images"));
    const client = createKubeClient({ kubeconfigPath: cluster.kubeconfig });
    stops.push(() => client.close());
    const look = lookBy(client);
    await applyAll(client, renderHostGuard(false));
    const parts = { cluster, client, dir, look };
    return { cluster, dns, look, admit: (handle) => admit(parts, handle), remove: (one) => remove(parts, one) };
  });
}

/** Looks at a host by the operator's own eyes. */
export function lookBy(client: KubeClient): () => Promise<HostView> {
  const views = new HostViews({ client: () => client, clock: systemClock });
  return async () => {
    const view = await views.look(HOST, 0);
    const hindrance = findHindrance(view, false);
    if (view === undefined || hindrance !== undefined) throw new Error(hindrance?.message ?? "The host is silent");
    return view;
  };
}

/** Makes the virtual cluster of a tenant on a host, and reaches it. */
export async function admit(parts: Parts, handle: string): Promise<Tenant> {
  await install(parts, wantedOf(handle, parts.hasIngresses));
  const namespace = virtualClusterName(handle);
  await balanceLoad(parts, `/api/v1/namespaces/${namespace}/services/${handle}`);
  const key = `${namespace}/${handle}`;
  const { server, token, caData } = await soon(async () => {
    const view = await parts.look();
    const [address, access] = [view.addresses.get(key), view.access.get(key)];
    if (address === undefined || access === undefined) throw new Error(`${handle} is not handed out yet`);
    return { server: `https://${address}`, ...access };
  });
  const path = join(parts.dir, `${handle}.kubeconfig`);
  await writeFileAtomically(path, renderKubeconfig({ server, token, caData }));
  const reached = reachWithKubectl(await (await findBinaries(["kubectl"]))("kubectl"), path);
  await soon(() => reached.kubectl("get", "--raw", "/readyz"));
  return { handle, namespace, server, ...reached };
}

function wantedOf(handle: string, hasIngresses = true): VirtualCluster {
  const id = "018f0000-0000-7000-8000-000000000001";
  const of = { handle, id, namespace: `org-${handle}`, host: HOST, imageTag: KUBERNETES_TAG, domain: undefined };
  return { ...of, hasIngresses };
}

/** Has a virtual cluster write its tenant's Ingresses on the host no more, as Argo CD does with changed values. */
export function endIngresses(client: KubeClient, handle: string): Promise<void> {
  return applyChart(client, wantedOf(handle, false));
}

/** What Argo CD does: the namespace as the Application says, and the chart as Helm renders it. */
async function install({ client }: Parts, wanted: VirtualCluster): Promise<void> {
  const name = virtualClusterName(wanted.handle);
  const { syncPolicy } = renderVirtualCluster("argocd", wanted).spec;
  const annotations = { [ANNOTATIONS.allowedHosts]: `${wanted.handle}.${APPS_DOMAIN}` };
  const metadata = { name, annotations, ...syncPolicy?.managedNamespaceMetadata };
  await client.create(NAMESPACES, { apiVersion: "v1", kind: "Namespace", metadata }, { fieldManager: "argocd" });
  await applyChart(client, wanted);
}

async function applyChart(client: KubeClient, wanted: VirtualCluster): Promise<void> {
  const values = stringify(renderVirtualCluster("argocd", wanted).spec.source?.helm?.valuesObject);
  const objects = await renderRelease(await fetchChart(), values, {
    name: wanted.handle,
    namespace: virtualClusterName(wanted.handle),
    // What vcluster may do goes by what its host can.
    kubeVersion: KUBERNETES_TAG,
  });
  await applyAll(client, objects);
}

type Service = Readonly<{ spec: { clusterIP: string } }>;

/** What a host's cloud does for a Service of this type; here it is reached under its own address. */
async function balanceLoad({ client }: Parts, path: string): Promise<void> {
  const { spec } = (await client.request("GET", path)) as Service;
  const status = { loadBalancer: { ingress: [{ ip: spec.clusterIP, ipMode: "Proxy" }] } };
  const options = { body: { status }, contentType: "application/merge-patch+json" };
  await client.request("PATCH", `${path}/status`, options);
}

async function remove({ client, look }: Parts, { namespace }: Tenant): Promise<void> {
  await client.delete(NAMESPACES, { name: namespace });
  await soon(async () => {
    if ((await look()).namespaces.has(namespace)) throw new Error(`${namespace} is still there`);
  });
}

function renderKubeconfig({ server, token, caData }: Readonly<Record<"server" | "token" | "caData", string>>): string {
  const name = "owner";
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster: { server, "certificate-authority-data": caData } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  });
}
