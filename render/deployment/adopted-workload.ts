import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { deriveAutoscaling } from "./autoscaling.ts";
import {
  ANNOTATION_RESTARTED_AT,
  ANNOTATION_SECRETS_REVISION,
  isOwnImage,
  pullSecretName,
  tenantSecretName,
  workloadName,
} from "../delivery-names.ts";
import { deriveProbes, detectPort } from "./detect-probes.ts";
import { assertLabels, assertObjectName } from "../kubernetes-names.ts";
import { literalText } from "./literal-text.ts";
import { nameOf, parseManifest } from "./parse-manifest.ts";
import { parseYamlMap } from "../text/parse-yaml.ts";
import { isMap } from "../../contract/json.ts";
import { renderError } from "../render-error.ts";
import type { RenderDeploymentInput } from "../render-input.ts";
import { deriveVolumes } from "./volume-claims.ts";
import type { WorkloadValues } from "../charts/workload-values.ts";
import { mapOf, type Json, type JsonMap } from "../text/yaml-text.ts";

type Changed = Pick<RenderDeploymentInput, "spec" | "handle" | "metadata" | "platform" | "secretsRevision">;

/** Derives what the chart's own objects need to know of a workload that was taken over without its manifest. */
export function deriveAdoption(spec: DeploymentSpec, metadataName: string): WorkloadValues["adoption"] {
  const { adoption } = spec;
  if (adoption === undefined || adoption.manifestYaml !== undefined) return undefined;
  return { name: workloadName(spec, metadataName), selector: adoptedLabels(spec) };
}

/** Derives by which labels the pods of a workload that was taken over are found; undefined when nothing was said about it. */
export function adoptedLabels({ adoption }: DeploymentSpec): Readonly<Record<string, string>> | undefined {
  return adoption?.selectorMatchLabels ?? adoption?.podTemplateLabels;
}

type Adoption = NonNullable<DeploymentSpec["adoption"]>;

/** The objects of a workload that was taken over, and which of them is the workload. */
export type AdoptedObjects = Readonly<{ objects: readonly JsonMap[]; index: number }>;

/**
 * Derives the objects of a workload that was taken over: its manifest as it is, or the little that is known of it; over that
 * the members of the deployment, which go to the workload of the adopted kind and its first container. What is not named
 * stays on the cluster as it is: the objects are applied on the server. Undefined for what was not taken over, and for charts.
 */
export function deriveAdoptedObjects(input: Changed): AdoptedObjects | undefined {
  const { adoption, appType } = input.spec;
  if (adoption === undefined || appType === "helm") return undefined;
  const wanted = workloadName(input.spec, input.metadata.name);
  const { manifestYaml } = adoption;
  const objects =
    manifestYaml === undefined ? [nameWorkload(input, adoption)] : parseManifest(manifestYaml, adoption.namespace);
  const index = objects.findIndex((object) => object["kind"] === adoption.kind && nameOf(object) === wanted);
  if (index < 0) throw renderError("manifest_yaml", `has no ${adoption.kind} of that name`);
  return { index, objects: objects.map((object, at) => (at === index ? applyChanges(object, input) : object)) };
}

/** Makes what is known of a workload without a manifest: what names it, and what is to be kept word for word. */
function nameWorkload({ spec, metadata }: Changed, adoption: Adoption): JsonMap {
  const name = workloadName(spec, metadata.name);
  assertObjectName(name, "name");
  const { selectorMatchLabels: selector } = adoption;
  assertLabels(selector, "selector_match_labels");
  return {
    apiVersion: "apps/v1",
    kind: adoption.kind,
    metadata: { name },
    spec: { ...(selector && { selector: { matchLabels: selector } }), template: nameTemplate(name, adoption) },
  };
}

function nameTemplate(name: string, adoption: Adoption): JsonMap {
  const { serviceAccountName, podTemplateLabels, selectorMatchLabels } = adoption;
  assertObjectName(serviceAccountName, "service_account_name");
  assertLabels(podTemplateLabels, "pod_template_labels");
  const labels = { ...podTemplateLabels, ...selectorMatchLabels };
  const extra = parseOptional(adoption.extraPodSpecYaml, "extra_pod_spec_yaml");
  const container = { name, ...parseOptional(adoption.extraContainerSpecYaml, "extra_container_spec_yaml") };
  return {
    ...(Object.keys(labels).length > 0 && { metadata: { labels } }),
    spec: {
      ...extra,
      ...(serviceAccountName !== undefined && { serviceAccountName }),
      containers: [container, ...listOf(extra["containers"])],
    },
  };
}

