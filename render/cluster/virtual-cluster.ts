/**
 * Renders what makes a shared cluster: one Argo CD Application of the vcluster chart on a host, in a namespace of its own
 * there, in a project that may do that on hosts and nothing else (docs/adr/0029).
 */
import type { IApplication } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/Application";
import type { IAppProject } from "@kubernetes-models/argo-cd/argoproj.io/v1alpha1/AppProject";
import { LABELS } from "../../contract/identity.ts";
import { deniedRanges } from "../../contract/node-addresses.ts";
import { RETRY } from "../argocd/application.ts";
import { ARGO_FINALIZER, LABEL_ORGANIZATION } from "../delivery-names.ts";
import type { JsonMap } from "../text/yaml-text.ts";

/** What vcluster writes on a host is marked by it; what its chart and cert-manager make is not. */
export const VCLUSTER_MARK = "vcluster.loft.sh/managed-by";
/** Names the chart; one minor at a time, and only forward (its own rule). */
export const VCLUSTER_CHART = { repository: "https://charts.loft.sh", name: "vcluster", version: "0.36.1" } as const;
/** Names the project of all virtual clusters. */
export const PROJECT_VIRTUAL_CLUSTERS = "berth-virtual-clusters";

/** What this chart runs as a virtual control plane, newest first; all of them run on hosts of all of them. */
const KUBERNETES_MINORS = ["1.36", "1.35", "1.34"] as const;
const API_PORT = 8443;
/** Where the chart's network policy lets a virtual control plane reach its host's API server; on other ports none ever starts. */
export const HOST_API_PORTS: readonly number[] = [443, 6443, 8443];
/** An ingress controller of the host lives in a namespace that is no virtual cluster's. */
const FROM_HOST = {
  namespaceSelector: { matchExpressions: [{ key: LABELS.virtualCluster, operator: "DoesNotExist" }] },
};

/** What pods of a virtual cluster do not reach: its host's networks, and where the host's cloud hands out what is a node's own. */
const CLOSED_RANGES = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "127.0.0.0/8",
  ...deniedRanges("ipv4").filter((range) => !range.startsWith("100.100.")),
];

/** Which virtual cluster is wanted, where. */
export type VirtualCluster = Readonly<{
  handle: string;
  id: string;
  /** Namespace of its organization. */
  namespace: string;
  host: string;
  /** Tag of the Kubernetes image. */
  imageTag: string;
  /** Domain under which hosts pass TLS through to virtual clusters; without one each has a load balancer. */
  domain: string | undefined;
  /** Whether its tenants' Ingresses are written on the host; where the operator writes all routes there they are not. */
  hasIngresses?: boolean;
}>;

/** Derives the namespace of a virtual cluster on its host; its Application has the same name. */
export function virtualClusterName(handle: string): string {
  return `vc-${handle}`;
}

/** Derives the image tag of a wanted Kubernetes version; undefined when the chart has none for it. */
export function kubernetesImageTag(version: string | undefined): string | undefined {
  const [major = "", minor = "", patch = "0"] = (version ?? KUBERNETES_MINORS[0]).replace(/^v/, "").split(".");
  const isOffered = (KUBERNETES_MINORS as readonly string[]).includes(`${major}.${minor}`);
  return isOffered ? `v${major}.${minor}.${patch}` : undefined;
}

/** Which Kubernetes versions a shared cluster may have. */
export const OFFERED_VERSIONS: string = KUBERNETES_MINORS.join(", ");

/** Derives the name under which the virtual API server is reached; undefined when its load balancer says so. */
export function virtualClusterHost(handle: string, domain: string | undefined): string | undefined {
  return domain === undefined ? undefined : `${handle}.${domain}`;
}

/** States how many objects a tenant may have on its host; all Ingresses are read by the host's guard, each pass. */
const COUNTS = { "count/pods": 50, "count/ingresses.networking.k8s.io": 100 } as const;

/** Endpoints of a tenant's own choosing would lead what carries requests on the host to pods of others. */
const TO_HOST = { endpoints: { enabled: false }, endpointSlices: { enabled: false } } as const;
/** vcluster watches them whether or not it copies any, and without the right it waits for ever before it hands out access. */
const SLICES = { apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: ["get", "list", "watch"] };

