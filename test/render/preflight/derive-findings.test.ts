import { join } from "node:path";
import { expect } from "chai";
import { BUNDLE_COMPONENTS } from "../../../render/bundle/components.ts";
import { bundleFootprint, type BundleFootprint } from "../../../render/preflight/bundle-footprint.ts";
import type { ClusterFacts, FoundObject } from "../../../render/preflight/cluster-facts.ts";
import { deriveFindings, isFinal, unseen, type PreflightInput } from "../../../render/preflight/derive-findings.ts";
import { assertGolden } from "../../support/golden.ts";
import { tellCorpus } from "../../support/render-corpus.ts";

const BUNDLE: BundleFootprint = [
  {
    component: "certs",
    namespace: "certs",
    skipped: undefined,
    own: undefined,
    footprint: {
      crds: ["certs.example.org"],
      clusterRoles: ["certs"],
      clusterRoleBindings: ["certs"],
      ingressClasses: ["nginx"],
      gatewayClasses: ["berth"],
      priorityClasses: ["high"],
      admissionPolicies: ["certs"],
      apiServices: ["v1.certs.example.org"],
      webhooks: [
        { kind: "Validating", name: "certs" },
        { kind: "Mutating", name: "certs" },
      ],
      images: ["certs-controller"],
    },
  },
];
const object = (kind: string, name: string, more: Partial<FoundObject> = {}): FoundObject => ({
  kind,
  name,
  labels: {},
  annotations: {},
  ...more,
});
const STORAGE = object("StorageClass", "std", {
  annotations: { "storageclass.kubernetes.io/is-default-class": "true" },
});
/** What a cluster that lacks nothing has. */
const WHOLE = [
  STORAGE,
  object("APIService", "v1beta1.metrics.k8s.io", { available: true }),
  object("DaemonSet", "cilium", { namespace: "kube-system" }),
];
const FACTS: ClusterFacts = {
  kubernetesVersion: "v1.35.2",
  nodeCount: 3,
  servesAutopilot: false,
  missingPermissions: [],
  objects: WHOLE,
  served: [],
  cutKinds: [],
};
type Given = Readonly<{ objects?: readonly FoundObject[]; facts?: Partial<ClusterFacts> }> &
  Partial<Omit<PreflightInput, "facts">>;

function derive({ objects = [], facts, ...input }: Given = {}): ReturnType<typeof deriveFindings> {
  const all = { ...FACTS, objects: [...WHOLE, ...objects], ...facts };
  return deriveFindings({ bundle: BUNDLE, registration: "free", isAutopilot: false, ...input, facts: all });
}

const HELM = { annotations: { "meta.helm.sh/release-name": "cm", "meta.helm.sh/release-namespace": "ops" } };
const ARGO = { annotations: { "argocd.argoproj.io/tracking-id": "infra:apps/Deployment:x/y" } };
const OURS = { annotations: { "argocd.argoproj.io/tracking-id": "certs-own-abcdefghij:rbac/ClusterRole:/certs" } };
const FLUX = { labels: { "kustomize.toolkit.fluxcd.io/name": "apps" } };
const OLM = { labels: { "olm.managed": "true", "olm.owner": "certs.v1" } };
const IMAGE = { namespace: "ops", images: ["quay.io/x/certs-controller:v1@sha256:ab"] };
const isDefault = (kind: "ingressclass" | "storageclass"): Partial<FoundObject> => ({
  annotations: { [`${kind}.kubernetes.io/is-default-class`]: "true" },
});

type Row = readonly [name: string, given: Given, found: readonly (readonly [string, string, string | null])[]];
const error = (code: string, owner: string | null = null): readonly [string, string, string | null] => [
  "error",
  code,
  owner,
];
const warning = (code: string): readonly [string, string, null] => ["warning", code, null];

