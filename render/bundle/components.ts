/**
 * The component bundle: what the platform brings along onto every cluster, at one version per channel. This is the only
 * place that knows it: the channel folders in Git, Argo CD's project, the import's preflight and `GET …/bundle` follow
 * from it. The footprints are what `helm template` makes of the pinned charts with these values.
 */
import { LABELS } from "../../contract/identity.ts";
import { CERT_MANAGER_AT_GATEWAYS } from "./own-settings.ts";
import { CLOUD_BUNDLE } from "./cloud-components.ts";
import type { BundleComponent } from "./component.ts";
import { DATABASE_COMPONENTS } from "./database-components.ts";
import { GATEWAY_COMPONENTS } from "./gateway-components.ts";
import { CERTIFICATE_ISSUER } from "./issuer-component.ts";
import { VELERO } from "./velero-component.ts";

const REQUESTS = { cpu: "50m", memory: "96Mi" };

/** Certificates are asked for by an annotation of a Gateway or ListenerSet. Without the Gateway API's kinds it does not start. */
const FOR_GATEWAYS = {
  config: {
    apiVersion: "controller.config.cert-manager.io/v1alpha1",
    kind: "ControllerConfiguration",
    enableGatewayAPI: true,
    enableGatewayAPIListenerSet: true,
    featureGates: { ListenerSets: true },
  },
};

const CERT_MANAGER: BundleComponent = {
  component: "cert-manager",
  purpose: "Issues the certificates of Ingresses and Gateways.",
  repository: "https://charts.jetstack.io",
  chart: "cert-manager",
  versions: { stable: "v1.20.3", latest: "v1.21.1" },
  namespace: "cert-manager",
  values: {
    crds: { enabled: true, keep: true },
    // kube-system is closed on Autopilot, and not ours elsewhere.
    global: { leaderElection: { namespace: "cert-manager" } },
    startupapicheck: { enabled: false },
    resources: { requests: REQUESTS },
    webhook: { resources: { requests: REQUESTS } },
    cainjector: { resources: { requests: REQUESTS } },
  },
  valuesOn: {
    "standard-both": FOR_GATEWAYS,
    "standard-gateway": FOR_GATEWAYS,
    "host-both": FOR_GATEWAYS,
    "host-gateway": FOR_GATEWAYS,
    "imported-both": FOR_GATEWAYS,
    "imported-gateway": FOR_GATEWAYS,
  },
  profiles: ["standard", "imported"],
  own: {
    kinds: [
      "certificates.cert-manager.io/v1",
      "clusterissuers.cert-manager.io/v1",
      "issuers.cert-manager.io/v1",
      "challenges.acme.cert-manager.io/v1",
    ],
    // The issuer's solver names its Ingress class.
    versionMin: "1.12",
    // Beside itself it looks for what ClusterIssuers name, the key of a binding among it.
    isPlaced: true,
  },
  ownAtGateways: CERT_MANAGER_AT_GATEWAYS,
  footprint: {
    crds: [
      "challenges.acme.cert-manager.io",
      "orders.acme.cert-manager.io",
      "certificaterequests.cert-manager.io",
      "certificates.cert-manager.io",
      "clusterissuers.cert-manager.io",
      "issuers.cert-manager.io",
    ],
    clusterRoles: [
      "cert-manager-cainjector",
      "cert-manager-controller-issuers",
      "cert-manager-controller-clusterissuers",
      "cert-manager-controller-certificates",
      "cert-manager-controller-orders",
      "cert-manager-controller-challenges",
      "cert-manager-controller-ingress-shim",
      "cert-manager-cluster-view",
      "cert-manager-view",
      "cert-manager-edit",
      "cert-manager-controller-approve:cert-manager-io",
      "cert-manager-controller-certificatesigningrequests",
      "cert-manager-webhook:subjectaccessreviews",
    ],
    clusterRoleBindings: [
      "cert-manager-cainjector",
      "cert-manager-controller-issuers",
      "cert-manager-controller-clusterissuers",
      "cert-manager-controller-certificates",
      "cert-manager-controller-orders",
      "cert-manager-controller-challenges",
      "cert-manager-controller-ingress-shim",
      "cert-manager-controller-approve:cert-manager-io",
      "cert-manager-controller-certificatesigningrequests",
      "cert-manager-webhook:subjectaccessreviews",
    ],
    webhooks: [
      { kind: "Mutating", name: "cert-manager-webhook" },
      { kind: "Validating", name: "cert-manager-webhook" },
    ],
    images: ["cert-manager-controller", "cert-manager-webhook", "cert-manager-cainjector"],
  },
};

/** The default class of a customer's own cluster is the customer's to choose: two defaults refuse every Ingress without class. */
const NO_DEFAULT = { controller: { ingressClassResource: { default: false } } };

/**
 * Hostile tenants share it there. Beside the host's guard: it looks at their namespaces alone, believes no annotation that could
 * speak for others, and follows no name to elsewhere. It passes TLS through to their API servers.
 */
const ON_HOSTS = {
  controller: {
    allowSnippetAnnotations: false,
    config: { "annotations-risk-level": "Medium" },
    scope: { enabled: false, namespaceSelector: LABELS.virtualCluster },
    extraArgs: { "disable-svc-external-name": "true", "enable-ssl-passthrough": "true" },
  },
};

