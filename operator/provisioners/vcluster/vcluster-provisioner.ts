/**
 * Makes shared clusters as virtual clusters on host clusters:
 *
 * 1. A host of the same provider and region with room is chosen, one choice at a time, and written to `status.host`:
 *    nothing is made before that is stored, so no crash can make two, and no two get the same last place.
 * 2. The host's guard is put into force, then Argo CD installs the chart there, by an Application of ours in a project of
 *    its own.
 * 3. Once it is synced and healthy, the Secret `vc-NAME` on the host gives the access that the registration starts from.
 * 4. The Application's sync and health are the status from then on; each change of it is a pass.
 * 5. Removal: the Application with all that it made, then the namespace with its volumes; both are seen gone.
 */
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import { APPLICATIONS, CLUSTERS } from "../../../adapters/kubernetes/resource-types.ts";
import { messageOf } from "../../../adapters/log/thrown.ts";
import { routingOf } from "../../../render/bundle/component.ts";
import {
  OFFERED_VERSIONS,
  PROJECT_VIRTUAL_CLUSTERS,
  kubernetesImageTag,
  renderVirtualCluster,
  renderVirtualClusterProject,
  virtualClusterHost,
  virtualClusterName,
  type VirtualCluster,
} from "../../../render/cluster/virtual-cluster.ts";
import type { Caches } from "../../resources/caches.ts";
import { idOf } from "../../resources/adoption.ts";
import { findById } from "../../resources/find-by-id.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import type { StatusWriter } from "../../resources/status-writer.ts";
import { fingerprint, specFingerprint, type ArgoApplication } from "../../delivery/argo-application.ts";
import type { ArgoDelivery } from "../../delivery/argo-delivery.ts";
import { formatTime } from "../../machines/status-time.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { ClusterOrder, ProviderObservation, Provisioner } from "../port.ts";
import { chooseHost, isHostFor } from "./choose-host.ts";
import { describeApplication, describeMissing, describeWait, isLive } from "./describe-application.ts";
import { findHindrance } from "./find-hindrance.ts";
import type { HostGuards } from "./host-guards.ts";
import { handleOf, isFound, isPending, lifeOf, needsHost } from "./cluster-life.ts";
import { HostViews, type HostView } from "./host-views.ts";

/** How many virtual clusters a ready node of a host carries, and under which domain they are reached. */
export type VirtualClusterSettings = Readonly<{
  perNode: number;
  domain: string | undefined;
  /** Whether hosts are believed to enforce NetworkPolicies, whatever network they have. */
  trustsNetworks?: boolean;
}>;

type Parts = Readonly<{
  client: KubeClient;
  caches: Pick<Caches, "clusters" | "projects">;
  argo: ArgoDelivery;
  argocdNamespace: string;
  status: StatusWriter<ClusterObject>;
  /** Client of a registered host. */
  tenant: (handle: string) => KubeClient | undefined;
  guards: Pick<HostGuards, "ensure">;
  clock: Clock;
  settings: VirtualClusterSettings;
}>;

/** While it is being made it is looked at often, later as often as any cluster. */
const FRESH_MS = 1_500;
const CALM_MS = 20_000;

const HOST_SILENT = { kind: "unreachable", message: "Its host cluster does not answer" } as const;
/** What is to go: the machine asks for its removal. */
const LEFT = { kind: "failed", message: "An earlier attempt is to go", region: undefined } as const;
const UNSUPPORTED = {
  kind: "unsupported",
  message: `Shared clusters run Kubernetes ${OFFERED_VERSIONS}; ask for one of these.`,
} as const;

