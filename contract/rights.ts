import { API_GROUP } from "./identity.ts";
import { RESOURCES } from "./resources/all.ts";
import { databaseResource } from "./resources/database-instance.ts";
import { clusterResource } from "./resources/cluster.ts";
import { backupResource } from "./resources/database-backup.ts";

/** A verb of the Kubernetes API as its roles know it. */
export type Verb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "bind";

/**
 * Where a right holds: on the whole management cluster (`dns`: where ExternalDNS makes records), or in one namespace only (`certificates`: its own, where certificates for clusters are made). The operator opens the namespaces
 * of organizations to the gateway one by one.
 */
export type RightPlace = "cluster" | "argocd" | "own" | "organizations" | "clusterApi" | "dns" | "certificates";

/** What one process may do with some kinds, and what for. */
export type Right = Readonly<{
  place: RightPlace;
  group: string;
  resources: readonly string[];
  verbs: readonly Verb[];
  /** Only the objects of these names. */
  names?: readonly string[];
  why: string;
}>;

/** Names the processes that have rights of their own, and with them their roles. */
export const RIGHT_HOLDERS = { gateway: "berth-gateway", operator: "berth-operator" } as const;
/** Names the role that the operator binds to the gateway in each organization's namespace. */
export const SECRETS_ROLE = "berth-secrets";

const RBAC = "rbac.authorization.k8s.io";
const ARGO = "argoproj.io";
const CLUSTER_API = { place: "clusterApi", why: "Makes clusters at Hetzner and reads how far they are" } as const;
const CERT_MANAGER = "cert-manager.io";
const ISSUING = { place: "certificates", why: "Tells what keeps such a certificate from being made" } as const;
const KINDS = RESOURCES.map(({ plural }) => plural);

/** Lists what the gateway may do on the management cluster; its roles are generated from this. */
export const GATEWAY_RIGHTS: readonly Right[] = [
  {
    place: "cluster",
    group: API_GROUP,
    resources: KINDS,
    verbs: ["get", "list", "create", "patch", "delete"],
    why: "Writes what people ask for, and reads again what was written under its hands; never a status",
  },
  {
    place: "cluster",
    group: "",
    resources: ["namespaces"],
    verbs: ["get", "create"],
    why: "Makes the namespace of an organization before its first resource; knows the management cluster by kube-system",
  },
  {
    place: "cluster",
    group: "",
    resources: ["resourcequotas"],
    verbs: ["list", "create", "patch", "delete"],
    why: "Shows the limits of an organization in its namespace, where the admission policies read them",
  },
  {
    place: "cluster",
    group: "",
    resources: ["events"],
    verbs: ["list"],
    why: "Shows people what the platform says of their deployment",
  },
  {
    place: "organizations",
    group: "",
    resources: ["secrets"],
    verbs: ["get", "list", "create", "patch", "delete"],
    why: "Keeps people's secrets, and reads its own token for a tenant cluster",
  },
];

