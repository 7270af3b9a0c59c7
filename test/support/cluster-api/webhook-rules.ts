import { KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import {
  VALIDATING_ADMISSION_POLICIES as POLICIES,
  VALIDATING_ADMISSION_POLICY_BINDINGS as BINDINGS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { eventually } from "../eventually.ts";

/** What Cluster API's webhook refuses (v1.14 core/webhooks/admission/cluster.go), as a policy of the API server itself. */
const RULES: readonly Readonly<{ expression: string; message: string }>[] = [
  {
    expression:
      "!variables.hasPools || object.spec.topology.workers.machineDeployments.all(m, !has(m.replicas) || !has(m.metadata) || !has(m.metadata.annotations) || !m.metadata.annotations.exists(k, k.startsWith('cluster.x-k8s.io/cluster-api-autoscaler-node-group-')))",
    message: "replicas cannot be set if the same MachineDeploymentTopology has autoscaler annotations",
  },
  {
    expression: "variables.to.matches('^v[0-9]+[.][0-9]+[.][0-9]+$')",
    message: "version must be a valid semantic version",
  },
  {
    expression:
      "!variables.moves || variables.minor > variables.oldMinor || (variables.minor == variables.oldMinor && variables.patch > variables.oldPatch)",
    message: "version cannot be decreased",
  },
  {
    expression: "!variables.moves || variables.minor < variables.oldMinor + 2",
    message: "version cannot be increased by two minor versions",
  },
  {
    expression:
      "!variables.moves || !has(oldObject.status) || ((!has(oldObject.status.controlPlane) || !has(oldObject.status.controlPlane.versions) || oldObject.status.controlPlane.versions.all(v, v.version == variables.from)) && (!has(oldObject.status.workers) || !has(oldObject.status.workers.versions) || oldObject.status.workers.versions.all(v, v.version == variables.from)))",
    message: "version cannot be changed while machines are still upgrading",
  },
];

const number = (of: string, index: number): string =>
  `variables.${of} == '' || !variables.${of}.matches('^v[0-9]+[.][0-9]+[.][0-9]+$') ? 0 : int(variables.${of}.split('.')[${index}])`;
const VARIABLES = {
  hasPools: "has(object.spec.topology.workers) && has(object.spec.topology.workers.machineDeployments)",
  to: "object.spec.topology.version",
  from: "oldObject == null ? '' : oldObject.spec.topology.version",
  moves: "variables.from != '' && variables.from != variables.to",
  minor: number("to", 1),
  patch: number("to", 2),
  oldMinor: number("from", 1),
  oldPatch: number("from", 2),
};
const NAME = "cluster-api-double";

/** Installs the rules and waits until the API server goes by them. */
export async function installWebhookRules(client: KubeClient, namespace: string): Promise<void> {
  const policy = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: POLICIES.kind,
    metadata: { name: NAME },
    spec: {
      failurePolicy: "Fail",
      matchConstraints: {
        resourceRules: [
          {
            apiGroups: ["cluster.x-k8s.io"],
            apiVersions: ["v1beta2"],
            operations: ["CREATE", "UPDATE"],
            resources: ["clusters"],
          },
        ],
      },
      variables: Object.entries(VARIABLES).map(([name, expression]) => ({ name, expression })),
      validations: RULES,
    },
  };
  const binding = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: BINDINGS.kind,
    metadata: { name: NAME },
    spec: { policyName: NAME, validationActions: ["Deny"] },
  };
  const options = { fieldManager: "cluster-api-double", force: true };
  await client.patch(POLICIES, { name: NAME }, { kind: "apply", body: policy }, options);
  await client.patch(BINDINGS, { name: NAME }, { kind: "apply", body: binding }, options);
  await eventually(() => assertRefuses(client, namespace));
}

async function assertRefuses(client: KubeClient, namespace: string): Promise<void> {
  const type = { group: "cluster.x-k8s.io", version: "v1beta2", kind: "Cluster", plural: "clusters", namespaced: true };
  const body = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "known-bad", namespace },
    spec: { topology: { classRef: { name: "none" }, version: "1.36" } },
  };
  const fault = await client
    .create(type, body, { fieldManager: "test", dryRun: true })
    .catch((error: unknown) => error);
  if (!(fault instanceof KubeError) || fault.status !== 422)
    throw new Error(`The rules do not hold yet: ${String(fault)}`);
}
