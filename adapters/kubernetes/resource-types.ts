import { byKind } from "../../contract/resources/all.ts";
import type { ResourceType } from "./kube-object.ts";

const core = (plural: string, kind: string, namespaced = true): ResourceType => ({
  group: "",
  version: "v1",
  plural,
  kind,
  namespaced,
});
const argo = (plural: string, kind: string): ResourceType => ({
  group: "argoproj.io",
  version: "v1alpha1",
  plural,
  kind,
  namespaced: true,
});
const hosting = (plural: string, kind: string): ResourceType => ({
  group: "hosting.berth.dev",
  version: "v1alpha1",
  plural,
  kind,
  namespaced: true,
});

/** Names core Namespaces. */
export const NAMESPACES = core("namespaces", "Namespace", false);
/** Names core Secrets. */
export const SECRETS = core("secrets", "Secret");
/** Names core ConfigMaps. */
export const CONFIG_MAPS = core("configmaps", "ConfigMap");
/** Names core Pods. */
export const PODS = core("pods", "Pod");
/** Names core Nodes. */
export const NODES = core("nodes", "Node", false);
const metrics = (plural: string, kind: string, namespaced: boolean): ResourceType => ({
  group: "metrics.k8s.io",
  version: "v1beta1",
  plural,
  kind,
  namespaced,
});
/** Names what the metrics API measured of pods and nodes. */
export const POD_METRICS = metrics("pods", "PodMetrics", true);
export const NODE_METRICS = metrics("nodes", "NodeMetrics", false);
/** Names core Services. */
export const SERVICES = core("services", "Service");
/** Names core ServiceAccounts. */
export const SERVICE_ACCOUNTS = core("serviceaccounts", "ServiceAccount");
/** Names core PersistentVolumeClaims. */
export const PERSISTENT_VOLUME_CLAIMS = core("persistentvolumeclaims", "PersistentVolumeClaim");
/** Names core Events. */
export const EVENTS = core("events", "Event");
/** Names Leases, the record of who leads. */
export const LEASES: ResourceType = {
  group: "coordination.k8s.io",
  version: "v1",
  plural: "leases",
  kind: "Lease",
  namespaced: true,
};
/** Names CustomResourceDefinitions. */
export const CUSTOM_RESOURCE_DEFINITIONS: ResourceType = {
  group: "apiextensions.k8s.io",
  version: "v1",
  plural: "customresourcedefinitions",
  kind: "CustomResourceDefinition",
  namespaced: false,
};
/** Names ClusterRoles. */
export const CLUSTER_ROLES: ResourceType = {
  group: "rbac.authorization.k8s.io",
  version: "v1",
  plural: "clusterroles",
  kind: "ClusterRole",
  namespaced: false,
};
/** Names ClusterRoleBindings. */
export const CLUSTER_ROLE_BINDINGS: ResourceType = {
  group: "rbac.authorization.k8s.io",
  version: "v1",
  plural: "clusterrolebindings",
  kind: "ClusterRoleBinding",
  namespaced: false,
};
/** Names Roles. */
export const ROLES: ResourceType = {
  group: "rbac.authorization.k8s.io",
  version: "v1",
  plural: "roles",
  kind: "Role",
  namespaced: true,
};
/** Names PodDisruptionBudgets. */
export const POD_DISRUPTION_BUDGETS: ResourceType = {
  group: "policy",
  version: "v1",
  plural: "poddisruptionbudgets",
  kind: "PodDisruptionBudget",
  namespaced: true,
};
const batch = (plural: string, kind: string): ResourceType => ({
  group: "batch",
  version: "v1",
  plural,
  kind,
  namespaced: true,
});
const gatewayApi = (plural: string, kind: string): ResourceType => ({
  group: "gateway.networking.k8s.io",
  version: "v1",
  plural,
  kind,
  namespaced: true,
});
/** Names Jobs, and what makes them by the clock. */
export const JOBS = batch("jobs", "Job");
export const CRON_JOBS = batch("cronjobs", "CronJob");
/** Names RoleBindings. */
export const ROLE_BINDINGS: ResourceType = {
  group: "rbac.authorization.k8s.io",
  version: "v1",
  plural: "rolebindings",
  kind: "RoleBinding",
  namespaced: true,
};
/** Names the External Secrets operator's stores and secrets. */
export const CLUSTER_SECRET_STORES: ResourceType = {
  group: "external-secrets.io",
  version: "v1",
  plural: "clustersecretstores",
  kind: "ClusterSecretStore",
  namespaced: false,
};
export const EXTERNAL_SECRETS: ResourceType = {
  group: "external-secrets.io",
  version: "v1",
  plural: "externalsecrets",
  kind: "ExternalSecret",
  namespaced: true,
};
/** Names the Ingresses of applications. */
export const INGRESSES: ResourceType = {
  group: "networking.k8s.io",
  version: "v1",
  plural: "ingresses",
  kind: "Ingress",
  namespaced: true,
};
/** Names the Gateways of clusters, and what charts/workload attaches to them. */
export const GATEWAYS = gatewayApi("gateways", "Gateway");
export const HTTP_ROUTES = gatewayApi("httproutes", "HTTPRoute");
export const LISTENER_SETS = gatewayApi("listenersets", "ListenerSet");
/** Names cert-manager's Certificates. */
export const CERTIFICATES: ResourceType = {
  group: "cert-manager.io",
  version: "v1",
  plural: "certificates",
  kind: "Certificate",
  namespaced: true,
};
/** Names Argo CD Applications. */
export const APPLICATIONS = argo("applications", "Application");
/** Names Argo CD AppProjects. */
export const APP_PROJECTS = argo("appprojects", "AppProject");
/** Names what Argo CD Image Updater is told by. */
export const IMAGE_UPDATERS: ResourceType = {
  group: "argocd-image-updater.argoproj.io",
  version: "v1alpha1",
  plural: "imageupdaters",
  kind: "ImageUpdater",
  namespaced: true,
};
/** Names Argo CD ApplicationSets. */
export const APPLICATION_SETS = argo("applicationsets", "ApplicationSet");
/** Names our own resources. */
export const OWN_TYPES = byKind(({ kind, plural }) => hosting(plural, kind));
/** Names our Clusters. */
export const CLUSTERS = OWN_TYPES.Cluster;
/** Names our Deployments, not to be mixed up with those of apps/v1. */
export const DEPLOYMENTS = OWN_TYPES.Deployment;
/** Names our DatabaseInstances. */
export const DATABASE_INSTANCES = OWN_TYPES.DatabaseInstance;
/** Names our UpgradeRequests. */
export const UPGRADE_REQUESTS = OWN_TYPES.UpgradeRequest;
/** Names our DatabaseBackups. */
export const DATABASE_BACKUPS = OWN_TYPES.DatabaseBackup;

