/**
 * Renders what keeps tenants inside their virtual clusters: one admission policy on each host, in force in every namespace of
 * a virtual cluster. What a tenant writes, vcluster writes on the host by an account of that namespace; whatever that account
 * asks for is judged here, by the host's own API server. Which hosts a virtual cluster's Ingresses may have stands on its
 * namespace, which no account in it can write.
 */
import { celList } from "../../contract/cel-list.ts";
import { ANNOTATIONS, LABELS } from "../../contract/identity.ts";
import { MADE_OF } from "../custom-domain.ts";
import { VCLUSTER_MARK } from "./virtual-cluster.ts";

/** Names the policy and its binding. */
export const HOST_GUARD = "berth-virtual-clusters";

type Rule = Readonly<{ resource: string; cel: string; message: string }>;
type Manifest = Readonly<{
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Readonly<Record<string, string>> };
  spec: object;
}>;

const IS_CHANGED = "request.operation != 'CREATE'";
const IS_STATUS = "(request.?subResource.orValue('') == 'status')";
const CONTROL_PLANE = "'node-role.kubernetes.io/'";

/**
 * Names the annotations that a tenant's Ingress may have on a host: what concerns its own hosts and services alone. None of
 * them names another host, another address, another tenant's object, or text for the configuration of the controller.
 */
const INGRESS_ANNOTATIONS = [
  "cert-manager.io/cluster-issuer",
  "kubernetes.io/ingress.class",
  "kubernetes.io/tls-acme",
  ...[
    "affinity",
    "affinity-mode",
    "app-root",
    "backend-protocol",
    "client-body-buffer-size",
    "denylist-source-range",
    "enable-cors",
    "cors-allow-credentials",
    "cors-allow-headers",
    "cors-allow-methods",
    "cors-allow-origin",
    "cors-expose-headers",
    "cors-max-age",
    "force-ssl-redirect",
    "limit-connections",
    "limit-rpm",
    "limit-rps",
    "proxy-body-size",
    "proxy-buffer-size",
    "proxy-buffering",
    "proxy-buffers-number",
    "proxy-connect-timeout",
    "proxy-read-timeout",
    "proxy-request-buffering",
    "proxy-send-timeout",
    "rewrite-target",
    "session-cookie-expires",
    "session-cookie-max-age",
    "session-cookie-name",
    "session-cookie-path",
    "session-cookie-samesite",
    "session-cookie-secure",
    "ssl-redirect",
    "use-regex",
    "whitelist-source-range",
  ].map((name) => `nginx.ingress.kubernetes.io/${name}`),
];
/** Tools leave these behind; no controller on a host acts on them. */
const TOOL_ANNOTATIONS = [
  "argocd.argoproj.io/",
  "helm.sh/",
  "hosting.berth.dev/",
  "kubectl.kubernetes.io/",
  "meta.helm.sh/",
  "vcluster.loft.sh/",
];
/** On Services these speak to controllers of the host. */
const SERVICE_ANNOTATIONS = ["external-dns.", "io.cilium/", "service.cilium.io/", "service.beta.kubernetes.io/"];

/** Whatever of these lies in a namespace of a virtual cluster is the platform's, or its certificates'. */
const ROUTE_GROUPS = ["gateway.networking.k8s.io", "gateway.envoyproxy.io"];

/** Services that vcluster makes for a moment as it starts, to learn its host's range; what a tenant names has its virtual cluster's name in it. */
const PROBE = "^test-service-delete-me-[a-z0-9]{5}$";

const startsWithOneOf = (texts: readonly string[]): string =>
  `${celList(texts)}.exists(prefix, name.startsWith(prefix))`;
const label = (object: string, name: string): string => `${object}.metadata.?labels[?'${name}'].orValue('')`;
/** What an object had before stays as it is: a rule that came later must not hold up its end. */
const isAsBefore = (name: string): string =>
  `(${IS_CHANGED} && ${label("object", name)} == ${label("oldObject", name)})`;
const podAddresses = (object: string): string => `${object}.status.?podIPs.orValue([])`;
const serviceType = (object: string): string => `${object}.spec.?type.orValue('ClusterIP')`;
const isNoControlPlane = `(!expression.key.startsWith(${CONTROL_PLANE}) || expression.operator in ['NotIn', 'DoesNotExist'])`;
const NODE_AFFINITY = "object.spec.?affinity.?nodeAffinity";