/** Renders the chart's values. */
export function renderVirtualClusterValues({ handle, imageTag, domain, hasIngresses = true }: VirtualCluster): JsonMap {
  const namespace = virtualClusterName(handle);
  const inside = `${handle}.${namespace}`;
  const host = virtualClusterHost(handle, domain);
  const own = host === undefined ? 1 : 0;
  return {
    controlPlane: {
      distro: { k8s: { enabled: true, image: { tag: imageTag } } },
      statefulSet: {
        image: { repository: "loft-sh/vcluster-oss", tag: VCLUSTER_CHART.version },
        persistence: { volumeClaim: { enabled: true, size: "5Gi" } },
      },
      // The Service's full name is not among the names that the chart signs by itself.
      proxy: { extraSANs: [`${inside}.svc`, ...(host === undefined ? [] : [host])] },
      ...(host === undefined
        ? { service: { spec: { type: "LoadBalancer" } } }
        : { ingress: { enabled: true, host, spec: { tls: [] } } }),
    },
    exportKubeConfig: {
      server: host === undefined ? `https://${inside}:443` : `https://${host}:443`,
      serviceAccount: { name: "berth", namespace: "kube-system", clusterRole: "cluster-admin" },
    },
    sync: {
      toHost: { ingresses: { enabled: hasIngresses }, ...TO_HOST },
      fromHost: { ingressClasses: { enabled: true } },
    },
    rbac: { role: { extraRules: [SLICES] } },
    policies: {
      resourceQuota: {
        enabled: true,
        // The load balancer of the control plane takes a node port.
        quota: { ...COUNTS, "services.loadbalancers": own, "services.nodeports": own },
      },
      limitRange: { enabled: true },
      networkPolicy: {
        enabled: true,
        controlPlane: { ingress: [{ ports: [{ port: API_PORT, protocol: "TCP" }] }] },
        workload: {
          ingress: [{ from: [FROM_HOST] }],
          publicEgress: { enabled: true, cidr: "0.0.0.0/0", except: CLOSED_RANGES },
        },
      },
    },
    telemetry: { enabled: false },
  };
}

/** Renders the Application that installs it; deleting that one removes what it has made on the host. */
export function renderVirtualCluster(argocdNamespace: string, wanted: VirtualCluster): IApplication {
  const { handle, id, namespace, host } = wanted;
  const name = virtualClusterName(handle);
  const labels = { [LABELS.managed]: "true", [LABELS.virtualCluster]: handle };
  return {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "Application",
    metadata: {
      name,
      namespace: argocdNamespace,
      labels: { ...labels, [LABELS.id]: id, [LABELS.clusterHandle]: host, [LABEL_ORGANIZATION]: namespace },
      finalizers: [ARGO_FINALIZER],
    },
    spec: {
      project: PROJECT_VIRTUAL_CLUSTERS,
      source: {
        repoURL: VCLUSTER_CHART.repository,
        chart: VCLUSTER_CHART.name,
        targetRevision: VCLUSTER_CHART.version,
        helm: { releaseName: handle, valuesObject: renderVirtualClusterValues(wanted) },
      },
      destination: { name: host, namespace: name },
      // The chart writes 0 there, and the host's API server the port that it gives: it would never be synced.
      ignoreDifferences: [{ kind: "Service", name: handle, jsonPointers: ["/spec/ports/0/nodePort"] }],
      syncPolicy: {
        automated: { prune: true, selfHeal: true },
        retry: RETRY,
        syncOptions: ["CreateNamespace=true"],
        managedNamespaceMetadata: {
          labels: { ...labels, "pod-security.kubernetes.io/enforce": "baseline" },
        },
      },
    },
  };
}

/** Renders the project of virtual clusters: that chart, on hosts, in namespaces of virtual clusters. */
export function renderVirtualClusterProject(argocdNamespace: string, hosts: readonly string[]): IAppProject {
  return {
    apiVersion: "argoproj.io/v1alpha1",
    kind: "AppProject",
    metadata: {
      name: PROJECT_VIRTUAL_CLUSTERS,
      namespace: argocdNamespace,
      labels: { [LABELS.managed]: "true" },
    },
    spec: {
      sourceRepos: [VCLUSTER_CHART.repository],
      destinations: [...hosts].sort().map((name) => ({ name, namespace: "vc-*" })),
      clusterResourceWhitelist: [
        { group: "", kind: "Namespace" },
        { group: "rbac.authorization.k8s.io", kind: "ClusterRole" },
        { group: "rbac.authorization.k8s.io", kind: "ClusterRoleBinding" },
      ],
    },
  };
}
