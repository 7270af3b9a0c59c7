/**
 * Renders the ClusterClass of clusters at Hetzner with its templates. Machine templates cannot be changed, so the name
 * carries a hash of the content: a release that changes it makes a class beside the old one, and a cluster keeps the
 * class that it was made of.
 */
import { LABELS } from "../../contract/identity.ts";
import { hashText } from "../text/text-hash.ts";
import { API_VERSIONS, type Manifest } from "./manifest.ts";
import { SETUP_FILES, SETUP_PATH } from "./node-setup.ts";

/** Names the class of worker machines, and the variables of the ClusterClass. */
export const WORKER_CLASS = "worker";
export const VARIABLES = {
  region: "region",
  controlPlaneType: "controlPlaneType",
  serverType: "serverType",
  secretName: "secretName",
  hideToken: "hideToken",
} as const;
/** Key of the token in the Secret, as Hetzner's cloud controller manager expects it too. */
export const TOKEN_KEY = "token";

const IMAGE = "ubuntu-24.04";
/** A template's own value counts only where no variable replaces it. */
const ANY_TYPE = "cx33";
const ANY_REGION = "fsn1";
const SPREAD_GROUP = "control-plane";
const EXTERNAL = [{ name: "cloud-provider", value: "external" }];
/** With an address of somebody else's among its externalIPs a Service would take that one's traffic (CVE-2020-8554). */
const ADMISSION = [{ name: "enable-admission-plugins", value: "NodeRestriction,DenyServiceExternalIPs" }];

type Names = Readonly<{ controlPlane: string; controlPlaneMachine: string; worker: string; infrastructure: string }>;

/** Renders all objects of the class, in the order in which they are applied; the last one is the ClusterClass. */
export function renderClusterClass(namespace: string): readonly Manifest[] {
  const name = clusterClassName();
  return objectsOf(name, namespace);
}

/** Derives the name of the class that this release makes clusters of. */
export function clusterClassName(): string {
  const hash = hashText(JSON.stringify(objectsOf("", "")));
  return `berth-hcloud-${hash.toString(16).padStart(8, "0")}`;
}

function objectsOf(name: string, namespace: string): readonly Manifest[] {
  const metadata = (suffix: string): Manifest["metadata"] => ({
    name: `${name}${suffix}`,
    namespace,
    labels: { [LABELS.managed]: "true" },
  });
  const names: Names = {
    controlPlane: `${name}-control-plane`,
    controlPlaneMachine: `${name}-control-plane-machine`,
    worker: `${name}-worker`,
    infrastructure: `${name}-cluster`,
  };
  const { hetzner, controlPlane, bootstrap, core } = API_VERSIONS;
  const machine = (spec: object): object => ({ template: { spec: { type: ANY_TYPE, imageName: IMAGE, ...spec } } });
  return [
    { apiVersion: hetzner, kind: "HetznerClusterTemplate", metadata: metadata("-cluster"), spec: infrastructure() },
    {
      apiVersion: hetzner,
      kind: "HCloudMachineTemplate",
      metadata: metadata("-control-plane-machine"),
      spec: machine({ placementGroupName: SPREAD_GROUP }),
    },
    { apiVersion: hetzner, kind: "HCloudMachineTemplate", metadata: metadata("-worker"), spec: machine({}) },
    {
      apiVersion: controlPlane,
      kind: "KubeadmControlPlaneTemplate",
      metadata: metadata("-control-plane"),
      spec: controlPlaneSpec(),
    },
    {
      apiVersion: bootstrap,
      kind: "KubeadmConfigTemplate",
      metadata: metadata("-worker"),
      spec: { template: { spec: { joinConfiguration: registration(), ...setup() } } },
    },
    { apiVersion: core, kind: "ClusterClass", metadata: metadata(""), spec: classSpec(names) },
  ];
}

function infrastructure(): object {
  return {
    template: {
      spec: {
        hcloudNetwork: { enabled: false },
        controlPlaneRegions: [ANY_REGION],
        controlPlaneEndpoint: { host: "", port: 443 },
        controlPlaneLoadBalancer: { region: ANY_REGION },
        hcloudPlacementGroups: [{ name: SPREAD_GROUP, type: "spread" }],
        sshKeys: { hcloud: [] },
        hetznerSecretRef: { name: "hcloud", key: { hcloudToken: TOKEN_KEY } },
        skipCreatingHetznerSecretInWorkloadCluster: true,
      },
    },
  };
}

function controlPlaneSpec(): object {
  const kubeadmConfigSpec = {
    clusterConfiguration: { apiServer: { extraArgs: ADMISSION }, controllerManager: { extraArgs: EXTERNAL } },
    initConfiguration: registration(),
    joinConfiguration: registration(),
    ...setup(),
  };
  return { template: { spec: { kubeadmConfigSpec } } };
}

function registration(): object {
  return { nodeRegistration: { kubeletExtraArgs: EXTERNAL } };
}

/** The patches below append the command itself, which needs the version. */
function setup(): object {
  return { files: SETUP_FILES, preKubeadmCommands: [`test -x ${SETUP_PATH}`] };
}