/** Of pods all are judged, whoever makes them: workloads that a tenant's account may change make them by other accounts. */
const POD_RULES: readonly Rule[] = [
  {
    resource: "pods",
    cel: `${IS_CHANGED} || object.spec.?nodeName.orValue('') == ''`,
    message: "spec.nodeName passes the scheduler by; leave it out.",
  },
  {
    resource: "pods",
    cel: "object.spec.?tolerations.orValue([]).all(one, one.?key.orValue('').startsWith('node.kubernetes.io/'))",
    message:
      "spec.tolerations may name taints of node.kubernetes.io/ only on a shared cluster; what its host keeps free, it keeps free.",
  },
  {
    resource: "pods",
    cel: `object.spec.?nodeSelector.orValue({}).all(key, !key.startsWith(${CONTROL_PLANE}))`,
    message: "spec.nodeSelector must not choose control planes.",
  },
  {
    resource: "pods",
    cel: [
      `${NODE_AFFINITY}.?requiredDuringSchedulingIgnoredDuringExecution.?nodeSelectorTerms.orValue([])`,
      `.all(term, term.?matchExpressions.orValue([]).all(expression, ${isNoControlPlane}))`,
      ` && ${NODE_AFFINITY}.?preferredDuringSchedulingIgnoredDuringExecution.orValue([])`,
      `.all(term, term.preference.?matchExpressions.orValue([]).all(expression, ${isNoControlPlane}))`,
    ].join(""),
    message: "spec.affinity.nodeAffinity must not choose control planes.",
  },
  {
    resource: "pods",
    cel: "!object.spec.?priorityClassName.orValue('').startsWith('system-')",
    message: "spec.priorityClassName must not be one of the system's.",
  },
];

/** A pod of the control plane, or of its snapshots, may reach more of the host's network: that goes by labels. */
const TENANT_RULES: readonly Rule[] = [
  {
    resource: "pods",
    cel: `${label("object", "app")} != 'vcluster-snapshot'`,
    message: "The label app must not be vcluster-snapshot: it opens the host's network.",
  },
  {
    resource: "pods",
    cel: `${label("object", "release")} == '' || ${isAsBefore("release")}`,
    message: "The label release belongs to the control plane.",
  },
  {
    resource: "pods",
    cel: `${label("object", VCLUSTER_MARK)} != '' || ${isAsBefore(VCLUSTER_MARK)}`,
    message: `Without the label ${VCLUSTER_MARK} no NetworkPolicy would hold.`,
  },
  {
    resource: "pods",
    cel: `!${IS_STATUS} || ${podAddresses("object")} == ${podAddresses("oldObject")}`,
    message: "status.podIPs is told by kubelets: endpoints of one's own choosing could be pods of others.",
  },
  {
    resource: "services",
    // Its own Service, which the platform made, vcluster notes things on.
    cel: `${serviceType("object")} == 'ClusterIP' || (${IS_CHANGED} && ${serviceType("object")} == ${serviceType("oldObject")})`,
    message:
      "spec.type must be ClusterIP on a shared cluster: load balancers, node ports and ExternalName are its host's.",
  },
  {
    resource: "services",
    cel: "size(object.spec.?externalIPs.orValue([])) == 0",
    message: "spec.externalIPs would take the traffic of others; leave it out.",
  },
  {
    resource: "services",
    cel: `size(object.spec.?selector.orValue({})) > 0 || object.metadata.name.matches('${PROBE}')`,
    message: "spec.selector is needed on a shared cluster: endpoints of one's own choosing could be pods of others.",
  },
  {
    resource: "services",
    cel: `object.metadata.?annotations.orValue({}).all(name, !${startsWithOneOf(SERVICE_ANNOTATIONS)})`,
    message: `metadata.annotations must have none of ${SERVICE_ANNOTATIONS.join(", ")} on a shared cluster.`,
  },
  ...["endpoints", "endpointslices"].map((resource) => ({
    resource,
    cel: "false",
    message: "Endpoints of one's own choosing could be pods of others; give the Service a selector.",
  })),
  {
    resource: "ingresses",
    cel: "object.spec.?rules.orValue([]).all(rule, rule.?host.orValue('') in variables.hosts)",
    message:
      "spec.rules: each needs a host of a deployment of this cluster, its name under the platform's domain or its proven own domain.",
  },
  {
    resource: "ingresses",
    cel: "!has(object.spec.defaultBackend)",
    message: "spec.defaultBackend would answer for hosts of others; give each rule its host.",
  },
  {
    resource: "ingresses",
    cel: "object.spec.?tls.orValue([]).all(one, size(one.?hosts.orValue([])) > 0 && one.hosts.all(host, host in variables.hosts))",
    message: "spec.tls: each needs hosts, and each must be one of a deployment of this cluster.",
  },
  {
    resource: "ingresses",
    cel: `object.metadata.?annotations.orValue({}).all(name, name in ${celList(INGRESS_ANNOTATIONS)} || ${startsWithOneOf(TOOL_ANNOTATIONS)})`,
    message:
      "metadata.annotations has one that shared clusters do not carry: what they carry is in the guide to shared clusters.",
  },
  {
    resource: "*",
    cel: `!(request.resource.group in ${celList(ROUTE_GROUPS)})`,
    message: "Routes on a shared cluster's host are written by the platform, for names of deployments.",
  },
];