const ROWS: readonly Row[] = [
  ["nothing", {}, []],
  ["a definition", { objects: [object("CustomResourceDefinition", "certs.example.org")] }, [error("crd_exists")]],
  [
    "a definition of a Helm release",
    { objects: [object("CustomResourceDefinition", "certs.example.org", HELM)] },
    [error("crd_exists", "Helm release ops/cm")],
  ],
  ["another definition", { objects: [object("CustomResourceDefinition", "dogs.example.org", HELM)] }, []],
  [
    "a role of an Argo CD application",
    { objects: [object("ClusterRole", "certs", ARGO)] },
    [error("cluster_role_exists", "Argo CD application infra")],
  ],
  [
    "a role that we left",
    { objects: [object("ClusterRole", "certs", OURS)] },
    [["info", "left_by_berth", "Berth (certs-own-abcdefghij)"]],
  ],
  [
    "a role of Kubernetes itself",
    { objects: [object("ClusterRole", "certs", { labels: { "kubernetes.io/bootstrapping": "rbac-defaults" } })] },
    [],
  ],
  [
    "a binding of Flux",
    { objects: [object("ClusterRoleBinding", "certs", FLUX)] },
    [error("cluster_role_binding_exists", "Flux kustomization apps")],
  ],
  [
    "classes of the same names",
    {
      objects: [object("IngressClass", "nginx"), object("GatewayClass", "berth"), object("PriorityClass", "high", OLM)],
    },
    [
      error("ingress_class_exists"),
      error("gateway_class_exists"),
      error("priority_class_exists", "Operator Lifecycle Manager certs.v1"),
      ["info", "has_gateway_class", null],
    ],
  ],
  ["a policy", { objects: [object("ValidatingAdmissionPolicy", "certs")] }, [error("admission_policy_exists")]],
  ["an API", { objects: [object("APIService", "v1.certs.example.org")] }, [error("api_service_exists")]],
  [
    "webhooks of the same name",
    { objects: [object("ValidatingWebhookConfiguration", "certs"), object("MutatingWebhookConfiguration", "certs")] },
    [error("webhook_exists"), error("webhook_exists")],
  ],
  [
    "a webhook about everything",
    { objects: [object("ValidatingWebhookConfiguration", "policy", { failsClosed: true })] },
    [warning("webhook_fails_closed")],
  ],
  ["a copy of a controller", { objects: [object("Deployment", "cm", IMAGE)] }, [error("operator_running")]],
  ["another image", { objects: [object("Deployment", "cm", { images: ["quay.io/x/other-certs-controller:1"] })] }, []],
  ["a namespace of ours that is there", { objects: [object("Namespace", "certs")] }, [warning("namespace_exists")]],
  ["a namespace that is not ours", { objects: [object("Namespace", "shop", { deleting: true })] }, []],
  [
    "a namespace that is being deleted",
    { objects: [object("Namespace", "certs", { deleting: true })] },
    [error("namespace_terminating")],
  ],
  [
    "a namespace with limits",
    {
      objects: [
        object("Namespace", "certs", { labels: { "pod-security.kubernetes.io/enforce": "restricted" } }),
        object("ResourceQuota", "all", { namespace: "certs" }),
        object("LimitRange", "all", { namespace: "elsewhere" }),
      ],
    },
    [warning("namespace_exists"), warning("namespace_pod_security"), warning("namespace_quota")],
  ],
  ["another Berth", { objects: [object("Namespace", "berth-system")] }, [error("managed_by_berth")]],
  [
    "two defaults of each class",
    {
      objects: [
        object("IngressClass", "a", isDefault("ingressclass")),
        object("IngressClass", "b", isDefault("ingressclass")),
        object("StorageClass", "c", isDefault("storageclass")),
      ],
    },
    [
      warning("default_ingress_classes"),
      warning("default_ingress_classes"),
      warning("default_storage_classes"),
      warning("default_storage_classes"),
    ],
  ],
  [
    "nothing at all",
    { facts: { objects: [] } },
    [warning("no_default_storage_class"), warning("no_metrics_api"), warning("no_network_policies")],
  ],
  ["a version that is too old", { facts: { kubernetesVersion: "v1.32.9" } }, [error("version_unsupported")]],
  ["a version that is too new", { facts: { kubernetesVersion: "v1.37.0-gke.1" } }, [warning("version_untested")]],
  ["no version", { facts: { kubernetesVersion: "unknown" } }, [error("version_unsupported")]],
  ["missing rights", { facts: { missingPermissions: ["create namespaces"] } }, [error("permission_missing")]],
  ["too much to look at", { facts: { cutKinds: ["Deployment"] } }, [warning("not_all_seen")]],
  ["no nodes", { facts: { nodeCount: 0 } }, [warning("no_nodes")]],
  ["a registered cluster", { registration: "registered" }, [error("already_registered")]],
  ["the management cluster", { registration: "management" }, [error("management_cluster")]],
  ["Autopilot that was not said", { facts: { servesAutopilot: true } }, [error("autopilot_undeclared")]],
  ["Autopilot that is none", { isAutopilot: true }, [warning("autopilot_not_found")]],
];