function classSpec(names: Names): object {
  const { hetzner, controlPlane, bootstrap } = API_VERSIONS;
  const ref = (apiVersion: string, kind: string, name: string): object => ({ templateRef: { apiVersion, kind, name } });
  return {
    infrastructure: ref(hetzner, "HetznerClusterTemplate", names.infrastructure),
    controlPlane: {
      ...ref(controlPlane, "KubeadmControlPlaneTemplate", names.controlPlane),
      machineInfrastructure: ref(hetzner, "HCloudMachineTemplate", names.controlPlaneMachine),
      // One control plane that is away is replaced; of three never two at once.
      healthCheck: healthCheck({ unhealthyLessThanOrEqualTo: "40%" }),
      deletion: DRAINING,
    },
    workers: {
      machineDeployments: [
        {
          class: WORKER_CLASS,
          bootstrap: ref(bootstrap, "KubeadmConfigTemplate", names.worker),
          infrastructure: ref(hetzner, "HCloudMachineTemplate", names.worker),
          healthCheck: healthCheck({ unhealthyInRange: "[0-2]" }),
          deletion: { ...DRAINING, order: "Oldest" },
          rollout: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
        },
      ],
    },
    variables: [
      variable(VARIABLES.region, true, { type: "string" }),
      variable(VARIABLES.controlPlaneType, true, { type: "string" }),
      variable(VARIABLES.serverType, true, { type: "string" }),
      variable(VARIABLES.secretName, true, { type: "string" }),
      variable(VARIABLES.hideToken, false, { type: "boolean", default: true }),
    ],
    patches: [infrastructurePatch(), machinePatch(), setupPatch()],
  };
}

/** Long enough for a slow drain, not for ever: a machine that cannot be drained must not hold a repair up. */
const DRAINING = {
  nodeDrainTimeoutSeconds: 1_800,
  nodeVolumeDetachTimeoutSeconds: 300,
  nodeDeletionTimeoutSeconds: 60,
} as const;

/** A server that was sold out never starts: after this time it is asked for anew. */
function healthCheck(triggerIf: object): object {
  const unhealthy = (status: string): object => ({ type: "Ready", status, timeoutSeconds: 300 });
  return {
    checks: { nodeStartupTimeoutSeconds: 900, unhealthyNodeConditions: [unhealthy("Unknown"), unhealthy("False")] },
    remediation: { triggerIf },
  };
}

function variable(name: string, required: boolean, openAPIV3Schema: object): object {
  return { name, required, schema: { openAPIV3Schema } };
}

type JsonPatch = Readonly<{ op: "add" | "replace"; path: string; valueFrom: object }>;

function patch(apiVersion: string, kind: string, matchResources: object, jsonPatches: readonly JsonPatch[]): object {
  return { selector: { apiVersion, kind, matchResources }, jsonPatches };
}

const WORKERS = { machineDeploymentClass: { names: [WORKER_CLASS] } };

function infrastructurePatch(): object {
  const at = "/spec/template/spec";
  const replace = (path: string, valueFrom: object): JsonPatch => ({ op: "replace", path: `${at}${path}`, valueFrom });
  const definition = patch(API_VERSIONS.hetzner, "HetznerClusterTemplate", { infrastructureCluster: true }, [
    replace("/controlPlaneRegions", { template: `["{{ .${VARIABLES.region} }}"]` }),
    replace("/controlPlaneLoadBalancer/region", { variable: VARIABLES.region }),
    replace("/hetznerSecretRef/name", { variable: VARIABLES.secretName }),
    replace("/skipCreatingHetznerSecretInWorkloadCluster", { variable: VARIABLES.hideToken }),
  ]);
  return { name: "infrastructure", definitions: [definition] };
}

function machinePatch(): object {
  const kind = "HCloudMachineTemplate";
  const type = (variableName: string): JsonPatch => ({
    op: "replace",
    path: "/spec/template/spec/type",
    valueFrom: { variable: variableName },
  });
  return {
    name: "machines",
    definitions: [
      patch(API_VERSIONS.hetzner, kind, { controlPlane: true }, [type(VARIABLES.controlPlaneType)]),
      patch(API_VERSIONS.hetzner, kind, WORKERS, [type(VARIABLES.serverType)]),
    ],
  };
}

function setupPatch(): object {
  const run = (path: string, version: string): JsonPatch => ({
    op: "add",
    path: `/spec/template/spec/${path}preKubeadmCommands/-`,
    valueFrom: { template: `${SETUP_PATH} {{ .builtin.${version}.version }}` },
  });
  const { controlPlane, bootstrap } = API_VERSIONS;
  return {
    name: "setup",
    definitions: [
      patch(controlPlane, "KubeadmControlPlaneTemplate", { controlPlane: true }, [
        run("kubeadmConfigSpec/", "controlPlane"),
      ]),
      patch(bootstrap, "KubeadmConfigTemplate", WORKERS, [run("", "machineDeployment")]),
    ],
  };
}
