import { byKind } from "../../contract/resources/all.ts";
import type { ResourceType } from "./kube-object.ts";

type Naming = (plural: string, kind: string, namespaced?: boolean) => ResourceType;

function inGroup(group: string, version: string): Naming {
  return (plural, kind, namespaced = true) => ({ group, version, plural, kind, namespaced });
}

const core = inGroup("", "v1");
const metrics = inGroup("metrics.k8s.io", "v1beta1");
const rbac = inGroup("rbac.authorization.k8s.io", "v1");
const batch = inGroup("batch", "v1");
const apps = inGroup("apps", "v1");
const certManager = inGroup("cert-manager.io", "v1");
const externalSecrets = inGroup("external-secrets.io", "v1");
const gatewayApi = inGroup("gateway.networking.k8s.io", "v1");
const envoyGateway = inGroup("gateway.envoyproxy.io", "v1alpha1");
const admission = inGroup("admissionregistration.k8s.io", "v1");
const argo = inGroup("argoproj.io", "v1alpha1");
const hosting = inGroup("hosting.berth.dev", "v1alpha1");
const postgresql = inGroup("postgresql.cnpg.io", "v1");
const velero = inGroup("velero.io", "v1");

/** Names core Namespaces. */
export const NAMESPACES = core("namespaces", "Namespace", false);
/** Names core Secrets. */
export const SECRETS = core("secrets", "Secret");
/** Names core ResourceQuotas. */
export const RESOURCE_QUOTAS = core("resourcequotas", "ResourceQuota");
/** Names core ConfigMaps. */
export const CONFIG_MAPS = core("configmaps", "ConfigMap");
/** Names core Pods. */
export const PODS = core("pods", "Pod");
/** Names core Nodes. */
export const NODES = core("nodes", "Node", false);
/** Names what the metrics API measured of pods and nodes. */
export const POD_METRICS = metrics("pods", "PodMetrics");
export const NODE_METRICS = metrics("nodes", "NodeMetrics", false);
/** Names core Services. */
export const SERVICES = core("services", "Service");
/** Names the lists of where a Service leads. */
export const ENDPOINT_SLICES = inGroup("discovery.k8s.io", "v1")("endpointslices", "EndpointSlice");
/** Names core ServiceAccounts. */
export const SERVICE_ACCOUNTS = core("serviceaccounts", "ServiceAccount");
/** Names core PersistentVolumeClaims. */
export const PERSISTENT_VOLUME_CLAIMS = core("persistentvolumeclaims", "PersistentVolumeClaim");
/** Names the classes by which volumes are made. */
export const STORAGE_CLASSES = inGroup("storage.k8s.io", "v1")("storageclasses", "StorageClass", false);
/** Names core Events. */
export const EVENTS = core("events", "Event");
/** Names Leases, the record of who leads. */
export const LEASES = inGroup("coordination.k8s.io", "v1")("leases", "Lease");
/** Names CustomResourceDefinitions. */
export const CUSTOM_RESOURCE_DEFINITIONS = inGroup("apiextensions.k8s.io", "v1")(
  "customresourcedefinitions",
  "CustomResourceDefinition",
  false,
);
/** Names ClusterRoles. */
export const CLUSTER_ROLES = rbac("clusterroles", "ClusterRole", false);
/** Names ClusterRoleBindings. */
export const CLUSTER_ROLE_BINDINGS = rbac("clusterrolebindings", "ClusterRoleBinding", false);
/** Names Roles. */
export const ROLES = rbac("roles", "Role");
/** Names PodDisruptionBudgets. */
export const POD_DISRUPTION_BUDGETS = inGroup("policy", "v1")("poddisruptionbudgets", "PodDisruptionBudget");