const LABEL = "app.kubernetes.io";
/** Who an object can belong to, by what it carries. */
const OWNERS: Readonly<Record<string, Partial<FoundObject>>> = {
  nobody: {},
  us: { labels: { "hosting.berth.dev/managed": "true" } },
  "not us": { labels: { "hosting.berth.dev/managed": "false" } },
  "an application of ours by label": { labels: { "argocd.argoproj.io/instance": "certs-own-abcdefghij" } },
  "an application by label": { labels: { "argocd.argoproj.io/instance": "infra" } },
  "an application by both": { labels: { "argocd.argoproj.io/instance": "infra" }, ...OURS },
  "an application with letters too few": { annotations: { "argocd.argoproj.io/tracking-id": "certs-abcdefghi:a" } },
  "an application with letters too many": { annotations: { "argocd.argoproj.io/tracking-id": "certs-abcdefghij2:a" } },
  "an application of digits": { annotations: { "argocd.argoproj.io/tracking-id": "certs-abcdefghi1:a" } },
  "an application of capitals": { annotations: { "argocd.argoproj.io/tracking-id": "Xcerts-abcdefghij:a" } },
  "Flux, a release": { labels: { "helm.toolkit.fluxcd.io/name": "apps" } },
  "Flux, both": { labels: { "helm.toolkit.fluxcd.io/name": "a", "kustomize.toolkit.fluxcd.io/name": "b" } },
  "the Lifecycle Manager by operator": { labels: { "operators.coreos.com/certs.ops": "" } },
  "the Lifecycle Manager, unnamed": { labels: { "olm.managed": "true" } },
  "the Lifecycle Manager that does not": { labels: { "olm.managed": "false", "x-operators.coreos.com/a": "" } },
  "Helm without a namespace": { annotations: { "meta.helm.sh/release-name": "cm" } },
  "Helm by label": { labels: { [`${LABEL}/managed-by`]: "Helm", [`${LABEL}/instance`]: "cm" } },
  "Helm by label, unnamed": { labels: { [`${LABEL}/managed-by`]: "Helm" } },
  "another tool": { labels: { [`${LABEL}/managed-by`]: "Tool", [`${LABEL}/instance`]: "cm" } },
  "an add-on": { labels: { "addonmanager.kubernetes.io/mode": "Reconcile" } },
  "an add-on of GKE": { labels: { "components.gke.io/component-name": "a" } },
  Kubernetes: { labels: { "kubernetes.io/bootstrapping": "rbac-defaults" } },
};
const owned = Object.entries(OWNERS).map(([name, more]): Row => [
  `what belongs to ${name}`,
  {
    objects: [
      object("ClusterRole", "certs", more),
      object("Namespace", "certs", more),
      object("Namespace", "berth-system", more),
      object("Deployment", "cm", { ...IMAGE, ...more }),
      object("ValidatingWebhookConfiguration", "policy", { failsClosed: true, ...more }),
    ],
  },
  [],
]);
const images = [
  "certs-controller",
  "certs-controller:1",
  "x/certs-controller@sha256:ab",
  "reg:5000/certs-controller",
  "xcerts-controller",
  "certs-controller/x",
  "reg:5000/x:certs-controller",
  "",
].map((image): Row => [`the image ${image}`, { objects: [object("StatefulSet", "cm", { images: ["a", image] })] }, []]);
const versions = ["1.32", "1.33", "v1.36.9", "1.37", "2.34", "x1.34", "1", "v10.34.1"].map((kubernetesVersion): Row => [
  `the version ${kubernetesVersion}`,
  { facts: { kubernetesVersion } },
  [],
]);
const OTHERS: readonly Row[] = [
  ...owned,
  ...images,
  ...versions,
  ["a workload without images", { objects: [object("DaemonSet", "cm")] }, []],
  ["an image of no workload", { objects: [object("Pod", "cm", IMAGE)] }, []],
  ["an image without a namespace", { objects: [object("DaemonSet", "cm", { images: IMAGE.images })] }, []],
  ["a name of another kind", { objects: [object("ConfigMap", "certs"), object("ClusterRole", "other")] }, []],
  ["webhooks of the other kind", { bundle: webhooksOf("Validating"), objects: bothWebhooks() }, []],
  ["webhooks of one kind", { bundle: webhooksOf("Mutating"), objects: bothWebhooks() }, []],
  [
    "a bundle of nothing",
    { bundle: [{ ...BUNDLE[0], footprint: {} }] as BundleFootprint, objects: [object("ClusterRole", "certs")] },
    [],
  ],
  [
    "a bundle that is skipped",
    {
      bundle: [{ ...BUNDLE[0], skipped: "it is so" }] as BundleFootprint,
      objects: [object("ClusterRole", "certs"), object("Namespace", "certs")],
    },
    [],
  ],
  ["our namespace that is being deleted", { objects: [object("Namespace", "berth-system", { deleting: true })] }, []],
  [
    "a namespace that is baseline",
    { objects: [object("Namespace", "certs", { labels: { "pod-security.kubernetes.io/enforce": "baseline" } })] },
    [],
  ],
  [
    "a limit of a namespace",
    {
      objects: [
        object("Namespace", "certs"),
        object("LimitRange", "all", { namespace: "certs" }),
        object("ConfigMap", "all", { namespace: "certs" }),
      ],
    },
    [],
  ],
  [
    "one default of each class",
    { objects: [object("IngressClass", "a", isDefault("ingressclass")), object("IngressClass", "b")] },
    [],
  ],
  [
    "classes that are defaults of nothing",
    {
      objects: [
        object("ConfigMap", "a", isDefault("ingressclass")),
        object("IngressClass", "b", isDefault("ingressclass")),
      ],
    },
    [],
  ],
  [
    "a webhook that fails open",
    { objects: [object("ValidatingWebhookConfiguration", "policy", { failsClosed: false })] },
    [],
  ],
  ["storage that is no default", { facts: { objects: [object("StorageClass", "a")] } }, []],
  ["Autopilot that is one", { isAutopilot: true, facts: { servesAutopilot: true } }, []],
  ["one node", { facts: { nodeCount: 1 } }, []],
];