/** vcluster says by it what a tenant calls an object, of which a long name on the host has not all. */
const CALLED = "vcluster.loft.sh/object-name";
/** What a deployment's certificates are called: its handle ends in characters of its id (render/custom-domain.ts). */
const CERTIFICATE = "-[a-z2-7]{10}(-domain)?-tls(-x-|$)";
const isNoCertificate = ["object.metadata.name", `string(object.metadata.?annotations[?'${CALLED}'].orValue(''))`]
  .map((name) => `!${name}.matches('${CERTIFICATE}')`)
  .join(" && ");
const isCopy = [
  `${label("oldObject", VCLUSTER_MARK)} != ''`,
  `oldObject.metadata.?annotations[?'${MADE_OF}'].orValue('') != oldObject.metadata.name`,
].join(" || ");
/**
 * cert-manager of the host makes these: what a tenant changed there would be asked of the authority anew each time
 * (docs/adr/0141). vcluster deletes what is called as a copy of a tenant's Secret that is gone, whoever made it.
 */
const CERTIFICATE_RULE: Rule = {
  resource: "secrets",
  cel: `request.operation == 'DELETE' ? (${isCopy}) : (${isNoCertificate})`,
  message: "metadata.name is that of a deployment's certificate, which is the platform's on a shared cluster.",
};

/** What acts for a tenant on a host is an account of the namespace itself; all others there are the platform's. */
const VARIABLES = [
  { name: "isTenants", expression: "('system:serviceaccounts:' + request.namespace) in request.userInfo.groups" },
  {
    name: "hosts",
    expression: `namespaceObject.metadata.?annotations[?'${ANNOTATIONS.allowedHosts}'].orValue('').split(' ').filter(host, host != '')`,
  },
];

const WRITES = ["CREATE", "UPDATE"];

/**
 * Renders the policy and its binding, in the order in which they are applied; `certifies`: the host makes certificates for names
 * that no Ingress has, so that nobody brings one.
 */
export function renderHostGuard(certifies: boolean): readonly [policy: Manifest, binding: Manifest] {
  const apiVersion = "admissionregistration.k8s.io/v1";
  const metadata = { name: HOST_GUARD, labels: { [LABELS.managed]: "true" } };
  const rule = (apiGroup: string, resources: readonly string[], operations: readonly string[] = WRITES): object => ({
    apiGroups: [apiGroup],
    apiVersions: ["*"],
    operations,
    resources,
    scope: "Namespaced",
  });
  const policy = {
    failurePolicy: "Fail",
    matchConstraints: {
      resourceRules: [
        // Labels, and with a status addresses, are written by either.
        rule("", ["pods", "pods/status", "services", "endpoints"]),
        rule("", [CERTIFICATE_RULE.resource], [...(certifies ? WRITES : []), "DELETE"]),
        rule("discovery.k8s.io", ["endpointslices"]),
        rule("networking.k8s.io", ["ingresses"]),
        ...ROUTE_GROUPS.map((group) => rule(group, ["*"])),
      ],
    },
    variables: VARIABLES,
    validations: [
      ...POD_RULES.map((one) => validationOf(one)),
      ...[...TENANT_RULES, CERTIFICATE_RULE].map((one) => validationOf(one, true)),
    ],
  };
  const binding = {
    policyName: HOST_GUARD,
    validationActions: ["Deny"],
    matchResources: {
      namespaceSelector: { matchExpressions: [{ key: LABELS.virtualCluster, operator: "Exists" }] },
    },
  };
  return [
    { apiVersion, kind: "ValidatingAdmissionPolicy", metadata, spec: policy },
    { apiVersion, kind: "ValidatingAdmissionPolicyBinding", metadata, spec: binding },
  ];
}

function validationOf({ resource, cel, message }: Rule, ofTenants = false): object {
  const others = [
    ...(resource === "*" ? [] : [`request.resource.resource != '${resource}'`]),
    // What a kubelet tells of a pod that was there before a rule must not be held up: a status changes no spec.
    ofTenants ? "!variables.isTenants" : IS_STATUS,
  ];
  return { expression: [...others, `(${cel})`].join(" || "), message, reason: "Forbidden" };
}
