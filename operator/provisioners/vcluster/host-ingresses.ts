/**
 * Takes names out of Ingresses on hosts that vcluster has written for its tenants, and whole Ingresses off hosts on which tenants'
 * are not written any more (docs/adr/0111, docs/adr/0131).
 */
import { KubeError, unlessGone } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient, ListOptions } from "../../../adapters/kubernetes/kube-port.ts";
import { INGRESSES, ROLES } from "../../../adapters/kubernetes/resource-types.ts";
import { FIELD_MANAGERS, LABELS } from "../../../contract/identity.ts";
import { withoutForeignNames, type HostNames, type IngressHosts } from "../../../render/cluster/host-names.ts";
import { VCLUSTER_MARK, virtualClusterName } from "../../../render/cluster/virtual-cluster.ts";

const CALL = { timeoutMs: 5_000 } as const;
/** Of the largest that there can be, of a megabyte and more, an answer has room for so many. */
const FEW = 2;
/** Of so many as a virtual cluster may have (render/cluster/virtual-cluster.ts), if each is as large as that. */
const NAMESPACE_BYTES_MAX = 192 * 1024 * 1024;

/** Whether anything was taken, and what could not be. */
type Cut = Readonly<{ hasCut: boolean; fault: Error | undefined }>;

/**
 * Takes names out of Ingresses that were written when they were still their tenant's: vcluster may not write them back. Each
 * namespace is one tenant's, who may fill it: what fails in one is told at the end, and the others are done.
 */
export async function cutNames(client: KubeClient, namespaces: readonly KubeObject[], names: HostNames): Promise<Cut> {
  const clusters = new Map(namespaces.map((namespace) => [namespace.metadata.name, clusterOf(namespace)]));
  const slim = (ingress: KubeObject): KubeObject => slimIngress(ingress, names, clusters);
  const all = await listIngresses(client, { slim });
  if (all !== undefined) return cutAll(client, all);
  const cuts: Cut[] = [];
  for (const namespace of clusters.keys()) {
    const found = await listIngresses(client, { slim, namespace, limit: FEW, bytesMax: NAMESPACE_BYTES_MAX });
    const fault = new Error(`The Ingresses of ${namespace} are more than can be read`);
    cuts.push(found === undefined ? { hasCut: false, fault } : await cutAll(client, found));
  }
  return { hasCut: cuts.some(({ hasCut }) => hasCut), fault: cuts.find(({ fault }) => fault !== undefined)?.fault };
}

/** Returns undefined where they are more than is read at once. */
async function listIngresses(client: KubeClient, options: ListOptions): Promise<readonly KubeObject[] | undefined> {
  try {
    return (await client.list(INGRESSES, { ...CALL, ...options })).items;
  } catch (error) {
    if (error instanceof KubeError && error.reason === "ResponseTooLarge") return undefined;
    throw error;
  }
}

type CutIngress = KubeObject & Readonly<{ left?: IngressHosts | "nothing" }>;

/** Keeps of an Ingress what is to be left of it; of most, which have no name of another, nothing. */
function slimIngress(ingress: KubeObject, names: HostNames, clusters: ReadonlyMap<string, string>): CutIngress {
  const { name, namespace = "", uid, resourceVersion } = ingress.metadata;
  const metadata = { name, namespace, ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) };
  const cluster = clusters.get(namespace);
  const left = cluster === undefined ? undefined : withoutForeignNames(hostsOf(ingress), names, cluster);
  return left === undefined ? { metadata } : { metadata, left };
}

function hostsOf(ingress: KubeObject): IngressHosts {
  return ingress["spec"] ?? {};
}

async function cutAll(client: KubeClient, ingresses: readonly KubeObject[]): Promise<Cut> {
  let [hasCut, fault]: [boolean, Error | undefined] = [false, undefined];
  for (const ingress of ingresses)
    try {
      hasCut = (await cutIngress(client, ingress)) || hasCut;
    } catch (error) {
      fault = error instanceof Error ? error : new Error("An Ingress could not be cut");
    }
  return { hasCut, fault };
}

async function cutIngress(client: KubeClient, ingress: KubeObject): Promise<boolean> {
  const { name, namespace, uid, resourceVersion } = ingress.metadata;
  const { left } = ingress as CutIngress;
  if (left === undefined) return false;
  const ref = { name, namespace };
  if (left === "nothing") await client.delete(INGRESSES, ref, { ...CALL, uid });
  else {
    const body = { metadata: { resourceVersion }, spec: left };
    const options = { ...CALL, fieldManager: FIELD_MANAGERS.operator };
    // With the version that was read: what somebody else has changed meanwhile is looked at anew, and given to nobody before.
    await client.patch(INGRESSES, ref, { kind: "merge", body }, options).catch(unlessGone);
  }
  return true;
}

/** Which virtual cluster a namespace of a host is. */
export function clusterOf({ metadata }: KubeObject): string {
  return metadata.labels?.[LABELS.virtualCluster] ?? "";
}

type Role = KubeObject & Readonly<{ rules?: readonly Readonly<{ resources?: readonly string[] }>[] }>;

/** Removes what virtual clusters that write no Ingresses any more have written before; tells whether some is left. */
export async function clearIngresses(client: KubeClient, settled: readonly string[]): Promise<boolean> {
  const { items } = await client.list(INGRESSES, {
    ...CALL,
    labelSelector: VCLUSTER_MARK,
    slim: ({ metadata }) => ({ metadata }),
  });
  let isLeft = false;
  for (const cluster of new Set(items.map(({ metadata }) => (metadata.namespace ?? "").replace(/^vc-/, "")))) {
    const namespace = virtualClusterName(cluster);
    const isDone = settled.includes(cluster) && !(await mayWrite(client, cluster));
    isLeft ||= !isDone;
    for (const { metadata } of isDone ? items.filter((one) => one.metadata.namespace === namespace) : [])
      await client.delete(INGRESSES, { namespace, name: metadata.name }, CALL);
  }
  return isLeft;
}

/** Its rights come with its values: a control plane without this one was started anew for it. */
async function mayWrite(client: KubeClient, cluster: string): Promise<boolean> {
  const ref = { namespace: virtualClusterName(cluster), name: virtualClusterName(cluster) };
  const { rules = [] } = (await client.get<Role>(ROLES, ref, CALL)) ?? {};
  return rules.some(({ resources = [] }) => resources.includes("ingresses"));
}