function parseOptional(text: string | undefined, field: string): JsonMap {
  return text === undefined ? {} : parseYamlMap(text, field);
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

function applyChanges(object: JsonMap, input: Changed): JsonMap {
  const { spec } = input;
  const workload = mapOf(object["spec"]);
  const wanted = deriveAutoscaling(spec) === undefined ? spec.replicas : undefined;
  const replicas = spec.stopped === true ? 0 : wanted;
  const template = mapOf(workload["template"]);
  const changed = { ...workload, ...(replicas === undefined ? {} : { replicas }) };
  return isMap(workload["template"])
    ? { ...object, spec: { ...changed, template: changeTemplate(template, input) } }
    : { ...object, spec: changed };
}

function changeTemplate(template: JsonMap, input: Changed): JsonMap {
  const { spec, secretsRevision } = input;
  const pod = mapOf(template["spec"]);
  const metadata = mapOf(template["metadata"]);
  const restarts = {
    ...(spec.restartedAt !== undefined && { [ANNOTATION_RESTARTED_AT]: spec.restartedAt }),
    ...(secretsRevision !== undefined && { [ANNOTATION_SECRETS_REVISION]: secretsRevision }),
  };
  const annotations =
    Object.keys(restarts).length === 0 ? {} : { annotations: { ...mapOf(metadata["annotations"]), ...restarts } };
  const labelled = { ...metadata, ...annotations };
  return {
    ...template,
    ...(Object.keys(labelled).length > 0 && { metadata: labelled }),
    spec: { ...pod, ...changePod(pod, input) },
  };
}

function changePod(pod: JsonMap, { spec, handle, metadata, platform }: Changed): JsonMap {
  const [first, ...rest] = listOf(pod["containers"]);
  const volumes = (deriveVolumes(spec) ?? []).map(({ name }) => ({
    name,
    persistentVolumeClaim: { claimName: `${handle}-${name}` },
  }));
  const isOwn = isOwnImage(spec.dockerImage, metadata.namespace, platform.registryHost);
  const pullSecrets = isOwn ? [{ name: pullSecretName(handle) }] : [];
  return {
    ...(first !== undefined && { containers: [changeContainer(mapOf(first), spec, handle), ...rest] }),
    ...(volumes.length > 0 && { volumes: [...listOf(pod["volumes"]), ...volumes] }),
    ...(pullSecrets.length > 0 && { imagePullSecrets: [...listOf(pod["imagePullSecrets"]), ...pullSecrets] }),
  };
}

function changeContainer(container: JsonMap, spec: DeploymentSpec, handle: string): JsonMap {
  const { dockerImage: image, command, args, cpuRequest, memoryRequestMb } = spec;
  const resources = mapOf(container["resources"]);
  const cpu = cpuRequest === undefined ? {} : { cpu: `${Math.round(cpuRequest * 1000)}m` };
  const memory = memoryRequestMb === undefined ? {} : { memory: `${memoryRequestMb}Mi` };
  const requests = { ...mapOf(resources["requests"]), ...cpu, ...memory };
  const mounts = (deriveVolumes(spec) ?? []).map(({ name, path }) => ({ name, mountPath: path }));
  const changes = { image, command, args, env: changeEnvironment(container["env"], spec, handle) };
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return {
    ...container,
    ...set,
    ...(Object.keys(requests).length === 0 ? {} : { resources: { ...resources, requests } }),
    ...(mounts.length > 0 && { volumeMounts: [...listOf(container["volumeMounts"]), ...mounts] }),
    ...deriveContainerProbes(spec),
  };
}

function deriveContainerProbes(spec: DeploymentSpec): JsonMap {
  const port = detectPort(spec);
  const probes = Object.entries(deriveProbes(spec, port) ?? {}).map(([name, { type, path, ...timings }]) => {
    const ask = type === "http" ? { httpGet: { path: path ?? "/", port } } : { tcpSocket: { port } };
    const set = Object.fromEntries(
      Object.entries(timings as Readonly<Record<string, number | undefined>>).filter(
        ([, value]) => value !== undefined,
      ),
    );
    return [`${name}Probe`, { ...ask, ...set }] as const;
  });
  return Object.fromEntries(probes);
}

/** Lays the deployment's variables over those of the manifest, by name. */
function changeEnvironment(live: Json | undefined, spec: DeploymentSpec, handle: string): Json | undefined {
  const variables = spec.environmentVariables ?? [];
  if (variables.length === 0) return undefined;
  const names = new Set<Json | undefined>(variables.map((variable) => variable.name));
  const kept = listOf(live).filter((entry) => !names.has(mapOf(entry)["name"]));
  const added = variables.map(({ name, value, secretRef }) =>
    secretRef === undefined
      ? { name, value: literalText(value ?? "") }
      : { name, valueFrom: { secretKeyRef: { name: tenantSecretName(handle), key: secretRef } } },
  );
  return [...kept, ...added];
}
