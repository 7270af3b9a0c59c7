import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import {
  APPLICATIONS,
  APPLICATION_SETS,
  APP_PROJECTS,
  CLUSTERS,
  DATABASE_BACKUPS,
  DATABASE_INSTANCES,
  DEPLOYMENTS,
  IMAGE_UPDATERS,
  NAMESPACES,
  ROLE_BINDINGS,
  SECRETS,
  UPGRADE_REQUESTS,
} from "../../adapters/kubernetes/resource-types.ts";
import type { Logger } from "../../adapters/log/logger.ts";
import { LABELS, REGISTRY_SECRET } from "../../contract/identity.ts";
import { fingerprint, slimApplication, type ArgoApplication } from "../delivery/argo-application.ts";
import type { ClusterSecret } from "../delivery/cluster-secret.ts";
import { secretIndex, withoutValues } from "../delivery/secret-versions.ts";
import type { Clock } from "../runtime/clock.ts";
import type { RuntimeMetrics } from "../runtime/metrics.ts";
import { ResourceCache } from "../runtime/resource-cache.ts";
import {
  clusterKeyOf,
  databaseKeyOf,
  isProjectMember,
  nameKeyOf,
  workloadKeysOf,
  type BackupObject,
  type ClusterObject,
  type DatabaseObject,
  type DeploymentObject,
  type ImageUpdaterObject,
  type ProjectObject,
  type UpgradeObject,
} from "./objects.ts";

/** Holds the copies of all that the controllers read. */
export type Caches = Readonly<{
  clusters: ResourceCache<ClusterObject>;
  deployments: ResourceCache<DeploymentObject>;
  databases: ResourceCache<DatabaseObject>;
  upgrades: ResourceCache<UpgradeObject>;
  backups: ResourceCache<BackupObject>;
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

/** Sets up the caches. */
export type CacheOptions = Readonly<{
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
export function createCaches({ argocdNamespace, imageUpdater, ...common }: CacheOptions): Caches {
  const deployments = new ResourceCache<DeploymentObject>({ ...common, type: DEPLOYMENTS });
  deployments.addIndex("id", (object) => compact(object.metadata.labels?.[LABELS.id]));
  deployments.addIndex("handle", (object) => compact(object.status?.handle));
  deployments.addIndex("cluster", (object) => [clusterKeyOf(object)]);
  deployments.addIndex("name", (object) => [nameKeyOf(object)]);
  deployments.addIndex("workload", workloadKeysOf);
  deployments.addIndex("secret", secretNamesOf);
  deployments.addIndex("domain", (object) => compact(object.spec.customDomain));
  deployments.addIndex("project", (object) => (isProjectMember(object) ? compact(object.metadata.namespace) : []));
  const clusters = new ResourceCache<ClusterObject>({ ...common, type: CLUSTERS });
  clusters.addIndex("id", (object) => compact(object.metadata.labels?.[LABELS.id]));
  clusters.addIndex("namespace", (object) => compact(object.metadata.namespace));
  clusters.addIndex("handle", (object) => compact(object.status?.handle));
  clusters.addIndex("uid", (object) => compact(object.status?.clusterUid));
  const upgrades = new ResourceCache<UpgradeObject>({ ...common, type: UPGRADE_REQUESTS });
  upgrades.addIndex("cluster", (object) => [`${object.metadata.namespace ?? ""}/${object.spec.cluster}`]);
  const applications = new ResourceCache<ArgoApplication>({
    ...common,
    type: APPLICATIONS,
    namespace: argocdNamespace,
    labelSelector: LABELS.clusterHandle,
    transform: slimApplication,
  });
  applications.addIndex("cluster", (object) => compact(object.metadata.labels?.[LABELS.clusterHandle]));
  const ours = { ...common, namespace: argocdNamespace, labelSelector: `${LABELS.managed}=true` };
  return {
    clusters,
    deployments,
    databases: createDatabaseCache(common),
    upgrades,
    backups: createBackupCache(common),
    applications,
    projects: new ResourceCache<ProjectObject>({ ...ours, type: APP_PROJECTS, transform: slimProject }),
    sets: new ResourceCache<ProjectObject>({ ...ours, type: APPLICATION_SETS, transform: slimSet }),
    secrets: new ResourceCache<ClusterSecret>({ ...ours, type: SECRETS }),
    secretVersions: createSecretVersions(common),
    ...(imageUpdater && {
      imageUpdaters: new ResourceCache<ImageUpdaterObject>({ ...ours, type: IMAGE_UPDATERS, transform: slimUpdater }),
    }),
    roleBindings: new ResourceCache({ ...common, type: ROLE_BINDINGS, labelSelector: `${LABELS.managed}=true` }),
    namespaces: new ResourceCache({ ...common, type: NAMESPACES, labelSelector: LABELS.organizationId }),
  };
}

function createDatabaseCache(common: Common): ResourceCache<DatabaseObject> {
  const databases = new ResourceCache<DatabaseObject>({ ...common, type: DATABASE_INSTANCES });
  databases.addIndex("id", (object) => compact(object.metadata.labels?.[LABELS.id]));
  databases.addIndex("handle", (object) => compact(object.status?.handle));
  databases.addIndex("cluster", (object) => [clusterKeyOf(object)]);
  databases.addIndex("name", (object) => [nameKeyOf(object)]);
  databases.addIndex("source", ({ spec }) => (spec.promoted === true ? [] : compact(spec.replicationSourceId)));
  return databases;
}

/** Says which secrets concern a deployment; an image of the organization's own is known by its project. */
function secretNamesOf({ metadata, spec }: DeploymentObject): readonly string[] {
  const { namespace = "" } = metadata;
  const names = (spec.environmentVariables ?? []).flatMap(({ secretRef }) => secretRef ?? []);
  if (spec.dockerImage?.includes(`/${namespace}/`) === true) names.push(REGISTRY_SECRET);
  return names.map((name) => `${namespace}/${name}`);
}

function createBackupCache(common: Common): ResourceCache<BackupObject> {
  const backups = new ResourceCache<BackupObject>({ ...common, type: DATABASE_BACKUPS });
  backups.addIndex("id", (object) => compact(object.metadata.labels?.[LABELS.id]));
  backups.addIndex("handle", (object) => compact(object.status?.handle));
  backups.addIndex("database", (object) => [databaseKeyOf(object)]);
  backups.addIndex("databaseId", (object) => compact(object.status?.databaseId));
  return backups;
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

function compact(value: string | undefined): readonly string[] {
  return value === undefined || value === "" ? [] : [value];
}
