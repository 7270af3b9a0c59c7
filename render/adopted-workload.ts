import type { DeploymentSpec } from "../contract/resources/deployment-spec.ts";
import { ANNOTATION_RESTARTED_AT, ANNOTATION_SECRETS_REVISION, tenantSecretName } from "./delivery-names.ts";
import { assertLabels, assertObjectName } from "./kubernetes-names.ts";
import { isMap, parseYamlMap, parseYamlMaps } from "./parse-yaml.ts";
import { renderError } from "./render-error.ts";
import type { RenderDeploymentInput } from "./render-input.ts";
import type { WorkloadValues } from "./workload-values.ts";
import type { Json, JsonMap } from "./yaml-text.ts";

type Changed = Pick<RenderDeploymentInput, "spec" | "handle" | "secretsRevision">;

/** Derives what is kept verbatim of a workload that was taken over without its manifest. */
export function deriveAdoption(spec: DeploymentSpec, metadataName: string): WorkloadValues["adoption"] {
  const { adoption } = spec;
  if (adoption === undefined || adoption.manifestYaml !== undefined) return undefined;
  assertObjectName(adoption.workloadName, "name");
  assertObjectName(adoption.serviceAccountName, "service_account_name");
  assertLabels(adoption.selectorMatchLabels, "selector_match_labels");
  assertLabels(adoption.podTemplateLabels, "pod_template_labels");
  return {
    name: adoption.workloadName ?? spec.name ?? metadataName,
    serviceAccountName: adoption.serviceAccountName,
    selector: adoption.selectorMatchLabels,
    podLabels: adoption.podTemplateLabels,
    podSpec: parseOptional(adoption.extraPodSpecYaml, "extra_pod_spec_yaml"),
    containerSpec: parseOptional(adoption.extraContainerSpecYaml, "extra_container_spec_yaml"),
  } as WorkloadValues["adoption"];
}

/**
 * Derives the objects of a manifest that was taken over: as they are, but for the members of the deployment that are set
 * since; those go to the workload of the adopted kind and its first container.
 */
export function deriveManifests(input: Changed): WorkloadValues["manifests"] {
  const { adoption } = input.spec;
  if (adoption?.manifestYaml === undefined) return undefined;
  const objects = parseYamlMaps(adoption.manifestYaml, "manifest_yaml");
  objects.forEach((object) => assertObject(object, adoption.namespace));
  const index = objects.findIndex(
    (object) =>
      object["kind"] === adoption.kind &&
      (adoption.workloadName === undefined || nameOf(object) === adoption.workloadName),
  );
  if (index < 0) throw renderError("manifest_yaml", `has no ${adoption.kind} of that name`);
  return objects.map((object, position) =>
    position === index ? applyChanges(object, input) : object,
  ) as WorkloadValues["manifests"];
}

function parseOptional(text: string | undefined, field: string): JsonMap | undefined {
  return text === undefined ? undefined : parseYamlMap(text, field);
}

function assertObject(object: JsonMap, namespace: string): void {
  const metadata = mapOf(object["metadata"]);
  if (
    typeof object["apiVersion"] !== "string" ||
    typeof object["kind"] !== "string" ||
    typeof metadata["name"] !== "string"
  ) {
    throw renderError("manifest_yaml", "must hold objects with apiVersion, kind and metadata.name");
  }
  if (metadata["namespace"] !== undefined && metadata["namespace"] !== namespace) {
    throw renderError("manifest_yaml", "must stay in the namespace of the workload");
  }
}

const mapOf = (value: Json | undefined): JsonMap => (isMap(value) ? value : {});
const nameOf = (object: JsonMap): Json | undefined => mapOf(object["metadata"])["name"];

function applyChanges(object: JsonMap, input: Changed): JsonMap {
  const { spec } = input;
  const workload = mapOf(object["spec"]);
  const replicas = spec.stopped === true ? 0 : spec.replicas;
  const template = mapOf(workload["template"]);
  const changed = { ...workload, ...(replicas === undefined ? {} : { replicas }) };
  return isMap(workload["template"])
    ? { ...object, spec: { ...changed, template: changeTemplate(template, input) } }
    : { ...object, spec: changed };
}

function changeTemplate(template: JsonMap, { spec, handle, secretsRevision }: Changed): JsonMap {
  const pod = mapOf(template["spec"]);
  const [first, ...rest] = Array.isArray(pod["containers"]) ? (pod["containers"] as readonly Json[]) : [];
  const containers = first === undefined ? {} : { containers: [changeContainer(mapOf(first), spec, handle), ...rest] };
  const metadata = mapOf(template["metadata"]);
  const restarts = {
    ...(spec.restartedAt !== undefined && { [ANNOTATION_RESTARTED_AT]: spec.restartedAt }),
    ...(secretsRevision !== undefined && { [ANNOTATION_SECRETS_REVISION]: secretsRevision }),
  };
  const annotations =
    Object.keys(restarts).length === 0 ? {} : { annotations: { ...mapOf(metadata["annotations"]), ...restarts } };
  return { ...template, metadata: { ...metadata, ...annotations }, spec: { ...pod, ...containers } };
}

function changeContainer(container: JsonMap, spec: DeploymentSpec, handle: string): JsonMap {
  const { dockerImage: image, command, args, cpuRequest, memoryRequestMb } = spec;
  const resources = mapOf(container["resources"]);
  const cpu = cpuRequest === undefined ? {} : { cpu: `${Math.round(cpuRequest * 1000)}m` };
  const memory = memoryRequestMb === undefined ? {} : { memory: `${memoryRequestMb}Mi` };
  const requests = { ...mapOf(resources["requests"]), ...cpu, ...memory };
  const changes = { image, command, args, env: changeEnvironment(container["env"], spec, handle) };
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return {
    ...container,
    ...set,
    ...(Object.keys(requests).length === 0 ? {} : { resources: { ...resources, requests } }),
  };
}

/** Lays the deployment's variables over those of the manifest, by name. */
function changeEnvironment(live: Json | undefined, spec: DeploymentSpec, handle: string): Json | undefined {
  const variables = spec.environmentVariables ?? [];
  if (variables.length === 0) return undefined;
  const names = new Set<Json | undefined>(variables.map((variable) => variable.name));
  const kept = (Array.isArray(live) ? (live as readonly Json[]) : []).filter(
    (entry) => !names.has(mapOf(entry)["name"]),
  );
  const added = variables.map(({ name, value, secretRef }) =>
    secretRef === undefined
      ? { name, value: value ?? "" }
      : { name, valueFrom: { secretKeyRef: { name: tenantSecretName(handle), key: secretRef } } },
  );
  return [...kept, ...added];
}
