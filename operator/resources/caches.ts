import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import {
  byKind,
  RESOURCES,
  type Collection,
  type CollectionOf,
  type ResourceKind,
} from "../../contract/resources/all.ts";
import {
  OWN_TYPES,
  APPLICATIONS,
  APPLICATION_SETS,
  APP_PROJECTS,
  IMAGE_UPDATERS,
  NAMESPACES,
  ROLE_BINDINGS,
  SECRETS,
} from "../../adapters/kubernetes/resource-types.ts";
import { present, type Indexes } from "./indexes.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import { LABELS } from "../../contract/identity.ts";
import { fingerprint, slimApplication, type ArgoApplication } from "../delivery/argo-application.ts";
import { parseClusterSecret, type ClusterSecret } from "../delivery/cluster-secret.ts";
import { secretIndex, withoutValues } from "../delivery/secret-versions.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RuntimeMetrics } from "../runtime/metrics.ts";
import { ResourceCache } from "../runtime/resource-cache.ts";
import type { ImageUpdaterObject, ProjectObject, ObjectOf } from "./objects.ts";

type OwnCaches = Readonly<{ [Kind in ResourceKind as CollectionOf<Kind>]: ResourceCache<ObjectOf<Kind>> }>;
/** By what the objects of each kind are found. */
type OwnIndexes = Readonly<Record<Collection, Indexes>>;

/** The copies of all that the controllers read. */
export type Caches = OwnCaches &
  Readonly<{
    applications: ResourceCache<ArgoApplication>;
    projects: ResourceCache<ProjectObject>;
    /** The ApplicationSet of the component bundle, of which its fingerprint is read. */
    sets: ResourceCache<ProjectObject>;
    secrets: ResourceCache<ClusterSecret>;
    /** Only where the platform runs Argo CD Image Updater. */
    imageUpdaters?: ResourceCache<ImageUpdaterObject>;
    /** What keeps people's secrets, without the values. */
    secretVersions: ResourceCache;
    namespaces: ResourceCache;
    roleBindings: ResourceCache;
  }>;

/** The set-up of the caches. */
type CacheOptions = Readonly<{
  client: Pick<KubeClient, "list" | "watch">;
  argocdNamespace: string;
  /** Whether the platform runs Argo CD Image Updater. */
  imageUpdater: boolean;
  clock: Clock;
  logger: Logger;
  metrics?: RuntimeMetrics;
  random?: () => number;
}>;

type Common = Omit<CacheOptions, "argocdNamespace" | "imageUpdater">;

/** Creates the caches with their indexes; nothing runs yet. */
export function createCaches({ argocdNamespace, imageUpdater, ...common }: CacheOptions, indexes: OwnIndexes): Caches {
  const applications = new ResourceCache<ArgoApplication>({
    ...common,
    type: APPLICATIONS,
    namespace: argocdNamespace,
    labelSelector: LABELS.clusterHandle,
    transform: slimApplication,
  });
  applications.addIndex("cluster", (object) => present(object.metadata.labels?.[LABELS.clusterHandle]));
  const ours = { ...common, namespace: argocdNamespace, labelSelector: `${LABELS.managed}=true` };
  return {
    ...createOwn(common, indexes),
    applications,
    projects: new ResourceCache<ProjectObject>({ ...ours, type: APP_PROJECTS, transform: slimProject }),
    sets: new ResourceCache<ProjectObject>({ ...ours, type: APPLICATION_SETS, transform: slimSet }),
    secrets: createClusterSecrets(ours),
    secretVersions: createSecretVersions(common),
    ...(imageUpdater && {
      imageUpdaters: new ResourceCache<ImageUpdaterObject>({ ...ours, type: IMAGE_UPDATERS, transform: slimUpdater }),
    }),
    roleBindings: new ResourceCache({ ...common, type: ROLE_BINDINGS, labelSelector: `${LABELS.managed}=true` }),
    namespaces: new ResourceCache({ ...common, type: NAMESPACES, labelSelector: LABELS.organizationId }),
  };
}

function createOwn(common: Common, indexes: OwnIndexes): OwnCaches {
  const caches = RESOURCES.map(({ kind, collection }) => {
    const cache = new ResourceCache({ ...common, type: OWN_TYPES[kind] });
    for (const [name, wordsOf] of Object.entries(indexes[collection]))
      cache.addIndex(name, wordsOf as (object: KubeObject) => readonly string[]);
    return [collection, cache] as const;
  });
  return Object.fromEntries(caches) as unknown as OwnCaches;
}

/** Returns the cache of a collection; what type its objects have, the kind's definition knows. */
export function cacheOf<T extends KubeObject>(caches: OwnCaches, collection: Collection): ResourceCache<T> {
  return caches[collection] as unknown as ResourceCache<T>;
}

/** Returns the caches of our own resources by their kinds. */
export function ownCaches(caches: Caches): Record<ResourceKind, ResourceCache> {
  return byKind(({ collection }) => cacheOf(caches, collection));
}

function createClusterSecrets(ours: Common): ResourceCache<ClusterSecret> {
  const cache = new ResourceCache<ClusterSecret>({ ...ours, type: SECRETS });
  cache.addIndex("server", (secret) => present(parseClusterSecret(secret)?.server));
  return cache;
}

function createSecretVersions(common: Common): ResourceCache {
  const labelSelector = LABELS.secretOwner;
  const cache = new ResourceCache({ ...common, type: SECRETS, labelSelector, transform: withoutValues });
  cache.addIndex("secret", secretIndex);
  return cache;
}

function slimProject(object: ProjectObject): ProjectObject {
  if (object.specPrint !== undefined) return object;
  const spec = object["spec"] as { destinations?: readonly { name?: string }[] } | undefined;
  const clusterNames = (spec?.destinations ?? []).flatMap(({ name }) => name ?? []);
  return { metadata: object.metadata, specPrint: fingerprint(spec), clusterNames };
}

function slimSet(object: ProjectObject): ProjectObject {
  if (object.specPrint !== undefined) return object;
  return { metadata: object.metadata, specPrint: fingerprint(object["spec"]) };
}

function slimUpdater(object: ImageUpdaterObject): ImageUpdaterObject {
  if (object.specPrint !== undefined) return object;
  const { name, namespace, uid, resourceVersion, labels } = object.metadata;
  const { ownerReferences } = object.metadata as Readonly<{ ownerReferences?: readonly Readonly<{ uid: string }>[] }>;
  const status = object["status"] as Readonly<{ lastCheckedAt?: string }> | undefined;
  return {
    metadata: { name, namespace, uid, resourceVersion, labels },
    specPrint: fingerprint(object["spec"]),
    ownerUid: ownerReferences?.[0]?.uid ?? "",
    checked: status?.lastCheckedAt !== undefined,
  };
}
