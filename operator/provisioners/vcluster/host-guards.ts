/**
 * Keeps the guard on hosts: the policy itself, before the first virtual cluster comes, and on the namespace of each one the
 * hosts that its Ingresses may have. A namespace on which nothing stands yet may have none.
 */
import { isNotFound } from "../../../adapters/kubernetes/kube-error.ts";
import type { KubeObject, ResourceType } from "../../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../../adapters/kubernetes/kube-port.ts";
import {
  NAMESPACES,
  VALIDATING_ADMISSION_POLICIES,
  VALIDATING_ADMISSION_POLICY_BINDINGS,
} from "../../../adapters/kubernetes/resource-types.ts";
import { ANNOTATIONS, FIELD_MANAGERS, LABELS } from "../../../contract/identity.ts";
import { deriveAllowedHosts, renderHostGuard } from "../../../render/cluster/host-guard.ts";
import { clusterDomain } from "../../../render/cluster/cluster-domain.ts";
import type { Caches } from "../../resources/caches.ts";
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
    const carries = this.#parts.caches.clusters.list().some(({ status }) => status?.host === host);
    if (client === undefined || !carries) return SETTLED;
    await this.ensure(host);
    const { items } = await client.list(NAMESPACES, { ...CALL, labelSelector: LABELS.virtualCluster });
    for (const namespace of items) await this.#allow(client, namespace);
    return wait(LOOK_MS, "GuardHolds");
  }

  /** Puts the policy into force. */
  async ensure(host: string): Promise<void> {
    const client = this.#parts.tenant(host);
    if (client === undefined) throw new Error("The host cluster is not registered");
    const [policy, binding] = renderHostGuard();
    await apply(client, VALIDATING_ADMISSION_POLICIES, policy);
    await apply(client, VALIDATING_ADMISSION_POLICY_BINDINGS, binding);
  }

  async #allow(client: KubeClient, { metadata }: KubeObject): Promise<void> {
    const allowed = this.#allowedHosts(metadata.labels?.[LABELS.virtualCluster] ?? "");
    if ((metadata.annotations?.[ANNOTATIONS.allowedHosts] ?? "") === allowed) return;
    const body = { metadata: { annotations: { [ANNOTATIONS.allowedHosts]: allowed } } };
    const options = { ...CALL, fieldManager: FIELD_MANAGERS.operator };
    // Not applied: that would make one anew that has just gone.
    await client
      .patch(NAMESPACES, { name: metadata.name }, { kind: "merge", body }, options)
      .catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
  }

  #allowedHosts(handle: string): string {
    const { caches, appsDomain } = this.#parts;
    const clusters = caches.clusters.byIndex("handle", handle);
    const deployments = clusters.flatMap((cluster) => caches.deployments.byIndex("cluster", keyOf(cluster)));
    const namesUnder = clusters.at(0)?.spec.namesUnder;
    return deriveAllowedHosts(deployments, clusterDomain({ handle, namesUnder }, appsDomain));
  }
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
