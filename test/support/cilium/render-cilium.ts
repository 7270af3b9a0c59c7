import { join } from "node:path";
import { stringify } from "yaml";
import { VERSIONS } from "../../../local/binaries/catalog.ts";
import { CLOUD_BUNDLE } from "../../../render/bundle/cloud-components.ts";
import { renderRelease, type Rendered } from "../helm.ts";
import { WIREGUARD_IMAGE } from "./images.ts";
import { CILIUM_VERSION, fetchCilium } from "./programs.ts";

/** Renders Cilium's chart with the values of the bundle, and changes what this kind of machine lacks. */
export async function renderCilium(): Promise<readonly Rendered[]> {
  const component = CLOUD_BUNDLE.find((one) => one.component === "cilium");
  if (component?.versions.stable !== CILIUM_VERSION)
    throw new Error(`The bundle brings another Cilium than ${CILIUM_VERSION}`);
  const chart = join(await fetchCilium(), "install/kubernetes/cilium");
  const release = { name: "cilium", namespace: component.namespace, kubeVersion: `v${VERSIONS.kubernetes}` };
  const objects = await renderRelease(chart, stringify(component.values), release);
  return objects.map((object) => (object.kind === "DaemonSet" ? forThisMachine(object) : object));
}

type Container = Readonly<{
  name: string;
  image: string;
  args?: readonly string[];
  restartPolicy?: string;
  securityContext?: Readonly<{ privileged?: boolean; capabilities?: Readonly<{ add?: readonly string[] }> }>;
  volumeMounts?: readonly Readonly<{ name: string; mountPath: string }>[];
}>;
type Pod = Readonly<{
  containers: readonly Container[];
  initContainers: readonly Container[];
  volumes: readonly Readonly<{ name: string; [source: string]: unknown }>[];
}>;

/** Where the device and whoever sets it up meet, when it is none of the kernel's. */
const SOCKETS = { name: "wireguard", mountPath: "/var/run/wireguard" };
/** It makes the device that the agent finds instead of making one. */
const WIREGUARD: Container = {
  name: SOCKETS.name,
  image: WIREGUARD_IMAGE,
  args: ["--foreground", "cilium_wg0"],
  restartPolicy: "Always",
  securityContext: { privileged: true },
  volumeMounts: [SOCKETS],
};

/**
 * What a server has and this kind of machine may lack:
 * 1. the right to raise limits, which kernels since 5.11 do not ask for their programs;
 * 2. the folder of the kernel's modules;
 * 3. WireGuard in the kernel.
 */
function forThisMachine(object: Rendered): Rendered {
  const { template, ...spec } = object["spec"] as { template: Readonly<{ spec: Pod }> };
  const { containers, initContainers, volumes } = template.spec;
  const agent = containers.map((one) => ({ ...one, volumeMounts: [...(one.volumeMounts ?? []), SOCKETS] }));
  const pod: Pod = {
    ...template.spec,
    containers: agent.map(withoutLimits),
    initContainers: [WIREGUARD, ...initContainers.map(withoutLimits)],
    volumes: [
      ...volumes.map((one) => (one.name === "lib-modules" ? { name: one.name, emptyDir: {} } : one)),
      { name: SOCKETS.name, emptyDir: {} },
    ],
  };
  return { ...object, spec: { ...spec, template: { ...template, spec: pod } } };
}

function withoutLimits(container: Container): Container {
  const { securityContext: context } = container;
  const added = context?.capabilities?.add;
  if (added === undefined) return container;
  const add = added.filter((name) => name !== "SYS_RESOURCE");
  return { ...container, securityContext: { ...context, capabilities: { ...context?.capabilities, add } } };
}