/** Lists what the operator may do on the management cluster; its roles are generated from this. */
export const OPERATOR_RIGHTS: readonly Right[] = [
  {
    place: "cluster",
    group: API_GROUP,
    resources: KINDS,
    verbs: ["get", "list", "watch", "patch"],
    why: "Follows the resources, labels and finalizes them",
  },
  {
    place: "cluster",
    group: API_GROUP,
    resources: KINDS.filter((kind) => kind !== clusterResource.plural),
    verbs: ["delete"],
    why: "Deletes what a cascade, a promotion or the end of its owner takes along",
  },
  {
    place: "cluster",
    group: API_GROUP,
    resources: [backupResource.plural, databaseResource.plural],
    verbs: ["create"],
    why: "Keeps scheduled backups as resources, makes the last one of a database that is deleted, and the databases of previews",
  },
  {
    place: "cluster",
    group: API_GROUP,
    resources: KINDS.map((kind) => `${kind}/status`),
    verbs: ["patch"],
    why: "Writes what was observed",
  },
  {
    place: "cluster",
    group: "",
    resources: ["namespaces"],
    verbs: ["get", "list", "watch"],
    why: "Knows organizations by their namespaces and the management cluster by kube-system",
  },
  {
    place: "cluster",
    group: "",
    resources: ["secrets"],
    verbs: ["get", "list", "watch", "create", "patch", "delete"],
    why: "Follows the versions of people's secrets, and keeps passwords and the gateway's tokens beside the resources",
  },
  {
    place: "cluster",
    group: "",
    resources: ["events"],
    verbs: ["create"],
    why: "Tells of each object what happened to it",
  },
  {
    place: "cluster",
    group: RBAC,
    resources: ["rolebindings"],
    verbs: ["list", "watch", "create", "patch"],
    why: "Opens the namespaces of organizations to the gateway",
  },
  {
    place: "cluster",
    group: RBAC,
    resources: ["clusterroles"],
    verbs: ["bind"],
    names: [SECRETS_ROLE],
    why: "May bind this one role and no other",
  },
  {
    place: "argocd",
    group: ARGO,
    resources: ["applications"],
    verbs: ["get", "list", "watch", "create", "patch", "delete"],
    why: "Keeps root Applications, refreshes and deletes child Applications",
  },
  {
    place: "argocd",
    group: ARGO,
    resources: ["appprojects"],
    verbs: ["list", "watch", "create", "patch", "delete"],
    why: "Keeps one project per organization, and empties the default one",
  },
  {
    place: "argocd",
    group: ARGO,
    resources: ["applicationsets"],
    verbs: ["list", "watch", "create", "patch"],
    why: "Keeps the component bundle's set, which never goes",
  },
  {
    place: "argocd",
    group: "argocd-image-updater.argoproj.io",
    resources: ["imageupdaters"],
    verbs: ["list", "watch", "create", "patch", "delete"],
    why: "Tells Argo CD Image Updater which images to follow, where one runs",
  },
  {
    place: "own",
    group: "coordination.k8s.io",
    resources: ["leases"],
    verbs: ["get", "create", "patch"],
    why: "One operator acts at a time",
  },
  {
    place: "own",
    group: "",
    resources: ["configmaps"],
    verbs: ["get", "list", "create", "patch", "delete"],
    why: "Writes down what a forced deletion left at a provider",
  },
  {
    place: "dns",
    group: "externaldns.k8s.io",
    resources: ["dnsendpoints"],
    verbs: ["get", "create", "patch", "delete"],
    why: "Writes the wildcard record of each cluster down for ExternalDNS",
  },
  {
    place: "certificates",
    group: CERT_MANAGER,
    resources: ["certificates"],
    verbs: ["get", "create", "patch", "delete"],
    why: "Has one certificate made for all names of each cluster",
  },
  { ...ISSUING, group: CERT_MANAGER, resources: ["certificaterequests"], verbs: ["list"] },
  { ...ISSUING, group: `acme.${CERT_MANAGER}`, resources: ["challenges"], verbs: ["list"] },
  { ...CLUSTER_API, group: "cluster.x-k8s.io", resources: ["clusters"], verbs: ["get", "create", "patch", "delete"] },
  { ...CLUSTER_API, group: "cluster.x-k8s.io", resources: ["machines"], verbs: ["list", "patch"] },
  {
    ...CLUSTER_API,
    group: "apps",
    resources: ["deployments"],
    verbs: ["get", "create", "patch"],
    why: "Runs the controllers of a cluster's cloud where its users cannot read the token",
  },
  { ...CLUSTER_API, group: "cluster.x-k8s.io", resources: ["clusterclasses"], verbs: ["create", "patch"] },
  {
    ...CLUSTER_API,
    group: "infrastructure.cluster.x-k8s.io",
    resources: ["hetznerclusters", "hcloudmachines"],
    verbs: ["list"],
  },
  {
    ...CLUSTER_API,
    group: "infrastructure.cluster.x-k8s.io",
    resources: ["hetznerclustertemplates", "hcloudmachinetemplates"],
    verbs: ["create", "patch"],
  },
  {
    ...CLUSTER_API,
    group: "controlplane.cluster.x-k8s.io",
    resources: ["kubeadmcontrolplanetemplates"],
    verbs: ["create", "patch"],
  },
  {
    ...CLUSTER_API,
    group: "bootstrap.cluster.x-k8s.io",
    resources: ["kubeadmconfigtemplates"],
    verbs: ["create", "patch"],
  },
];
