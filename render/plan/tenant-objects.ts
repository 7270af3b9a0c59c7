/*
 * From the values of a deployment to the objects that they mean on its tenant cluster, as a pure function:
 * 1. the objects that charts/workload renders, each with what of the values decides how it looks;
 * 2. the namespace and the Secrets that the operator makes beside them.
 * Argo CD renders the chart with helm; a property test holds this list equal to what helm renders, object for object, and
 * says of any two values whether helm's objects differ exactly when the contents here do.
 */
import { pullSecretName, tenantSecretName } from "../delivery-names.ts";
import type { WorkloadValues } from "../charts/workload-values.ts";
import { mapOf, type Json, type JsonMap } from "../text/yaml-text.ts";
import { CHART_DEFAULTS } from "./chart-defaults.ts";
import { claimNames, deriveChartNames, labelsOf } from "./chart-names.ts";
import { derivePodContent } from "./pod-content.ts";
import { listPublicPorts, listRoutes } from "./route-objects.ts";

/** An object that a deployment means on its tenant cluster. */
export type TenantObject = Readonly<{
  apiVersion: string;
  kind: string;
  /** Undefined for what has none, and for an object of a manifest that names none. */
  namespace: string | undefined;
  name: string;
  madeBy: "chart" | "operator";
  /** Differs when, and only when, the object does, but for the number of its pods. */
  content: Json;
  /** Of what has pods: differs when, and only when, they are replaced. */
  pods?: Json;
  /** How many pods it asks for; undefined when the values do not say. */
  replicas?: number | undefined;
  /** Whether that number is the autoscaler's: Argo CD leaves it as it is. */
  isAutoscaled?: boolean;
  /** Stays when nothing means it any more. */
  isKept?: boolean;
}>;

/** Where a deployment's objects lie. */
export type TenantPlace = Readonly<{
  namespace: string;
  /** Whether the namespace is made, and goes, with the deployment. */
  isOurs: boolean;
}>;

type Part = Omit<TenantObject, "namespace" | "madeBy"> & Readonly<{ namespace?: string | undefined }>;

/** Lists the objects that a deployment's values mean. */
export function listTenantObjects(values: WorkloadValues, place: TenantPlace): TenantObject[] {
  const charted = [
    ...workload(values),
    ...release(values),
    ...cronJob(values),
    ...services(values),
    ...claims(values),
    ...externalSecrets(values),
    ...scaling(values),
    ...ingresses(values),
    ...listRoutes(values),
    ...listPublicPorts(values),
    ...networkPolicy(values),
    ...schedule(values, place),
  ];
  return [
    ...charted.map((part): TenantObject => ({ namespace: place.namespace, ...part, madeBy: "chart" })),
    ...manifests(values).map((part): TenantObject => ({ namespace: undefined, ...part, madeBy: "chart" })),
    ...operatorObjects(values, place),
  ];
}

const GOING_ON: ReadonlySet<string> = new Set(["Deployment", "StatefulSet"]);

function workload(values: WorkloadValues): Part[] {
  const { kind, stopped, autoscaling, adoption, replicas, volumes = [] } = values;
  // A workload that was taken over is among the manifests.
  if (!GOING_ON.has(kind) || adoption !== undefined) return [];
  const { workload: name, isStateful, selector } = deriveChartNames(values);
  const wanted = stopped === true ? 0 : (autoscaling?.minReplicas ?? replicas);
  // A stateful set's claims cannot be changed in place: it is replaced, with its pods.
  const templates = isStateful && volumes.length > 0 ? storage(values) : undefined;
  const pods = { ...derivePodContent(values), templates, selector };
  const recreates = !isStateful && volumes.length > 0;
  const content = { pods, recreates, labels: labelsOf(values) };
  const isAutoscaled = autoscaling !== undefined;
  return [{ apiVersion: "apps/v1", kind, name, content, pods, replicas: wanted, isAutoscaled }];
}

const UNSAID_OF_JOBS = { concurrencyPolicy: "Forbid", historyLimit: 3 } as const;

/** Pods of runs that are under way stay as they are. */
function cronJob(values: WorkloadValues): Part[] {
  const { kind, job, stopped, handle } = values;
  if (kind !== "CronJob" || job === undefined) return [];
  const isSuspended = job.schedule === undefined || stopped === true;
  const content = [derivePodContent(values), { ...UNSAID_OF_JOBS, ...job }, isSuspended, labelsOf(values)];
  return [{ apiVersion: "batch/v1", kind, name: handle, content }];
}

/** Its name is of all that it is made of that counts; image automation's choice is not in the values. */
function release({ release: wanted, handle, image }: WorkloadValues): Part[] {
  if (wanted === undefined || wanted.image !== image?.reference) return [];
  return [{ apiVersion: "batch/v1", kind: "Job", name: `${handle}-${wanted.print}`, content: null }];
}

/** What a release command needs is brought before it. */
const isFirst = ({ release: wanted }: WorkloadValues): boolean => wanted !== undefined;

const storage = ({ accessMode, storageClassName }: WorkloadValues): Json => [
  accessMode ?? CHART_DEFAULTS.accessMode,
  storageClassName ?? "",
];

function services(values: WorkloadValues): Part[] {
  const { kind, port, portProtocol = "", additionalPorts = [] } = values;
  const { service, selector, isStateful } = deriveChartNames(values);
  const main = port === undefined ? [] : [{ name: "http", port, protocol: "TCP", portProtocol }];
  const ports = [...main, ...additionalPorts];
  const common = { apiVersion: "v1", kind: "Service" };
  return [
    ...(ports.length > 0 && kind !== "None"
      ? [{ ...common, name: service, content: [ports, selector, labelsOf(values)] }]
      : []),
    ...(isStateful ? [{ ...common, name: `${service}-pods`, content: [selector, labelsOf(values)] }] : []),
  ];
}

