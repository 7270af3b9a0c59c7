/**
 * Keeps the guard on hosts: the policy itself, before the first virtual cluster comes, and on the namespace of each one the
 * hosts that its Ingresses may have. A namespace on which nothing stands yet may have none. A name that moves from one virtual
 * cluster to another is taken from the first one before the other one may have it: off its namespace, then out of its Ingresses,
 * which were judged when they were written (docs/adr/0111). What cannot be read or taken in one namespace holds up own domains
 * alone: a name under the platform's domain was never another's.
 */
import { isNotFound, KubeError } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient, ListOptions } from "../../../adapters/kubernetes/kube-port.ts";
import {
  INGRESSES,
  NAMESPACES,
  VALIDATING_ADMISSION_POLICIES,
  VALIDATING_ADMISSION_POLICY_BINDINGS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, FIELD_MANAGERS, LABELS } from "../../../contract/identity.ts";
import { clusterDomain } from "../../../render/cluster/cluster-domain.ts";
import { renderHostGuard } from "../../../render/cluster/host-guard.ts";
import {
  deriveHostNames,
  formatAllowedHosts,
  withoutForeignNames,
  type HostNames,
  type IngressHosts,
} from "../../../render/cluster/host-names.ts";
import type { Caches } from "../../resources/caches.ts";
import { isDomainTaken } from "../../resources/domain-claims.ts";
import type { ClusterObject } from "../../resources/objects.ts";
import { SETTLED, wait, type Outcome } from "../../machines/decision.ts";
import { keyOf } from "../../runtime/object-store.ts";

type Parts = Readonly<{
  caches: Pick<Caches, "clusters" | "deployments">;
  /** Client of a registered host. */
  tenant: (handle: string) => KubeClient | undefined;
  appsDomain: string;
}>;

/** Begins the key of a host's guard among the platform's own upkeep. */
export const GUARD_PREFIX = "guard/";
/** Somebody else may have changed it meanwhile. */
const LOOK_MS = 10 * 60_000;
/** So soon after a name was taken away: the host's API server may have judged by the old list for a moment. */
const AGAIN_MS = 15_000;
const CALL = { timeoutMs: 5_000 } as const;
/** Of the largest that there can be, of a megabyte and more, an answer has room for so many. */
const FEW = 2;
/** Of so many as a virtual cluster may have (render/cluster/virtual-cluster.ts), if each is as large as that. */
const NAMESPACE_BYTES_MAX = 192 * 1024 * 1024;
const APPLY = { ...CALL, fieldManager: FIELD_MANAGERS.operator, force: true } as const;

/** Keeps the guards of all hosts. */
export class HostGuards {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Makes a host's guard what it should be; a host that is not registered, or carries nothing, is left alone. */
  async reconcile(host: string): Promise<Outcome> {
    const client = this.#parts.tenant(host);
    const hosted = this.#parts.caches.clusters.list().filter(({ status }) => status?.host === host);
    if (client === undefined || hosted.length === 0) return SETTLED;
    await this.ensure(host);
    const names = this.#namesOf(hosted);
    const { items } = await client.list(NAMESPACES, { ...CALL, labelSelector: LABELS.virtualCluster });
    const held = new Map<KubeObject, string>();
    for (const namespace of items) held.set(namespace, await this.#withdraw(client, namespace, names));
    const cut = await cutNames(client, items, names);
    for (const [namespace, before] of held) {
      const given = cut.fault === undefined ? names : this.#withoutNewDomains(hosted, names, before);
      await allow(client, namespace, { before, after: formatAllowedHosts(given, clusterOf(namespace)) });
    }
    if (cut.fault !== undefined) throw cut.fault;
    const hasTaken = cut.hasCut || items.some((namespace) => held.get(namespace) !== allowedOn(namespace));
    return wait(hasTaken ? AGAIN_MS : LOOK_MS, "GuardHolds");
  }

  /** Leaves out own domains that do not stand there yet: somebody else may have them still. */
  #withoutNewDomains(hosted: readonly ClusterObject[], names: HostNames, before: string): HostNames {
    const domains = hosted.map((cluster) => this.#domainOf(cluster));
    const there = before.split(" ");
    const isSafe = (name: string): boolean =>
      there.includes(name) || domains.some((domain) => name.endsWith(`.${domain}`));
    return new Map([...names].filter(([name]) => isSafe(name)));
  }

  #domainOf({ spec, status }: ClusterObject): string {
    return clusterDomain({ handle: status?.handle ?? "", namesUnder: spec.namesUnder }, this.#parts.appsDomain);
  }

  /** Puts the policy into force. */
  async ensure(host: string): Promise<void> {
    const client = this.#parts.tenant(host);
    if (client === undefined) throw new Error("The host cluster is not registered");
    const [policy, binding] = renderHostGuard();
    await apply(client, VALIDATING_ADMISSION_POLICIES, policy);
    await apply(client, VALIDATING_ADMISSION_POLICY_BINDINGS, binding);
  }

  /** Takes names off a namespace that are another virtual cluster's, and returns those that are left. */
  async #withdraw(client: KubeClient, namespace: KubeObject, names: HostNames): Promise<string> {
    const cluster = clusterOf(namespace);
    const before = allowedOn(namespace);
    const kept = before.split(" ").filter((name) => (names.get(name) ?? cluster) === cluster);
    const after = kept.join(" ");
    await allow(client, namespace, { before, after });
    return after;
  }

