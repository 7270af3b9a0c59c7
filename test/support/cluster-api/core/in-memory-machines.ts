import type { KubeClient } from "../../../../adapters/kubernetes/kube-port.ts";
import type { ResourceType } from "../../../../adapters/kubernetes/kube-object.ts";
import type { Manifest } from "../../../../render/cluster-api/manifest.ts";

const IN_MEMORY = "infrastructure.cluster.x-k8s.io/v1beta2";
const QUICK = { provisioning: { startupDuration: "1s" } };
/** What stands in for each of Hetzner's templates, under the same name. */
const STANDING_IN: Readonly<Record<string, Readonly<{ kind: string; plural: string; inMemory: object }>>> = {
  HetznerClusterTemplate: { kind: "DevClusterTemplate", plural: "devclustertemplates", inMemory: {} },
  HCloudMachineTemplate: {
    kind: "DevMachineTemplate",
    plural: "devmachinetemplates",
    inMemory: { vm: QUICK, node: QUICK, apiServer: QUICK, etcd: QUICK },
  },
};

type Definition = Readonly<{ selector: Readonly<{ kind: string }> }>;
type ClassPatch = Readonly<{ definitions: readonly Definition[] }>;

/**
 * Makes a client by which a ClusterClass is one of machines in memory: Hetzner's provider cannot be built, and has no Hetzner here.
 * Its templates have others of their names beside them, which the class names instead, without the patches that are for Hetzner's.
 * All else, the Cluster before all, is written as it comes.
 */
export function withMachinesInMemory(client: KubeClient, admin: KubeClient): KubeClient {
  const patch: KubeClient["patch"] = async (type, ref, asked, options) => {
    const standing = STANDING_IN[type.kind];
    if (standing !== undefined)
      await admin.patch(typeOf(standing), ref, { kind: "apply", body: stand(asked.body) }, options);
    const body = type.kind === "ClusterClass" ? renameIn(asked.body as Manifest) : asked.body;
    return client.patch(type, ref, { ...asked, body }, options);
  };
  return new Proxy(client, {
    get: (target, member) => {
      if (member === "patch") return patch;
      const found: unknown = Reflect.get(target, member);
      return typeof found === "function" ? (found.bind(target) as unknown) : found;
    },
  });
}

function typeOf({ kind, plural }: Readonly<{ kind: string; plural: string }>): ResourceType {
  const [group = "", version = ""] = IN_MEMORY.split("/");
  return { group, version, kind, plural, namespaced: true };
}

function stand(body: unknown): Manifest {
  const { kind, metadata } = body as Manifest;
  const standing = STANDING_IN[kind];
  const spec = { template: { spec: { backend: { inMemory: standing?.inMemory } } } };
  return { apiVersion: IN_MEMORY, kind: standing?.kind ?? kind, metadata, spec };
}

function renameIn(manifest: Manifest): Manifest {
  const spec = manifest["spec"] as Readonly<{ patches: readonly ClassPatch[] }>;
  const patches = spec.patches
    .map((one) => ({ ...one, definitions: one.definitions.filter(({ selector }) => !(selector.kind in STANDING_IN)) }))
    .filter(({ definitions }) => definitions.length > 0);
  return { ...manifest, spec: renameRefs({ ...spec, patches }) };
}

function renameRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renameRefs);
  if (typeof value !== "object" || value === null) return value;
  const standing = STANDING_IN[(value as { kind?: string }).kind ?? ""];
  if (standing !== undefined) return { ...value, apiVersion: IN_MEMORY, kind: standing.kind };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, renameRefs(member)]));
}