function claims(values: WorkloadValues): Part[] {
  return (values.volumes ?? []).flatMap((volume) =>
    claimNames(values, volume.name).map((name) => ({
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      name,
      content: [volume.sizeGb, volume.purpose ?? "", storage(values), labelsOf(values)],
      isKept: true,
    })),
  );
}

const secretRefs = ({ env = [] }: WorkloadValues): string[] =>
  [...new Set(env.flatMap(({ secretRef }) => secretRef ?? []))].sort();

function externalSecrets(values: WorkloadValues): Part[] {
  const { handle, secrets } = values;
  const { path, pullSecret, store = CHART_DEFAULTS.secrets.store } = secrets ?? {};
  if (secrets?.driver !== "vault") return [];
  const common = { apiVersion: "external-secrets.io/v1", kind: "ExternalSecret" };
  const names = secretRefs(values);
  const content = [store, path ?? "", isFirst(values), labelsOf(values)];
  return [
    ...(names.length > 0 ? [{ ...common, name: tenantSecretName(handle), content: [names, ...content] }] : []),
    ...(pullSecret === undefined || pullSecret === "" ? [] : [{ ...common, name: pullSecret, content }]),
  ];
}

function scaling(values: WorkloadValues): Part[] {
  const { handle, autoscaling, stopped, replicas, adoption, kind } = values;
  if (stopped === true) return [];
  const { workload: name, selector } = deriveChartNames(values);
  const least = autoscaling?.minReplicas ?? replicas ?? 0;
  const scaler = { apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler", name: handle };
  const budget = { apiVersion: "policy/v1", kind: "PodDisruptionBudget", name: handle };
  const isBudgeted = least > 1 && adoption === undefined && kind !== "None";
  return [
    ...(autoscaling === undefined ? [] : [{ ...scaler, content: [autoscaling, kind, name, labelsOf(values)] }]),
    ...(isBudgeted ? [{ ...budget, content: [selector, labelsOf(values)] }] : []),
  ];
}

function ingresses(values: WorkloadValues): Part[] {
  const { handle, ingress = {}, port = 0, portProtocol = "" } = values;
  const { hasIngress, service } = deriveChartNames(values);
  if (!hasIngress) return [];
  const { host, customDomain, className, clusterIssuer, rewriteAnnotation, healthPath } = {
    ...CHART_DEFAULTS.ingress,
    ...ingress,
  };
  const common = { apiVersion: "networking.k8s.io/v1", kind: "Ingress" };
  const route = [host ?? "", customDomain ?? "", className ?? "", service, port, labelsOf(values)];
  return [
    { ...common, name: handle, content: [route, clusterIssuer, portProtocol, ...limitsOf(ingress)] },
    ...(healthPath === undefined
      ? []
      : [{ ...common, name: `${handle}-health`, content: [route, healthPath, rewriteAnnotation] }]),
  ];
}

function limitsOf({ timeoutSeconds = 0, maxBodySizeMb = 0 }: NonNullable<WorkloadValues["ingress"]>): Json[] {
  return [timeoutSeconds, maxBodySizeMb];
}

function networkPolicy(values: WorkloadValues): Part[] {
  const { handle, adoption, kind, port, additionalPorts = [] } = values;
  if (adoption !== undefined || kind === "None") return [];
  const { selector, isPublished } = deriveChartNames(values);
  const extra = additionalPorts.map((one) => [one.port, one.protocol]);
  const content = [selector, port ?? 0, isPublished, extra, isFirst(values), labelsOf(values)];
  return [{ apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy", name: handle, content }];
}

function schedule(values: WorkloadValues, { namespace: backedUp }: TenantPlace): Part[] {
  const { handle, backups } = values;
  if (backups === undefined) return [];
  const { cron, retentionHours, namespace = "velero" } = backups;
  const content = [cron, retentionHours, backedUp, labelsOf(values)];
  return [{ apiVersion: "velero.io/v1", kind: "Schedule", namespace, name: handle, content }];
}

const HAVE_PODS = new Set(["Deployment", "StatefulSet", "DaemonSet"]);

/** Objects of a manifest that was taken over are as they are. */
function manifests(values: WorkloadValues): Part[] {
  return (values.manifests ?? []).map((given) => {
    const object = given as JsonMap;
    const metadata = mapOf(object["metadata"]);
    const spec = mapOf(object["spec"]);
    const kind = textOf(object["kind"]) ?? "";
    const { replicas } = spec;
    return {
      apiVersion: textOf(object["apiVersion"]) ?? "",
      kind,
      namespace: textOf(metadata["namespace"]),
      name: textOf(metadata["name"]) ?? "",
      content: object,
      ...(HAVE_PODS.has(kind) ? { pods: spec["template"] ?? null } : {}),
      ...(typeof replicas === "number" ? { replicas } : {}),
    };
  });
}

const textOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined);

function operatorObjects(values: WorkloadValues, { namespace, isOurs }: TenantPlace): TenantObject[] {
  const { handle, secrets } = values;
  const made = { apiVersion: "v1", madeBy: "operator" } as const;
  const inNamespace = { ...made, kind: "Secret", namespace };
  const names = secretRefs(values);
  const own = [
    ...(names.length > 0 ? [{ ...inNamespace, name: tenantSecretName(handle), content: names }] : []),
    ...(secrets?.pullSecret === undefined ? [] : [{ ...inNamespace, name: pullSecretName(handle), content: null }]),
  ];
  return [
    ...(isOurs ? [{ ...made, kind: "Namespace", namespace: undefined, name: namespace, content: null }] : []),
    // Through Vault they are the External Secrets operator's to make.
    ...(secrets?.driver === "vault" ? [] : own),
  ];
}