  #namesOf(hosted: readonly ClusterObject[]): HostNames {
    const { caches } = this.#parts;
    const clusters = hosted.map((cluster) => ({
      handle: cluster.status?.handle ?? "",
      domain: this.#domainOf(cluster),
      deployments: caches.deployments.byIndex("cluster", keyOf(cluster)),
    }));
    return deriveHostNames(clusters, (deployment, domain) => isDomainTaken(caches.deployments, deployment, domain));
  }
}

type Cut = Readonly<{ hasCut: boolean; fault: Error | undefined }>;

/**
 * Takes names out of Ingresses that were written when they were still their tenant's: vcluster may not write them back. Each
 * namespace is one tenant's, who may fill it: what fails in one is told at the end, and the others are done.
 */
async function cutNames(client: KubeClient, namespaces: readonly KubeObject[], names: HostNames): Promise<Cut> {
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

async function allow(
  client: KubeClient,
  { metadata: { name } }: KubeObject,
  { before, after }: Readonly<{ before: string; after: string }>,
): Promise<void> {
  if (before === after) return;
  const body = { metadata: { annotations: { [ANNOTATIONS.allowedHosts]: after } } };
  const options = { ...CALL, fieldManager: FIELD_MANAGERS.operator };
  // Not applied: that would make one anew that has just gone.
  await client.patch(NAMESPACES, { name }, { kind: "merge", body }, options).catch(unlessGone);
}

async function cutIngress(client: KubeClient, ingress: KubeObject): Promise<boolean> {
  const { name, namespace, uid, resourceVersion } = ingress.metadata;
  const { left } = ingress as CutIngress;
  if (left === undefined) return false;
  const ref = { name, namespace };
  if (left === "nothing")
    await client.delete(INGRESSES, ref, { ...CALL, ...(uid === undefined ? {} : { uid }) }).catch(unlessGone);
  else {
    const body = { metadata: { resourceVersion }, spec: left };
    const options = { ...CALL, fieldManager: FIELD_MANAGERS.operator };
    // With the version that was read: what somebody else has changed meanwhile is looked at anew, and given to nobody before.
    await client.patch(INGRESSES, ref, { kind: "merge", body }, options).catch(unlessGone);
  }
  return true;
}

function clusterOf({ metadata }: KubeObject): string {
  return metadata.labels?.[LABELS.virtualCluster] ?? "";
}

function allowedOn({ metadata }: KubeObject): string {
  return metadata.annotations?.[ANNOTATIONS.allowedHosts] ?? "";
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

async function apply(client: KubeClient, type: ResourceType, body: KubeObject): Promise<void> {
  const found = await client.get(type, { name: body.metadata.name }, CALL);
  if (found !== undefined && holds(found["spec"], body["spec"])) return;
  await client.patch(type, { name: body.metadata.name }, { kind: "apply", body }, APPLY);
}

/** Tells whether all that is wanted is there; the API server adds members of its own. */
function holds(found: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return found === wanted;
  if (typeof found !== "object" || found === null) return false;
  if (Array.isArray(wanted) && (found as unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(([name, value]) => holds((found as Record<string, unknown>)[name], value));
}
