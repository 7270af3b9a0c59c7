import { organizationSlug } from "../../contract/identity.ts";
import { isJob, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { copyFolder } from "../../contract/secret-store.ts";
import { isCarried } from "../bundle/component.ts";
import { deriveAutoscaling } from "./autoscaling.ts";
import { isOwnImage, pullSecretName } from "../delivery-names.ts";
import { deriveAdoptedObjects, deriveAdoption } from "./adopted-workload.ts";
import { deriveBackups } from "../backup-schedule.ts";
import { customValues, isOwnedValue, type WorkloadValues } from "../charts/workload-values.ts";
import { deriveProbes, detectPort } from "./detect-probes.ts";
import { assertImageUpdates } from "./image-updater.ts";
import { assertPlain, parseYamlMap } from "../text/parse-yaml.ts";
import { isMap } from "../../contract/json.ts";
import { renderError } from "../render-error.ts";
import type { RenderDeploymentInput } from "../render-input.ts";
import { deriveJob } from "./job-values.ts";
import { deriveHealthPath, deriveHosts, hasKnownPods, servicePort } from "./published-route.ts";
import { deriveRelease } from "./release-command.ts";
import { assertSleep } from "./sleep-schedule.ts";
import { deriveGatewayLimits, deriveIngressLimits, derivePortProtocol } from "./request-limits.ts";
import { deriveAdditionalPorts, derivePublicPorts } from "./service-ports.ts";
import { deriveVolumes } from "./volume-claims.ts";
import type { Json, JsonMap } from "../text/yaml-text.ts";

/** Derives the values file of a deployment; for helm these are the user's own values as they are. */
export function deriveDeploymentValues(input: RenderDeploymentInput): JsonMap {
  const custom = parseYamlMap(input.spec.customValuesYaml ?? "", "custom_values_yaml");
  assertPlain(input.spec.config ?? {}, "config");
  assertApplicable(input.spec);
  assertImageUpdates(input.spec);
  assertSleep(input.spec);
  if (input.spec.appType === "helm") return custom;
  assertCustomValues(custom);
  if (input.spec.adoption !== undefined) assertNoPodValues(custom);
  const values = { ...deriveIdentity(input), ...derivePod(input), ...deriveNetwork(input), ...deriveData(input) };
  return mergeValues(values, custom);
}

/** Derives the path at which the application must answer well over HTTP to be ready; undefined where it is not asked so. */
export function deriveHttpProbePath(spec: DeploymentSpec): string | undefined {
  const readiness = deriveProbes(spec, servicePort(spec))?.readiness;
  return readiness?.type === "http" ? readiness.path : undefined;
}

/** Derives where the application answers; undefined when it has no ingress. */
export function deriveEndpointUrl(input: RenderDeploymentInput): string | undefined {
  const { host, customDomain } = deriveHosts(input);
  const name = host ?? customDomain;
  return name === undefined ? undefined : `https://${name}`;
}

function deriveIdentity(
  input: RenderDeploymentInput,
): Pick<WorkloadValues, "handle" | "id" | "appType" | "kind" | "adoption" | "manifests" | "adopted"> {
  const { handle, metadata, spec } = input;
  const live = deriveAdoptedObjects(input);
  return {
    handle,
    id: metadata.id,
    appType: spec.appType,
    kind: deriveKind(spec),
    adoption: deriveAdoption(spec, metadata.name),
    manifests: live?.objects as WorkloadValues["manifests"],
    adopted: live?.index,
  };
}

function deriveKind(spec: DeploymentSpec): WorkloadValues["kind"] {
  if (spec.adoption?.manifestYaml !== undefined) return "None";
  if (spec.adoption !== undefined) {
    if (spec.adoption.kind === "Deployment" || spec.adoption.kind === "StatefulSet") return spec.adoption.kind;
    throw renderError(
      "manifest_yaml",
      "is needed to take over a workload that is neither a Deployment nor a StatefulSet",
    );
  }
  if (isJob(spec)) return "CronJob";
  return spec.appType === "database" ? "StatefulSet" : "Deployment";
}

function derivePod({ spec }: RenderDeploymentInput): Partial<WorkloadValues> {
  const autoscaling = deriveAutoscaling(spec);
  const image = { reference: spec.dockerImage };
  const stopped = spec.stopped === true ? true : undefined;
  const env = spec.environmentVariables?.map(({ name, value, secretRef }) => ({ name, value, secretRef }));
  // The pods of a workload that was taken over are in `manifests`; secrets are brought by what `env` means.
  if (spec.adoption !== undefined) return { image, autoscaling, stopped, env };
  return {
    image,
    replicas: isJob(spec) ? undefined : (spec.replicas ?? 1),
    job: deriveJob(spec),
    autoscaling,
    stopped,
    restartedAt: spec.restartedAt,
    command: spec.command,
    args: spec.args,
    release: deriveRelease(spec),
    env,
    resources: deriveResources(spec),
    probes: deriveProbes(spec, detectPort(spec)),
  };
}

function deriveResources({ cpuRequest, memoryRequestMb }: DeploymentSpec): WorkloadValues["resources"] {
  const requests: Record<string, string> = {};
  if (cpuRequest !== undefined) requests["cpu"] = `${Math.round(cpuRequest * 1000)}m`;
  if (memoryRequestMb !== undefined) requests["memory"] = `${memoryRequestMb}Mi`;
  return Object.keys(requests).length === 0 ? undefined : { requests };
}

function deriveNetwork(input: RenderDeploymentInput): Partial<WorkloadValues> {
  const { spec, platform } = input;
  const port = servicePort(spec);
  const isNamed = hasKnownPods(spec);
  const hosts = deriveHosts(input);
  const healthPath = spec.failoverHealthRoute === true && port !== undefined ? deriveHealthPath(spec, port) : undefined;
  const { clusterIssuer, ingressClassName: className } = platform;
  const { routing = "ingress" } = input.cluster;
  const isIngress = Object.keys(hosts).length > 0 && routing !== "gateway";
  // What leads to a virtual cluster by the Gateway API lies on its host, where the operator writes it (docs/adr/0131).
  const hasGateway = routing !== "ingress" && !isCarried(input.cluster);
  const ingress = { ...hosts, healthPath, className, clusterIssuer, ...deriveIngressLimits(spec) };
  return {
    port,
    portProtocol: derivePortProtocol(spec, port),
    additionalPorts: isNamed ? deriveAdditionalPorts(spec, port) : undefined,
    ingress: isIngress ? ingress : undefined,
    gateway: hasGateway ? deriveGateway(input, hosts, healthPath) : undefined,
  };
}

function deriveGateway(
  input: RenderDeploymentInput,
  hosts: ReturnType<typeof deriveHosts>,
  healthPath: string | undefined,
): WorkloadValues["gateway"] {
  const { spec, platform, cluster } = input;
  const ports = hasKnownPods(spec) ? derivePublicPorts(input) : undefined;
  if (Object.keys(hosts).length === 0) return ports && { ports };
  const ownCertificate = hosts.host === undefined ? undefined : cluster.certifiesEachName;
  const { clusterIssuer } = platform;
  return { ...hosts, ownCertificate, healthPath, clusterIssuer, ...deriveGatewayLimits(spec), ports };
}

function deriveData(input: RenderDeploymentInput): Partial<WorkloadValues> {
  const { spec, cluster, handle } = input;
  return {
    volumes: deriveVolumes(spec),
    backups: deriveBackups(spec, handle, cluster.tier),
    secrets: deriveSecrets(input),
    config: spec.config,
  };
}

function deriveSecrets(input: RenderDeploymentInput): WorkloadValues["secrets"] {
  const { spec, platform, metadata, cluster, handle, secretsRevision: revision } = input;
  const isOwn = isOwnImage(spec.dockerImage, metadata.namespace, platform.registryHost);
  const pullSecret = isOwn ? pullSecretName(handle) : undefined;
  const usesSecrets = spec.environmentVariables?.some((variable) => variable.secretRef !== undefined) === true;
  if (!usesSecrets && !isOwn) return undefined;
  const path = copyFolder(organizationSlug(metadata.namespace), cluster.handle, handle);
  const given = { revision: usesSecrets ? revision : undefined, pullSecret };
  if (platform.secretsDriver === "vault") return { driver: "vault", path, ...given };
  return Object.values(given).some((value) => value !== undefined) ? given : undefined;
}

// A member that would be accepted and do nothing is worse than a refusal.
function assertApplicable(spec: DeploymentSpec): void {
  if (spec.appType === "helm" && spec.stopped === true)
    throw renderError("stopped", "cannot be done to a Helm chart: scale it down in custom_values_yaml");
  assertAdoptable(spec);
  if (spec.adoption?.manifestYaml === undefined) return;
  const added = { volumes: spec.volumes, additional_ports: spec.additionalPorts, health_checks: spec.healthChecks };
  const single = {
    storage_size_gb: spec.storageSizeGb,
    container_port_protocol: spec.containerPortProtocol,
    request_timeout_seconds: spec.requestTimeoutSeconds,
    max_body_size_mb: spec.maxBodySizeMb,
  };
  const field =
    Object.entries(added).find(([, value]) => Object.keys(value ?? {}).length > 0)?.[0] ??
    Object.entries(single).find(([, value]) => value !== undefined)?.[0];
  if (field !== undefined) throw renderError(field, "cannot be added to a manifest that was taken over");
}

function assertCustomValues(custom: JsonMap): void {
  const owned = Object.keys(custom).find(isOwnedValue);
  if (owned !== undefined)
    throw renderError("custom_values_yaml", `must not set ${owned}: the deployment has a field for it`);
  if (Object.keys(custom).length === 0) return;
  const issue = customValues.safeParse(custom).error?.issues[0];
  if (issue !== undefined)
    throw renderError("custom_values_yaml", `is wrong at ${issue.path.join(".")}: ${issue.message}`);
}

const SYSTEM_NAMESPACE = /^(kube|berth)-/;
const OF_PODS = {
  serviceAccountName: "service_account_name",
  extraPodSpecYaml: "extra_pod_spec_yaml",
  extraContainerSpecYaml: "extra_container_spec_yaml",
  selectorMatchLabels: "selector_match_labels",
  podTemplateLabels: "pod_template_labels",
} as const;

function assertAdoptable({ adoption, appType }: DeploymentSpec): void {
  if (adoption === undefined) return;
  if (SYSTEM_NAMESPACE.test(adoption.namespace))
    throw renderError("namespace", "belongs to the cluster itself: nothing in it is taken over");
  const isHelm = appType === "helm";
  if (isHelm && adoption.manifestYaml !== undefined)
    throw renderError("manifest_yaml", "cannot be used with app_type helm");
  if (!isHelm && adoption.manifestYaml === undefined) return;
  const members = Object.keys(OF_PODS) as (keyof typeof OF_PODS)[];
  const given = members.find((member) => adoption[member] !== undefined);
  if (given !== undefined)
    throw renderError(OF_PODS[given], isHelm ? "cannot be used with app_type helm" : "belongs into manifest_yaml");
}

const POD_VALUES = [
  "resources",
  "securityProfile",
  "nodeSelector",
  "tolerations",
  "podAnnotations",
  "imagePullSecrets",
  "priorityClassName",
  "terminationGracePeriodSeconds",
];

function assertNoPodValues(custom: JsonMap): void {
  const given = POD_VALUES.find((name) => Object.hasOwn(custom, name));
  if (given !== undefined)
    throw renderError("custom_values_yaml", `must not set ${given} of a workload that was taken over`);
}

/** Lays the user's values over ours: maps are merged, all else is replaced. */
function mergeValues(base: JsonMap, over: JsonMap): JsonMap {
  if (Object.keys(over).length === 0) return base;
  const merged = Object.entries(over).map(([key, value]): [string, Json | undefined] => {
    const under = Object.hasOwn(base, key) ? base[key] : undefined;
    return [key, isMap(under) && isMap(value) ? mergeValues(under, value) : value];
  });
  return Object.fromEntries([...Object.entries(base), ...merged]);
}
