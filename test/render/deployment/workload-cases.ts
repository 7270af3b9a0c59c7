import { HELM, adopted, of, raw, type Input } from "./deployment-variants.ts";
import { FULL_DEPLOYMENT, NAMED_WORKLOAD } from "../../support/full-specs.ts";

export const LIVE_OBJECT = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "old-shop", namespace: "live", uid: "x", annotations: { own: "kept" } },
  spec: {
    replicas: 5,
    template: {
      metadata: { annotations: { note: "kept" }, labels: { app: "shop" } },
      spec: {
        containers: [{ name: "main", image: "old:1", env: [{ name: "A", value: "old" }] }, { name: "sidecar" }],
        volumes: [{ name: "tmp", emptyDir: {} }],
        imagePullSecrets: [{ name: "theirs" }],
      },
    },
  },
};
export const manifest = (...objects: readonly object[]): Input =>
  of({
    adoption: {
      namespace: "live",
      kind: "Deployment",
      workloadName: "old-shop",
      manifestYaml: objects.map((object) => JSON.stringify(object)).join("\n---\n"),
    },
  });
export const others = [
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" }, data: { a: "b" }, status: {} },
  { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "agent" }, spec: { template: { spec: {} } } },
  { apiVersion: "apps/v1", kind: "StatefulSet", metadata: { name: "old-shop" }, spec: { replicas: "two" } },
];
const PIECE = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings" } };
const chart = (members: object): Input => raw(members, of(HELM));

/** What is said of a workload that ran before. */
export function workloads(): Record<string, Input> {
  return {
    "a workload in a namespace of the platform": adopted({ namespace: "berth-system" }),
    "a workload in a namespace like the cluster's": adopted({ namespace: "my-kube-system" }),
    "a workload of another kind": adopted({ kind: "Job" }),
    "a stateful workload": adopted({ kind: "StatefulSet" }),
    "a workload named by its name": adopted({ workloadName: undefined }, { name: "shop" }),
    "a workload named by its resource": adopted({ workloadName: undefined }),
    "a workload with a name that is none": adopted({ workloadName: "a..b" }),
    "a workload with a long name": adopted({ workloadName: "a".repeat(253) }),
    "a workload with a name that is too long": adopted({ workloadName: "a".repeat(254) }),
    "a workload with a dotted name": adopted({ workloadName: "a-b.c1" }),
    "an account that is none": adopted({ serviceAccountName: "a_b" }),
    "labels with a prefix": adopted({ podTemplateLabels: { "example.org/a_b.c": "A-1_b" } }),
    "labels with a prefix that is none": adopted({ podTemplateLabels: { "Example/a": "b" } }),
    "labels without a name": adopted({ podTemplateLabels: { "example.org/": "b" } }),
    "labels of two prefixes": adopted({ podTemplateLabels: { "a/b/c": "d" } }),
    "labels with an empty value": adopted({ podTemplateLabels: { a: "" } }),
    "labels with a value that is none": adopted({ podTemplateLabels: { a: "-b" } }),
    "labels with a value that ends wrong": adopted({ podTemplateLabels: { a: "b-" } }),
    "labels with a long value": adopted({ podTemplateLabels: { a: "b".repeat(63) } }),
    "labels with a value that is too long": adopted({ podTemplateLabels: { a: "b".repeat(64) } }),
    "labels with a name that is too long": adopted({ selectorMatchLabels: { ["a".repeat(64)]: "b" } }),
    "labels with a name of one": adopted({ selectorMatchLabels: { "1": "2" } }),
    "labels of the pods alone": adopted({ selectorMatchLabels: undefined }, { containerPort: 80 }),
    "no labels": adopted({ selectorMatchLabels: undefined, podTemplateLabels: undefined }, { containerPort: 80 }),
    "a workload with its pod alone": adopted({ extraContainerSpecYaml: undefined }),
    "a workload with its container alone": adopted({ extraPodSpecYaml: undefined, serviceAccountName: undefined }),
    "containers that are none": adopted({ extraPodSpecYaml: "containers: 3\nvolumes: {a: 1}" }, { storageSizeGb: 1 }),
    "a container whose members are none": adopted(
      { extraContainerSpecYaml: "resources: 3\nenv: {a: 1}\nvolumeMounts: 4" },
      { storageSizeGb: 1, cpuRequest: 1, environmentVariables: [{ name: "A", value: "b" }] },
    ),
    "a text with dollars": of({
      adoption: NAMED_WORKLOAD,
      environmentVariables: ["$(A)", "$$", "$", "a$b", "$(A)$"].map((value, index) => ({ name: `V${index}`, value })),
    }),
    "secrets of a workload that ran before": adopted({}, { environmentVariables: [{ name: "A", secretRef: "t" }] }),
    "no variables of a workload that ran before": adopted({}, { environmentVariables: [] }),
    "a stopped workload that ran before": adopted({}, { stopped: true, replicas: 3 }),
    "probes of a workload that ran before": adopted(
      {},
      {
        containerPort: 80,
        healthChecks: {
          liveness: { enabled: true, type: "tcp", periodSeconds: 3 },
          readiness: { enabled: true, type: "http" },
          startup: { enabled: false },
        },
      },
    ),
  };
}