/** Names Jobs, and what makes them by the clock. */
export const JOBS = batch("jobs", "Job");
export const CRON_JOBS = batch("cronjobs", "CronJob");
/** Names RoleBindings. */
export const ROLE_BINDINGS = rbac("rolebindings", "RoleBinding");
/** Names the External Secrets operator's stores and secrets. */
export const CLUSTER_SECRET_STORES = externalSecrets("clustersecretstores", "ClusterSecretStore", false);
export const EXTERNAL_SECRETS = externalSecrets("externalsecrets", "ExternalSecret");
/** Names the Ingresses of applications. */
export const INGRESSES = inGroup("networking.k8s.io", "v1")("ingresses", "Ingress");
/** Names the Gateways of clusters, and what charts/workload attaches to them. */
export const GATEWAYS = gatewayApi("gateways", "Gateway");
export const HTTP_ROUTES = gatewayApi("httproutes", "HTTPRoute");
export const TCP_ROUTES = gatewayApi("tcproutes", "TCPRoute");
export const LISTENER_SETS = gatewayApi("listenersets", "ListenerSet");
/** Names what Envoy Gateway has of its own for routes. */
export const HTTP_ROUTE_FILTERS = envoyGateway("httproutefilters", "HTTPRouteFilter");
export const BACKEND_TRAFFIC_POLICIES = envoyGateway("backendtrafficpolicies", "BackendTrafficPolicy");
/** Names cert-manager's Certificates. */
export const CERTIFICATES = certManager("certificates", "Certificate");
/** Names what cert-manager asks of an issuer for a Certificate. */
export const CERTIFICATE_REQUESTS = certManager("certificaterequests", "CertificateRequest");
/** Names what an issuer by ACME wants to see before it issues. */
export const CHALLENGES = inGroup("acme.cert-manager.io", "v1")("challenges", "Challenge");
/** Names what ExternalDNS makes records from. */
export const DNS_ENDPOINTS = inGroup("externaldns.k8s.io", "v1alpha1")("dnsendpoints", "DNSEndpoint");
/** Names Argo CD Applications. */
export const APPLICATIONS = argo("applications", "Application");
/** Names Argo CD AppProjects. */
export const APP_PROJECTS = argo("appprojects", "AppProject");
/** Names what Argo CD Image Updater is told by. */
export const IMAGE_UPDATERS = inGroup("argocd-image-updater.argoproj.io", "v1alpha1")("imageupdaters", "ImageUpdater");
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

/** Names CloudNativePG's resources. */
export const POSTGRESQL_CLUSTERS = postgresql("clusters", "Cluster");
export const POSTGRESQL_BACKUPS = postgresql("backups", "Backup");
/** Names the archives of the barman-cloud plugin. */
export const OBJECT_STORES = inGroup("barmancloud.cnpg.io", "v1")("objectstores", "ObjectStore");
/** Names Velero's resources: where backups go, when they are made, and what was made. */
export const VELERO_LOCATIONS = velero("backupstoragelocations", "BackupStorageLocation");
export const VELERO_SCHEDULES = velero("schedules", "Schedule");
export const VELERO_BACKUPS = velero("backups", "Backup");
/** Names MOCO's MySQLClusters. */
export const MYSQL_CLUSTERS = inGroup("moco.cybozu.com", "v1beta2")("mysqlclusters", "MySQLCluster");
/** Names the workloads that run on every node. */
export const DAEMON_SETS = apps("daemonsets", "DaemonSet");
/** Names what makes an application's pods; WORKLOADS are Kubernetes' own Deployments. */
export const WORKLOADS = apps("deployments", "Deployment");
export const STATEFUL_SETS = apps("statefulsets", "StatefulSet");
export const REPLICA_SETS = apps("replicasets", "ReplicaSet");
/** Names the policies that an API server holds writers to, and what puts them into force. */
export const VALIDATING_ADMISSION_POLICIES = admission(
  "validatingadmissionpolicies",
  "ValidatingAdmissionPolicy",
  false,
);
export const VALIDATING_ADMISSION_POLICY_BINDINGS = admission(
  "validatingadmissionpolicybindings",
  "ValidatingAdmissionPolicyBinding",
  false,
);
