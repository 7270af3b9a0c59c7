import { unlessGone } from "../../adapters/kubernetes/kube-error.ts";
import type { KubeObject } from "../../adapters/kubernetes/kube-object.ts";
import type { KubeClient } from "../../adapters/kubernetes/kube-port.ts";
import { parseQuantity } from "../../adapters/kubernetes/parse-quantity.ts";
import { RESOURCE_QUOTAS } from "../../adapters/kubernetes/resource-types.ts";
import { listLimited, type LimitedRow } from "../../adapters/postgres/identity/admin-organization-store.ts";
import type { Pool } from "../../adapters/postgres/pool.ts";
import {
  ANNOTATIONS,
  API_GROUP,
  FIELD_MANAGERS,
  LABELS,
  LIMITS_NAME,
  organizationNamespace,
  organizationSlug,
} from "../../contract/identity.ts";
import {
  AMOUNT_QUOTAS,
  amountLimits,
  COUNTED_RESOURCES,
  quotaOf,
  type AmountLimits,
  type CountQuota,
} from "../../contract/quotas.ts";

type Kube = Pick<KubeClient, "list" | "patch" | "delete">;

/** What an organization may have: numbers of things, and the amounts that a platform admin has limited. */
type NamespaceLimits = Readonly<{
  counts: Readonly<Partial<Record<CountQuota, number>>>;
  amounts?: AmountLimits | undefined;
}>;

/** Derives what an organization may have. Hosts are the platform's own clusters and count for nobody. */
export function namespaceLimits({ quotas, isSystem }: Omit<LimitedRow, "slug">, factor: number): NamespaceLimits {
  const most = (quota: CountQuota): number => quotaOf(quota, quotas, factor);
  const counts = { deployments: most("deployments"), databases: most("databases") };
  return { counts: isSystem ? counts : { clusters: most("clusters"), ...counts }, amounts: amountLimits(quotas) };
}

/**
 * Shows the limits of an organization in its namespace, as a ResourceQuota: the API server counts by it (docs/adr/0108), and its
 * policies read there whether amounts are limited (contract/admission.ts). A namespace that is not there yet gets its amounts when
 * it is made, and its numbers by the next sweep: Kubernetes' controller learns new kinds within half a minute, and until then a
 * quota of them would refuse everything.
 */
export async function showLimits(kube: Pick<Kube, "patch">, slug: string, limits: NamespaceLimits): Promise<void> {
  await apply(kube, { namespace: organizationNamespace(slug), name: LIMITS_NAME }, limits).catch(unlessGone);
}

async function apply(
  kube: Pick<Kube, "patch">,
  ref: Readonly<{ namespace: string; name: string }>,
  limits: NamespaceLimits,
): Promise<void> {
  const annotations = limits.amounts && { [ANNOTATIONS.limits]: textOf(limits.amounts) };
  const metadata = { ...ref, labels: { [LABELS.managed]: "true" }, ...(annotations && { annotations }) };
  const hard = Object.fromEntries(hardOf(limits).map(([name, limit]) => [name, String(limit)]));
  const body = { apiVersion: "v1", kind: "ResourceQuota", metadata, spec: { hard } };
  await kube.patch(
    RESOURCE_QUOTAS,
    ref,
    { kind: "apply", body },
    { fieldManager: FIELD_MANAGERS.api, strict: true, force: true },
  );
}

type Hard = readonly (readonly [name: string, limit: number])[];

function hardOf({ counts, amounts = {} }: NamespaceLimits): Hard {
  const { cpu, memory_mb, storage_gb } = amounts;
  // No quota of Kubernetes counts these names, which may have whole numbers only: they are told, and held by Postgres and the policies.
  const told = { cpu_milli: cpu && cpu * 1000, memory_mb, storage_gb };
  return [
    ...Object.entries(counts).map(([quota, limit]) => [countName(quota as CountQuota), limit] as const),
    ...Object.entries(told).flatMap(([name, limit]) =>
      limit === undefined ? [] : [[`${API_GROUP}/${name}`, Math.round(limit)] as const],
    ),
  ];
}

function countName(quota: CountQuota): string {
  return `count/${COUNTED_RESOURCES[quota]}.${API_GROUP}`;
}

/** Makes what namespaces show equal to what is set: a gateway may have ended between the two, or an older one made them. */
export async function mendLimits({
  kube,
  pool,
  config,
}: Readonly<{ kube: Kube; pool: Pool; config: Readonly<{ quotaFactor: number }> }>): Promise<void> {
  const { items } = await kube.list(RESOURCE_QUOTAS, { labelSelector: `${LABELS.managed}=true` });
  const own = items.filter(({ metadata }) => metadata.name === LIMITS_NAME);
  const shown = new Map(own.map((quota) => [quota.metadata.namespace ?? "", quota]));
  for (const { slug, ...row } of await listLimited(pool, [...shown.keys()].map(organizationSlug))) {
    const namespace = organizationNamespace(slug);
    const limits = namespaceLimits(row, config.quotaFactor);
    const quota = shown.get(namespace);
    // Told before the controller knew our kinds it is never counted, unless it changes.
    if (!isCounted(quota)) await showLimits(kube, slug, { ...limits, counts: {} });
    if (!isCounted(quota) || !tells(quota, limits)) await showLimits(kube, slug, limits);
    shown.delete(namespace);
  }
  for (const namespace of shown.keys()) await kube.delete(RESOURCE_QUOTAS, { namespace, name: LIMITS_NAME });
}

/** The API server writes quantities in its own way: 1000 as 1k. */
function tells(quota: KubeObject | undefined, limits: NamespaceLimits): boolean {
  if (quota === undefined) return false;
  const shown = (quota["spec"] as Readonly<{ hard?: Readonly<Record<string, string>> }>).hard ?? {};
  const hard = hardOf(limits);
  return (
    quota.metadata.annotations?.[ANNOTATIONS.limits] === (limits.amounts && textOf(limits.amounts)) &&
    Object.keys(shown).length === hard.length &&
    hard.every(([name, limit]) => parseQuantity(shown[name]) === limit)
  );
}

/** Tells whether the controller counts all that the API server holds people to; while it has not looked at all, nobody is held. */
function isCounted(quota: KubeObject | undefined): boolean {
  const { hard = {}, used = {} } = (quota?.["status"] ?? {}) as Readonly<Partial<Record<"hard" | "used", object>>>;
  return Object.keys(hard).every((name) => !name.startsWith("count/") || Object.hasOwn(used, name));
}

/** Tells limits in a fixed order: what is equal has the same text. */
function textOf(limits: AmountLimits): string {
  return AMOUNT_QUOTAS.flatMap((name) => (limits[name] === undefined ? [] : [`${name} ${limits[name]}`])).join(", ");
}