/** What a manifest may hold. */
export function manifests(): Record<string, Input> {
  return {
    ...Object.fromEntries(
      Object.entries(NAMED_WORKLOAD).map(([name, value]) => [
        `a manifest with ${name}`,
        raw({ adoption: { ...manifest(LIVE_OBJECT).spec.adoption, [name]: value } }, manifest(LIVE_OBJECT)),
      ]),
    ),
    "a stateful manifest": raw(
      { adoption: { ...manifest(...others).spec.adoption, kind: "StatefulSet" }, replicas: 2 },
      manifest(...others),
    ),
    "a manifest with an autoscaler": raw({ config: { autoscaling: { max_replicas: 2 } } }, manifest(LIVE_OBJECT)),
    "a manifest without a workload": manifest(PIECE),
    "a manifest of nothing": manifest(),
    "a manifest without a template": manifest({ ...LIVE_OBJECT, spec: { replicas: 1 } }),
    "a manifest without a spec": manifest({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "old-shop" },
    }),
    "a manifest without containers": manifest({ ...LIVE_OBJECT, spec: { template: { spec: { containers: [] } } } }),
    "a manifest whose template is empty": manifest({ ...LIVE_OBJECT, spec: { template: {} } }),
    "a manifest of several objects": manifest(...others, LIVE_OBJECT),
    "a manifest of a list": manifest({ kind: "List", items: [LIVE_OBJECT, PIECE] }),
    "a manifest of a typed list": manifest({ kind: "DeploymentList", items: [LIVE_OBJECT] }),
    "a manifest of what is named like a list": manifest({ ...PIECE, kind: "List" }, LIVE_OBJECT),
    "a manifest of what has items": manifest({ ...PIECE, items: [1] }, LIVE_OBJECT),
    "a manifest of a list of numbers": manifest({ kind: "List", items: [1] }),
    "a manifest without a version": manifest({ ...PIECE, apiVersion: undefined }, LIVE_OBJECT),
    "a manifest without a kind": manifest({ ...PIECE, kind: 1 }, LIVE_OBJECT),
    "a manifest without metadata": manifest({ ...PIECE, metadata: undefined }, LIVE_OBJECT),
    "a manifest without a name": manifest({ ...PIECE, metadata: {} }, LIVE_OBJECT),
    "a manifest with annotations that are none": manifest(
      { ...PIECE, metadata: { name: "a", annotations: 1 } },
      LIVE_OBJECT,
    ),
    "a manifest with all that servers write": manifest(
      {
        ...PIECE,
        metadata: {
          ...Object.fromEntries(
            ["uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "selfLink"].map((one) => [
              one,
              1,
            ]),
          ),
          ownerReferences: [],
          finalizers: ["a"],
          labels: { a: "b" },
          name: "settings",
          annotations: {
            "kubectl.kubernetes.io/last-applied-configuration": "",
            "deployment.kubernetes.io/revision": "3",
          },
        },
      },
      LIVE_OBJECT,
    ),
    "a manifest with an object twice": manifest(LIVE_OBJECT, PIECE, PIECE),
    "a manifest with a name of two kinds": manifest(LIVE_OBJECT, PIECE, { ...PIECE, kind: "Widget" }),
    "a manifest with a Secret": manifest(LIVE_OBJECT, { ...PIECE, kind: "Secret" }),
    "a manifest of another namespace": manifest(LIVE_OBJECT, { ...PIECE, metadata: { name: "a", namespace: "other" } }),
    "a manifest of the most objects": manifest(
      LIVE_OBJECT,
      ...Array.from({ length: 49 }, (_, index) => ({ ...PIECE, metadata: { name: `c${index}` } })),
    ),
    "a manifest of too many objects": manifest(
      LIVE_OBJECT,
      ...Array.from({ length: 50 }, (_, index) => ({ ...PIECE, metadata: { name: `c${index}` } })),
    ),
    "a manifest with volumes": raw({ volumes: FULL_DEPLOYMENT.volumes }, manifest(LIVE_OBJECT)),
    "a manifest with a size": raw({ storageSizeGb: 1 }, manifest(LIVE_OBJECT)),
    "a manifest with ports": raw({ additionalPorts: FULL_DEPLOYMENT.additionalPorts }, manifest(LIVE_OBJECT)),
    "a manifest with probes": raw({ healthChecks: FULL_DEPLOYMENT.healthChecks }, manifest(LIVE_OBJECT)),
    "a manifest with nothing added": raw({ volumes: [], additionalPorts: [], healthChecks: {} }, manifest(LIVE_OBJECT)),
  };
}

/** What a chart may say and may not. */
export function charts(): Record<string, Input> {
  return {
    "values of a chart named like ours": chart({ customValuesYaml: "autoscaling: {a: 1}\nhandle: x" }),
    "a chart without an address": raw({ appType: "helm", helmRepoUrl: undefined }),
    "a chart without a name": raw({ helmChartName: undefined }, of(HELM)),
    "a chart that is stopped": chart({ stopped: true }),
    "a chart of https": chart({ helmRepoUrl: "https://oci://x" }),
    "a chart with the most of values": chart({ customValuesYaml: `a: "${"x".repeat(65_527)}"` }),
    "a chart with more than the most of values": chart({ customValuesYaml: `a: "${"x".repeat(65_529)}"` }),
    "a chart that ran before": chart({ adoption: { namespace: "live", kind: "HelmRelease", workloadName: "redis" } }),
    "a chart that ran before without a name": chart({ adoption: { namespace: "live", kind: "HelmRelease" } }),
    "a chart that ran before with a name that is none": chart({ adoption: { ...NAMED_WORKLOAD, workloadName: "A" } }),
    "a chart with a manifest": chart({ adoption: { namespace: "live", kind: "Deployment", manifestYaml: "a: 1" } }),
    ...Object.fromEntries(
      Object.entries(NAMED_WORKLOAD).map(([name, value]) => [
        `a chart with ${name}`,
        chart({ adoption: { namespace: "live", kind: "Deployment", [name]: value } }),
      ]),
    ),
    "a chart in a namespace of the cluster": chart({ adoption: { namespace: "kube-public", kind: "HelmRelease" } }),
  };
}
