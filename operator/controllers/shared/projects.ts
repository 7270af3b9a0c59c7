import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import { APP_PROJECTS } from "../../../adapters/kubernetes/resource-types.ts";
import { renderPlatformProjects } from "../../../render/cluster/cluster-registration.ts";
import {
  organizationProject,
  projectNames,
  renderOrganizationProjects,
} from "../../../render/argocd/organization-projects.ts";
import { fingerprint, isOfBundle, type ArgoApplication } from "../../delivery/argo-application.ts";
import type { ArgoDelivery } from "../../delivery/argo-delivery.ts";
import type { Caches } from "../../resources/caches.ts";
import { keyOf } from "../../runtime/object-store.ts";
import { clusterKeyOf, isProjectMember, type ClusterObject, type ProjectObject } from "../../resources/objects.ts";
import { deploymentHandle } from "../../resources/handles.ts";
import type { DeliverySettings } from "./delivery-settings.ts";
import { onChange, type Change } from "./on-change.ts";

type Counts = (application: ArgoApplication) => boolean;
type Manifest = Readonly<{ metadata?: Readonly<{ name?: string }>; spec?: unknown }>;
type Print = Readonly<{ name: string; print: string }>;

const nameOf = ({ metadata }: Manifest): string => metadata?.name ?? "";
const printOf = (manifest: Manifest): Print => ({ name: nameOf(manifest), print: fingerprint(manifest.spec) });

/** Keeps Argo CD's projects as clusters and charts need them: what may be deployed from where to where. */
export class Projects {
  readonly #caches: Caches;
  readonly #argo: ArgoDelivery;
  readonly #settings: DeliverySettings;
  /** Prints of what organizations' projects should say, until something of one changes: each look at a cluster asks. */
  readonly #prints = new Map<string, readonly Print[]>();

  constructor(caches: Caches, argo: ArgoDelivery, settings: DeliverySettings) {
    this.#caches = caches;
    this.#argo = argo;
    this.#settings = settings;
    onChange(caches.clusters, (event) => this.#forget(event, () => true));
    onChange(caches.deployments, (event) => this.#forget(event, isProjectMember));
  }

  /** Tells whether an organization's projects are as they should be; without a cluster there are none. */
  isCurrent(namespace: string): boolean {
    const wanted = this.#wanted(namespace);
    const names = wanted.map(({ name }) => name);
    return wanted.every((project) => this.#has(project)) && this.#spare(namespace, names).length === 0;
  }

  /** Tells whether an organization's project names a cluster. */
  covers(namespace: string, handle: string): boolean {
    return this.#find(organizationProject(namespace))?.clusterNames?.includes(handle) ?? false;
  }

  /** Applies an organization's projects, and deletes those that nothing needs. */
  async apply(namespace: string): Promise<void> {
    const wanted = this.#organization(namespace);
    for (const project of wanted) if (!this.#matches(project)) await this.#argo.apply("AppProject", project);
    for (const { metadata } of this.#spare(namespace, wanted.map(nameOf)))
      await this.#argo.deleteOwned(APP_PROJECTS, metadata.name);
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
    return this.#has(printOf(manifest));
  }

  #has({ name, print }: Print): boolean {
    return this.#find(name)?.specPrint === print;
  }

  #wanted(namespace: string): readonly Print[] {
    const known = this.#prints.get(namespace);
    if (known !== undefined) return known;
    const prints = this.#organization(namespace).map(printOf);
    // What Argo CD has yet to remove from a cluster that goes is no event of the organization's.
    const isLeft = this.#caches.clusters
      .byIndex("namespace", namespace)
      .some(({ metadata }) => metadata.deletionTimestamp !== undefined);
    if (!isLeft) this.#prints.set(namespace, prints);
    return prints;
  }

  #forget<T extends KubeObject>({ object, previous = object }: Change<T>, bears: (object: T) => boolean): void {
    if (bears(object) || bears(previous)) this.#prints.delete(object.metadata.namespace ?? "");
  }

  #spare(namespace: string, wanted: readonly string[]): readonly ProjectObject[] {
    return projectNames(namespace).flatMap((name) => (wanted.includes(name) ? [] : (this.#find(name) ?? [])));
  }

  #organization(namespace: string): readonly Manifest[] {
    const { argocdNamespace, repoUrl } = this.#settings;
    const { clusters, deployments } = this.#caches;
    const clusterHandles = this.#handles(
      clusters.byIndex("namespace", namespace),
      (application) => !isOfBundle(application),
    );
    if (clusterHandles.length === 0) return [];
    const members = deployments.byIndex("project", namespace).flatMap((object) => {
      const clusterHandle = clusters.get(clusterKeyOf(object))?.status?.handle;
      return clusterHandle === undefined
        ? []
        : [{ handle: deploymentHandle(object), clusterHandle, spec: object.spec }];
    });
    return renderOrganizationProjects({ argocdNamespace, namespace, repoUrl, clusterHandles, members });
  }

  #handles(clusters: readonly ClusterObject[], counts: Counts): string[] {
    return clusters
      .filter((cluster) => !this.#isLeaving(cluster, counts))
      .flatMap((cluster) => cluster.status?.handle ?? []);
  }

  /** A cluster leaves a project when nothing that counts there is deployed to it any more. */
  #isLeaving({ status, metadata }: ClusterObject, counts: Counts): boolean {
    if (metadata.deletionTimestamp === undefined) return false;
    const inUse = this.#caches.deployments.byIndex("cluster", keyOf({ metadata })).length > 0;
    return !inUse && !this.#caches.applications.byIndex("cluster", status?.handle ?? "").some(counts);
  }
}