const postgresql = (plural: string, kind: string): ResourceType => ({
  group: "postgresql.cnpg.io",
  version: "v1",
  plural,
  kind,
  namespaced: true,
});
/** Names CloudNativePG's resources. */
export const POSTGRESQL_CLUSTERS = postgresql("clusters", "Cluster");
export const POSTGRESQL_BACKUPS = postgresql("backups", "Backup");
/** Names the archives of the barman-cloud plugin. */
export const OBJECT_STORES: ResourceType = {
  group: "barmancloud.cnpg.io",
  version: "v1",
  plural: "objectstores",
  kind: "ObjectStore",
  namespaced: true,
};
/** Names MOCO's MySQLClusters. */
export const MYSQL_CLUSTERS: ResourceType = {
  group: "moco.cybozu.com",
  version: "v1beta2",
  plural: "mysqlclusters",
  kind: "MySQLCluster",
  namespaced: true,
};
/** Names the workloads that run on every node. */
export const DAEMON_SETS: ResourceType = {
  group: "apps",
  version: "v1",
  plural: "daemonsets",
  kind: "DaemonSet",
  namespaced: true,
};
const apps = (plural: string, kind: string): ResourceType => ({ ...DAEMON_SETS, plural, kind });
/** Names what makes an application's pods; WORKLOADS are Kubernetes' own Deployments. */
export const WORKLOADS = apps("deployments", "Deployment");
export const STATEFUL_SETS = apps("statefulsets", "StatefulSet");
export const REPLICA_SETS = apps("replicasets", "ReplicaSet");
/** Names the policies that an API server holds writers to, and what puts them into force. */
export const VALIDATING_ADMISSION_POLICIES: ResourceType = {
  group: "admissionregistration.k8s.io",
  version: "v1",
  plural: "validatingadmissionpolicies",
  kind: "ValidatingAdmissionPolicy",
  namespaced: false,
};
export const VALIDATING_ADMISSION_POLICY_BINDINGS: ResourceType = {
  ...VALIDATING_ADMISSION_POLICIES,
  plural: "validatingadmissionpolicybindings",
  kind: "ValidatingAdmissionPolicyBinding",
};