/** The provisioner of shared clusters at providers that have no shared clusters of their own. */
export class VclusterProvisioner implements Provisioner {
  readonly #parts: Parts;
  readonly #hosts: HostViews;
  #choosing: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#hosts = new HostViews({ client: parts.tenant, clock: parts.clock });
  }

  async observe(order: ClusterOrder): Promise<ProviderObservation> {
    try {
      return await this.#observe(order);
    } catch (error) {
      return { kind: "unreachable", message: messageOf(error) };
    }
  }

  async ensure(order: ClusterOrder): Promise<void> {
    const cluster = this.#find(order);
    if (cluster === undefined) return;
    const host = this.#hostOf(cluster);
    const imageTag = kubernetesImageTag(order.spec.kubernetesVersion);
    if (host === undefined || !isHostFor(host, order.spec)) await this.#choose(order);
    else if (
      imageTag !== undefined &&
      (!isPending(cluster) || (await this.#findHindrance(handleOf(host))) === undefined)
    )
      await this.#install(this.#wanted(order, host, imageTag));
  }

  async remove(order: ClusterOrder): Promise<void> {
    const { argo } = this.#parts;
    const name = virtualClusterName(order.handle);
    const application = await argo.read(name);
    if (application !== undefined) {
      await argo.delete(application);
      return;
    }
    const host = await this.#readHost(order);
    if (host === undefined) return;
    const found = (await this.#hosts.look(host, 0))?.namespaces.get(name);
    if (found?.terminating === false) await this.#hosts.deleteNamespace(host, name, found.uid);
  }

  async #observe(order: ClusterOrder): Promise<ProviderObservation> {
    const cached = this.#find(order);
    // What was left behind by force has no object any more, and may stand on its host.
    if (cached === undefined || cached.metadata.deletionTimestamp !== undefined) return this.#observeLeaving(order);
    const host = this.#hostOf(cached);
    if (isPending(cached) && (host === undefined || !isHostFor(host, order.spec))) {
      if (cached.status?.host === undefined) return this.#wait(order);
      const left = await this.#observeLeaving(order);
      return left.kind === "absent" ? this.#wait(order) : left;
    }
    if (host === undefined) return { kind: "unreachable", message: "Its host cluster is not there any more" };
    return this.#observeOn(order, cached, host);
  }

  async #observeOn(order: ClusterOrder, cluster: ClusterObject, host: ClusterObject): Promise<ProviderObservation> {
    const application = this.#parts.argo.find(virtualClusterName(order.handle));
    if (application === undefined) return this.#observeAbsent(order, cluster);
    if (application.metadata.deletionTimestamp !== undefined) return { kind: "removing" };
    const about = { ...lifeOf(cluster), matches: this.#matches(order, host, application) };
    const told = describeApplication(application, { ...about, kubernetesVersion: versionOf(order) });
    if (told?.kind === "failed" && isFound(cluster))
      return { kind: "creating", step: "Putting it back", region: about.region };
    if (told !== undefined) return told;
    const view = await this.#hosts.look(handleOf(host), isLive(about.phase) ? CALM_MS : FRESH_MS);
    return view === undefined ? HOST_SILENT : this.#describeRunning(order, view, about);
  }

  #describeRunning(
    { handle, spec }: ClusterOrder,
    { access, addresses }: HostView,
    { region, matches }: Readonly<{ region: string; matches: boolean }>,
  ): ProviderObservation {
    const key = `${virtualClusterName(handle)}/${handle}`;
    const exported = access.get(key);
    const address = virtualClusterHost(handle, this.#parts.settings.domain) ?? addresses.get(key);
    if (address === undefined) return { kind: "creating", step: "Waiting for its address", region };
    if (exported === undefined) return { kind: "creating", step: "Waiting for its credential", region };
    const server = `https://${address.includes(":") ? `[${address}]` : address}`;
    return {
      kind: "ready",
      region,
      endpoint: server,
      matches,
      step: "",
      healthy: true,
      message: "",
      kubernetesVersion: kubernetesImageTag(spec.kubernetesVersion) ?? "",
      nodes: [],
      caData: exported.caData,
      access: () => ({ server, ...exported }),
    };
  }

  /** Without its Application a cluster that ran is put back, a new one begins; what an older attempt left goes first. */
  async #observeAbsent(order: ClusterOrder, cluster: ClusterObject): Promise<ProviderObservation> {
    if (kubernetesImageTag(order.spec.kubernetesVersion) === undefined) return UNSUPPORTED;
    const life = lifeOf(cluster);
    if (isLive(life.phase)) return describeMissing({ ...life, matches: false, kubernetesVersion: versionOf(order) });
    if (life.phase !== "pending" || isFound(cluster)) return { kind: "absent" };
    const host = cluster.status?.host ?? "";
    const left = await this.#observeLeftovers(host, order.handle, FRESH_MS);
    return left.kind === "absent" ? ((await this.#findHindrance(host)) ?? left) : left;
  }

  /** Says why nobody's cluster may come onto a host yet. */
  async #findHindrance(host: string): Promise<ProviderObservation | undefined> {
    return findHindrance(await this.#hosts.look(host, FRESH_MS), this.#parts.settings.trustsNetworks === true);
  }

  async #observeLeftovers(host: string, handle: string, maxAgeMs: number): Promise<ProviderObservation> {
    const view = await this.#hosts.look(host, maxAgeMs);
    if (view === undefined) return HOST_SILENT;
    const found = view.namespaces.get(virtualClusterName(handle));
    if (found === undefined) return { kind: "absent" };
    return found.terminating ? { kind: "removing" } : LEFT;
  }

  /** Believes API servers only; while something is left it is told as such, so that it is removed. */
  async #observeLeaving(order: ClusterOrder): Promise<ProviderObservation> {
    const application = await this.#parts.argo.read(virtualClusterName(order.handle));
    if (application !== undefined)
      return application.metadata.deletionTimestamp === undefined ? LEFT : { kind: "removing" };
    const host = await this.#readHost(order);
    // With its host gone, nothing of it can be left.
    if (host === undefined || !(await this.#isThere(host))) return { kind: "absent" };
    return this.#observeLeftovers(host, order.handle, 0);
  }

  /** Of one that the API server has no more, or whose name is another's by now, the order counts. */
  async #readHost(order: ClusterOrder): Promise<string | undefined> {
    const { name } = this.#find(order)?.metadata ?? {};
    if (name === undefined) return order.host;
    const found = await this.#parts.client.get<ClusterObject>(CLUSTERS, { namespace: order.namespace, name });
    return found !== undefined && idOf(found) === order.id ? found.status?.host : order.host;
  }

  async #isThere(host: string): Promise<boolean> {
    if (this.#parts.caches.clusters.byIndex("handle", host).length > 0) return true;
    const { items } = await this.#parts.client.list<ClusterObject>(CLUSTERS);
    return items.some(({ status }) => status?.handle === host);
  }

  #wait({ spec }: ClusterOrder): ProviderObservation {
    const { caches, settings } = this.#parts;
    if (kubernetesImageTag(spec.kubernetesVersion) === undefined) return UNSUPPORTED;
    return describeWait(spec, chooseHost(caches.clusters.list(), spec, settings.perNode));
  }

  /** One choice at a time, from what the API server says now: the next one counts this one. */
  #choose(order: ClusterOrder): Promise<void> {
    const { caches, settings } = this.#parts;
    if (chooseHost(caches.clusters.list(), order.spec, settings.perNode) === undefined) return Promise.resolve();
    const chosen = this.#choosing.then(() => this.#assign(order));
    this.#choosing = chosen.catch(() => undefined);
    return chosen;
  }

  async #assign(order: ClusterOrder): Promise<void> {
    const { client, clock, settings, status } = this.#parts;
    const { items } = await client.list<ClusterObject>(CLUSTERS);
    const cluster = items.find(({ metadata }) => metadata.uid === this.#find(order)?.metadata.uid);
    if (cluster === undefined || !needsHost(cluster, order, items)) return;
    const found = cluster.status?.host === undefined ? await this.#findHost(order, items) : undefined;
    const chosen = found ?? chooseHost(items, order.spec, settings.perNode);
    if (chosen === undefined) return;
    const ran = found === undefined ? {} : { readyAt: formatTime(clock.nowMs()) };
    await status.write(cluster, cluster.status, { ...cluster.status, handle: order.handle, host: chosen, ...ran });
  }

  /** Looks where it lies already: nothing is made before its host is stored, so that what stands there is of a status that was lost. */
  async #findHost(order: ClusterOrder, clusters: readonly ClusterObject[]): Promise<string | undefined> {
    const { client, argocdNamespace } = this.#parts;
    const name = virtualClusterName(order.handle);
    const hosts = clusters.filter((cluster) => isHostFor(cluster, order.spec)).map(handleOf);
    const application = await client.get(APPLICATIONS, { namespace: argocdNamespace, name });
    const { destination } = (application?.["spec"] ?? {}) as { destination?: { name?: string } };
    if (destination?.name !== undefined && hosts.includes(destination.name)) return destination.name;
    const views = await Promise.all(hosts.map((host) => this.#hosts.look(host, FRESH_MS)));
    return hosts.find((_, index) => views[index]?.namespaces.get(name)?.terminating === false);
  }

  async #install(wanted: VirtualCluster): Promise<void> {
    const { argo, argocdNamespace, caches, guards } = this.#parts;
    // Nobody's workload comes onto a host whose guard is not in force.
    await guards.ensure(wanted.host);
    const hosts = caches.clusters.list().filter(({ spec }) => spec.role === "host");
    const handles = hosts.map(handleOf).filter((handle) => handle !== "");
    const project = renderVirtualClusterProject(argocdNamespace, handles);
    const found = caches.projects.get(`${argocdNamespace}/${PROJECT_VIRTUAL_CLUSTERS}`);
    // Without its project Argo CD would refuse the Application, and look again only minutes later.
    if (found?.specPrint !== fingerprint(project.spec)) await argo.apply("AppProject", project);
    await argo.apply("Application", renderVirtualCluster(argocdNamespace, wanted));
  }

  #matches(order: ClusterOrder, host: ClusterObject, application: ArgoApplication): boolean {
    const imageTag = kubernetesImageTag(order.spec.kubernetesVersion);
    if (imageTag === undefined) return true;
    const wanted = this.#wanted(order, host, imageTag);
    return application.specPrint === specFingerprint(renderVirtualCluster(this.#parts.argocdNamespace, wanted).spec);
  }

  #wanted({ handle, id, namespace }: ClusterOrder, host: ClusterObject, imageTag: string): VirtualCluster {
    const hasIngresses = routingOf(host.spec) !== "gateway";
    return { handle, id, namespace, host: handleOf(host), imageTag, domain: this.#parts.settings.domain, hasIngresses };
  }

  #find({ id, namespace }: ClusterOrder): ClusterObject | undefined {
    return findById(this.#parts.caches.clusters, namespace, id);
  }

  #hostOf({ status }: ClusterObject): ClusterObject | undefined {
    return status?.host === undefined ? undefined : this.#parts.caches.clusters.byIndex("handle", status.host)[0];
  }
}

function versionOf({ spec }: ClusterOrder): string {
  return kubernetesImageTag(spec.kubernetesVersion) ?? "";
}
