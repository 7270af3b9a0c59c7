import { APP_PROJECTS } from "../../adapters/kubernetes/resource-types.ts";
import {
  organizationProject,
  renderOrganizationProject,
  renderPlatformProjects,
} from "../../render/cluster-registration.ts";
import { fingerprint, isOfBundle, type ArgoApplication } from "../delivery/argo-application.ts";
import type { ArgoDelivery } from "../delivery/argo-delivery.ts";
import type { Caches, ClusterObject, ProjectObject } from "./caches.ts";
import type { DeliverySettings } from "./settings.ts";

type Counts = (application: ArgoApplication) => boolean;
type Manifest = Readonly<{ metadata?: Readonly<{ name?: string }>; spec?: unknown }>;

/** Keeps Argo CD's projects as clusters and charts need them: what may be deployed from where to where. */
export class Projects {
  readonly #caches: Caches;
  readonly #argo: ArgoDelivery;
  readonly #settings: DeliverySettings;

  constructor(caches: Caches, argo: ArgoDelivery, settings: DeliverySettings) {
    this.#caches = caches;
    this.#argo = argo;
    this.#settings = settings;
  }

  /** Tells whether an organization's project is as it should be; without a cluster there is none. */
  isCurrent(namespace: string): boolean {
    const wanted = this.#organization(namespace);
    return wanted === undefined ? this.#find(organizationProject(namespace)) === undefined : this.#matches(wanted);
  }

  /** Tells whether an organization's project names a cluster. */
  covers(namespace: string, handle: string): boolean {
    return this.#find(organizationProject(namespace))?.clusterNames?.includes(handle) ?? false;
  }

  /** Applies an organization's project, or deletes it when nothing needs it. */
  async apply(namespace: string): Promise<void> {
    const wanted = this.#organization(namespace);
    const found = this.#find(organizationProject(namespace));
    if (wanted === undefined) {
      if (found !== undefined) await this.#argo.deleteOwned(APP_PROJECTS, found.metadata.name);
    } else if (!this.#matches(wanted)) await this.#argo.apply("AppProject", wanted);
  }

  /** Applies the platform's own projects where they differ, the emptied `default` included. */
  async applyPlatform(): Promise<void> {
    const { argocdNamespace, repoUrl, managementCluster } = this.#settings;
    const projects = renderPlatformProjects({
      argocdNamespace,
      repoUrl,
      managementCluster,
      clusterHandles: this.#handles(this.#caches.clusters.list(), () => true),
    });
    for (const project of projects) if (!this.#matches(project)) await this.#argo.apply("AppProject", project);
  }

  #find(name: string): ProjectObject | undefined {
    return this.#caches.projects.get(`${this.#settings.argocdNamespace}/${name}`);
  }

  #matches(manifest: Manifest): boolean {
    return this.#find(manifest.metadata?.name ?? "")?.specPrint === fingerprint(manifest.spec);
  }

  #organization(namespace: string): Manifest | undefined {
    const { argocdNamespace, repoUrl } = this.#settings;
    const clusterHandles = this.#handles(
      this.#caches.clusters.byIndex("namespace", namespace),
      (application) => !isOfBundle(application),
    );
    if (clusterHandles.length === 0) return undefined;
    const helmRepositories = this.#caches.deployments
      .byIndex("chart", namespace)
      .flatMap(({ spec }) => spec.helmRepoUrl ?? []);
    return renderOrganizationProject({ argocdNamespace, namespace, repoUrl, clusterHandles, helmRepositories });
  }

  #handles(clusters: readonly ClusterObject[], counts: Counts): string[] {
    return clusters
      .filter((cluster) => !this.#isLeaving(cluster, counts))
      .flatMap((cluster) => cluster.status?.handle ?? []);
  }

  /** A cluster leaves a project when nothing that counts there is deployed to it any more. */
  #isLeaving({ status, metadata }: ClusterObject, counts: Counts): boolean {
    if (metadata.deletionTimestamp === undefined) return false;
    const inUse =
      this.#caches.deployments.byIndex("cluster", `${metadata.namespace ?? ""}/${metadata.name}`).length > 0;
    return !inUse && !this.#caches.applications.byIndex("cluster", status?.handle ?? "").some(counts);
  }
}