const INGRESS_NGINX: BundleComponent = {
  component: "ingress-nginx",
  purpose: "Carries requests from outside to the deployments.",
  repository: "https://kubernetes.github.io/ingress-nginx",
  chart: "ingress-nginx",
  versions: { stable: "4.14.5", latest: "4.15.1" },
  namespace: "ingress-nginx",
  values: {
    controller: {
      // The admission webhook has been the way in for attackers; what it checks, our chart never writes.
      admissionWebhooks: { enabled: false },
      // Its own minute would cut off events and sockets that are quiet for a while.
      config: { "proxy-read-timeout": "3600", "proxy-send-timeout": "3600" },
      ingressClassResource: { name: "nginx", default: true },
      resources: { requests: { cpu: "100m", memory: "128Mi" } },
    },
  },
  valuesOn: {
    host: ON_HOSTS,
    "host-both": ON_HOSTS,
    "host-gateway": ON_HOSTS,
    imported: NO_DEFAULT,
    "imported-both": NO_DEFAULT,
    autopilot: NO_DEFAULT,
  },
  profiles: ["standard", "imported"],
  routing: "ingress",
  // Its Service says where names are to lead.
  own: { kinds: [], isPlaced: true, workload: "ingress-nginx-controller" },
  footprint: {
    clusterRoles: ["ingress-nginx"],
    clusterRoleBindings: ["ingress-nginx"],
    ingressClasses: ["nginx"],
    images: ["ingress-nginx/controller"],
  },
};

/** Names the APIService by which the use of pods and nodes is told. */
export const METRICS_API = "v1beta1.metrics.k8s.io";

const METRICS_SERVER: BundleComponent = {
  component: "metrics-server",
  purpose: "Measures pods, which autoscaling goes by.",
  repository: "https://kubernetes-sigs.github.io/metrics-server",
  chart: "metrics-server",
  versions: { stable: "3.13.0", latest: "3.13.1" },
  namespace: "metrics-server",
  // kubeadm has each kubelet sign its own certificate, which nobody could check.
  values: { args: ["--kubelet-insecure-tls"], resources: { requests: { cpu: "100m", memory: "200Mi" } } },
  profiles: ["standard", "imported"],
  // Most clusters that come from elsewhere have theirs from their provider.
  isMostlyOwn: true,
  own: { kinds: [], apiService: METRICS_API },
  skipOnAutopilot: "GKE brings its own metrics-server",
  footprint: {
    clusterRoles: ["system:metrics-server-aggregated-reader", "system:metrics-server"],
    clusterRoleBindings: ["metrics-server:system:auth-delegator", "system:metrics-server"],
    apiServices: [METRICS_API],
    otherNamespaces: ["kube-system"],
    images: ["metrics-server"],
  },
};

const EXTERNAL_SECRETS: BundleComponent = {
  component: "external-secrets",
  purpose: "Brings secrets from the secret store to the pods that name them.",
  repository: "https://charts.external-secrets.io",
  chart: "external-secrets",
  versions: { stable: "1.3.2", latest: "1.3.2" },
  namespace: "external-secrets",
  values: {
    resources: { requests: REQUESTS },
    webhook: { resources: { requests: REQUESTS } },
    certController: { resources: { requests: REQUESTS } },
  },
  profiles: ["standard", "imported", "shared"],
  own: { kinds: ["clustersecretstores.external-secrets.io/v1", "externalsecrets.external-secrets.io/v1"] },
  footprint: {
    crds: [
      "clusterexternalsecrets",
      "clusterpushsecrets",
      "clustersecretstores",
      "externalsecrets",
      "pushsecrets",
      "secretstores",
    ]
      .map((plural) => `${plural}.external-secrets.io`)
      .concat(
        [
          "acraccesstokens",
          "cloudsmithaccesstokens",
          "clustergenerators",
          "ecrauthorizationtokens",
          "fakes",
          "gcraccesstokens",
          "generatorstates",
          "githubaccesstokens",
          "grafanas",
          "mfas",
          "passwords",
          "quayaccesstokens",
          "sshkeys",
          "stssessiontokens",
          "uuids",
          "vaultdynamicsecrets",
          "webhooks",
        ].map((plural) => `${plural}.generators.external-secrets.io`),
      ),
    clusterRoles: [
      "external-secrets-cert-controller",
      "external-secrets-controller",
      "external-secrets-view",
      "external-secrets-edit",
      "external-secrets-servicebindings",
    ],
    clusterRoleBindings: ["external-secrets-cert-controller", "external-secrets-controller"],
    webhooks: [
      { kind: "Validating", name: "secretstore-validate" },
      { kind: "Validating", name: "externalsecret-validate" },
    ],
    images: ["external-secrets"],
  },
};

// The simulated cloud has no way out to any registry: its bundle consists of objects alone.
const INGRESS_CLASS: BundleComponent = {
  component: "ingress-class",
  purpose: "Names the Ingress class that deployments on simulated clusters use.",
  chart: "ingress-class",
  versions: { stable: "1.0.0", latest: "1.1.0" },
  namespace: "berth-bundle",
  values: {},
  profiles: ["local"],
  routing: "ingress",
  footprint: { ingressClasses: ["nginx", "nginx-internal"] },
};

const PRIORITY_CLASSES: BundleComponent = {
  component: "priority-classes",
  purpose: "Names the priorities of the platform's own pods on simulated clusters.",
  chart: "priority-classes",
  versions: { stable: "1.0.0", latest: "1.0.0" },
  namespace: "berth-bundle",
  values: {},
  profiles: ["local"],
  footprint: { priorityClasses: ["berth-platform"] },
};

/** Lists the components of the bundle. */
export const BUNDLE_COMPONENTS: readonly BundleComponent[] = [
  ...CLOUD_BUNDLE,
  CERT_MANAGER,
  CERTIFICATE_ISSUER,
  INGRESS_NGINX,
  ...GATEWAY_COMPONENTS,
  METRICS_SERVER,
  EXTERNAL_SECRETS,
  VELERO,
  ...DATABASE_COMPONENTS,
  INGRESS_CLASS,
  PRIORITY_CLASSES,
];
