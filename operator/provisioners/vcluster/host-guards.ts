/**
 * Keeps the guard on hosts: the policy itself, before the first virtual cluster comes, and on the namespace of each one the
 * hosts that its Ingresses may have. A namespace on which nothing stands yet may have none. A name that moves from one virtual
 * cluster to another is taken from the first one before the other one may have it: off its namespace, then out of its Ingresses,
 * which were judged when they were written (docs/adr/0111).
 */
import { isNotFound } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
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
    const hasCut = await this.#cut(client, items, names);
    for (const [namespace, before] of held)
      await allow(client, namespace, { before, after: formatAllowedHosts(names, clusterOf(namespace)) });
    const hasTaken = hasCut || items.some((namespace) => held.get(namespace) !== allowedOn(namespace));
    return wait(hasTaken ? AGAIN_MS : LOOK_MS, "GuardHolds");
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

  /** Takes names out of Ingresses that were written when they were still their tenant's: vcluster may not write them back. */
  async #cut(client: KubeClient, namespaces: readonly KubeObject[], names: HostNames): Promise<boolean> {
    const clusters = new Map(namespaces.map((namespace) => [namespace.metadata.name, clusterOf(namespace)]));
    const { items } = await client.list(INGRESSES, CALL);
    let hasCut = false;
    for (const ingress of items) {
      const cluster = clusters.get(ingress.metadata.namespace ?? "");
      if (cluster !== undefined) hasCut = (await cutIngress(client, ingress, { names, cluster })) || hasCut;
    }
    return hasCut;
  }

  #namesOf(hosted: readonly ClusterObject[]): HostNames {
    const { caches, appsDomain } = this.#parts;
    const clusters = hosted.map((cluster) => {
      const { handle = "" } = cluster.status ?? {};
      const domain = clusterDomain({ handle, namesUnder: cluster.spec.namesUnder }, appsDomain);
      return { handle, domain, deployments: caches.deployments.byIndex("cluster", keyOf(cluster)) };
    });
    return deriveHostNames(clusters, (deployment, domain) => isDomainTaken(caches.deployments, deployment, domain));
  }
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

async function cutIngress(
  client: KubeClient,
  ingress: KubeObject,
  { names, cluster }: Readonly<{ names: HostNames; cluster: string }>,
): Promise<boolean> {
  const { name, namespace, uid, resourceVersion } = ingress.metadata;
  const left = withoutForeignNames(ingress["spec"] as IngressHosts, names, cluster);
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
