import { isNotFound } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { RESOURCE_QUOTAS } from "../../adapters/kubernetes/resource-types.ts";
import { listLimited } from "../../adapters/postgres/identity/admin-organization-store.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import {
  ANNOTATIONS,
  API_GROUP,
  FIELD_MANAGERS,
  LABELS,
  LIMITS_NAME,
  organizationNamespace,
} from "../../contract/identity.ts";
import { AMOUNT_QUOTAS, amountLimits, type AmountLimits } from "../../contract/quotas.ts";

type Kube = Pick<KubeClient, "list" | "patch" | "delete">;

/**
 * Shows the limits of an organization in its namespace, as a ResourceQuota: the API server's policies read there whether
 * there are some (contract/admission.ts). A namespace that is not there yet gets them when it is made.
 */
export async function showLimits(kube: Kube, slug: string, limits: AmountLimits | undefined): Promise<void> {
  const ref = { namespace: organizationNamespace(slug), name: LIMITS_NAME };
  try {
    if (limits === undefined) await kube.delete(RESOURCE_QUOTAS, ref);
    else await apply(kube, ref, limits);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function apply(
  kube: Kube,
  ref: Readonly<{ namespace: string; name: string }>,
  limits: AmountLimits,
): Promise<void> {
  const annotations = { [ANNOTATIONS.limits]: textOf(limits) };
  const metadata = { ...ref, labels: { [LABELS.managed]: "true" }, annotations };
  const body = { apiVersion: "v1", kind: "ResourceQuota", metadata, spec: { hard: hardOf(limits) } };
  await kube.patch(
    RESOURCE_QUOTAS,
    ref,
    { kind: "apply", body },
    { fieldManager: FIELD_MANAGERS.api, strict: true, force: true },
  );
}

/** No quota of Kubernetes counts these names, which may have whole numbers only: they are told, and held by Postgres and the policies. */
function hardOf({ cpu, memory_mb, storage_gb }: AmountLimits): Record<string, string> {
  const amounts = { cpu_milli: cpu && cpu * 1000, memory_mb, storage_gb };
  return Object.fromEntries(
    Object.entries(amounts).flatMap(([name, limit]) =>
      limit === undefined ? [] : [[`${API_GROUP}/${name}`, String(Math.round(limit))]],
    ),
  );
}

/** Makes what namespaces show equal to what is set: a gateway may have ended between the two. */
export async function mendLimits({ kube, pool }: Readonly<{ kube: Kube; pool: Pool }>): Promise<void> {
  const limited = await listLimited(pool);
  const { items } = await kube.list(RESOURCE_QUOTAS, { labelSelector: `${LABELS.managed}=true` });
  const shown = new Map(
    items.map(({ metadata }) => [metadata.namespace ?? "", metadata.annotations?.[ANNOTATIONS.limits]]),
  );
  for (const { slug, quotas } of limited) {
    const limits = amountLimits(quotas);
    const namespace = organizationNamespace(slug);
    if (limits !== undefined && shown.get(namespace) !== textOf(limits)) await showLimits(kube, slug, limits);
    shown.delete(namespace);
  }
  for (const namespace of shown.keys()) await kube.delete(RESOURCE_QUOTAS, { namespace, name: LIMITS_NAME });
}

/** Tells limits in a fixed order: what is equal has the same text. */
function textOf(limits: AmountLimits): string {
  return AMOUNT_QUOTAS.flatMap((name) => (limits[name] === undefined ? [] : [`${name} ${limits[name]}`])).join(", ");
}