function webhooksOf(kind: "Validating" | "Mutating"): BundleFootprint {
  return [{ ...BUNDLE[0], footprint: { webhooks: [{ kind, name: "certs" }] } } as BundleFootprint[number]];
}

function bothWebhooks(): FoundObject[] {
  return [object("ValidatingWebhookConfiguration", "certs"), object("MutatingWebhookConfiguration", "certs")];
}

describe("The findings of a preflight", () => {
  it("are told as it is written down", () => {
    const cases = Object.fromEntries([...ROWS, ...OTHERS].map(([name, given]) => [name, given]));
    const render = (given: Given): object =>
      Object.fromEntries(
        derive(given).map((found, index) => [`${index} ${found.code}`, { ...found, isFinal: isFinal(found) }]),
      );
    const told = tellCorpus({ base: {}, cases, render });
    const lost = tellCorpus({
      base: [unseen("unreachable"), unseen("credential_refused")],
      cases: {},
      render: (one) => one,
    });
    assertGolden(join(import.meta.dirname, "__golden__", "findings.txt"), told + lost);
  });

  for (const [name, given, expected] of ROWS)
    it(`of ${name}`, () => {
      const findings = derive(given);
      expect(findings.map(({ severity, code, owner }) => [severity, code, owner])).to.deep.equal(expected);
      for (const { message, remedy } of findings) expect([message, remedy]).to.not.include("");
    });

  it("say what a cluster lacks, and nothing of what could not be seen", () => {
    const codes = (given: Given): string[] => derive(given).map(({ code }) => code);
    const agent = (name: string, image: string): FoundObject => object("DaemonSet", name, { images: [image] });
    const without = (kind: string, ...others: FoundObject[]): Given => ({
      facts: { objects: [...WHOLE.filter((one) => one.kind !== kind), ...others] },
    });
    expect(codes(without("StorageClass"))).to.deep.equal(["no_default_storage_class"]);
    expect(codes(without("APIService"))).to.deep.equal(["no_metrics_api"]);
    expect(codes(without("DaemonSet"))).to.deep.equal(["no_network_policies"]);
    expect(codes(without("DaemonSet", agent("aws-node", "x/amazon-k8s-cni:v1")))).to.deep.equal([
      "no_network_policies",
    ]);
    expect(codes(without("DaemonSet", agent("aws-node", "x/aws-network-policy-agent:v1")))).to.deep.equal([]);
    const unseenAgents = without("DaemonSet").facts;
    expect(codes({ facts: { ...unseenAgents, cutKinds: ["DaemonSet"] } })).to.deep.equal(["not_all_seen"]);
    expect(codes({ facts: { ...unseenAgents, missingPermissions: ["list daemonsets"] } })).to.deep.equal([
      "permission_missing",
    ]);
    expect(codes({ objects: [object("GatewayClass", "theirs")] })).to.deep.equal(["has_gateway_class"]);
  });

  it("put errors first", () => {
    const findings = derive({
      objects: [object("Namespace", "certs"), object("ClusterRole", "certs", OURS), object("IngressClass", "nginx")],
    });
    expect(findings.map(({ severity }) => severity)).to.deep.equal(["error", "warning", "info"]);
  });

  it("say what Autopilot does without, and hold nothing against it", () => {
    const bundle = bundleFootprint("gke", true, "ingress");
    const skipped = bundle.filter(({ skipped: why }) => why !== undefined);
    expect(skipped).to.not.deep.equal([]);
    const objects = skipped.flatMap(({ footprint }) =>
      (footprint.apiServices ?? []).map((api) => object("APIService", api)),
    );
    const findings = derive({ bundle, isAutopilot: true, facts: { servesAutopilot: true }, objects });
    expect(findings.map(({ severity, code, name }) => [severity, code, name])).to.deep.equal(
      skipped.map(({ component }) => ["info", "skipped_on_autopilot", component]),
    );
  });

  it("hold every object of the real bundle against the cluster", () => {
    const bundle = bundleFootprint("gke", false, "both");
    const crds = bundle.flatMap(({ footprint }) => footprint.crds ?? []);
    expect(crds.length).to.be.greaterThan(5);
    const findings = derive({ bundle, objects: crds.map((name) => object("CustomResourceDefinition", name)) });
    const held = findings.filter(({ code }) => code === "crd_exists");
    const others = crds.filter((name) => name.includes(".gateway."));
    expect(held.map(({ name }) => name)).to.have.members(crds.filter((name) => !others.includes(name)));
    // Those of the Gateway API are told of at once, since they mostly are somebody's who brought all of them.
    expect(others).to.have.length(21);
    expect(
      findings
        .filter(({ code }) => code === "gateway_api_exists")
        .map(({ message }) => message)
        .join(),
    ).to.contain("The cluster has 21 kinds");
    // What is of a cloud comes onto no cluster that others made.
    const imported = BUNDLE_COMPONENTS.filter(({ isOfCloud = false }) => !isOfCloud);
    const known = new Set(imported.flatMap(({ footprint }) => Object.keys(footprint)));
    // A new sort of footprint has to be looked for as well.
    expect([...known].filter((sort) => !LOOKED_FOR.has(sort))).to.deep.equal([]);
  });

  it("that no override helps against are few", () => {
    const codes = ["unreachable", "credential_refused"] as const;
    expect(codes.map(unseen).every(isFinal)).to.equal(true);
    expect(derive({ registration: "registered" }).every(isFinal)).to.equal(true);
    expect(derive({ objects: [object("IngressClass", "nginx")] }).some(isFinal)).to.equal(false);
  });
});

const LOOKED_FOR: ReadonlySet<string> = new Set([
  "crds",
  "clusterRoles",
  "clusterRoleBindings",
  "ingressClasses",
  "gatewayClasses",
  "priorityClasses",
  "clusterIssuers",
  "webhooks",
  "apiServices",
  "admissionPolicies",
  "otherNamespaces",
  "images",
]);
