/** States how many of each an organization (the last three: a user) may own unless a platform admin says otherwise. */
const QUOTAS = {
  clusters: 3,
  deployments: 50,
  /** Of the deployments. */
  previews: 20,
  databases: 5,
  secrets: 200,
  webhooks: 20,
  cloudCredentials: 20,
  invitationsPerHour: 30,
  apiKeys: 50,
  organizations: 10,
  /** In all organizations together, but for those whose quota of clusters a platform admin has set. */
  clustersPerUser: 9,
} as const;
export type Quota = keyof typeof QUOTAS;

/** Returns a quota in force: what a platform admin has set, else the default times the installation's factor. */
export function quotaOf(quota: Quota, overrides: unknown, factor: number): number {
  const override = (overrides as Readonly<Record<string, unknown>> | undefined)?.[quota];
  return typeof override === "number" ? override : QUOTAS[quota] * factor;
}

/** Says what the API server counts for the quotas that it holds, too (docs/adr/0108): objects in the namespace of the organization. */
export const COUNTED_RESOURCES = {
  clusters: "clusters",
  deployments: "deployments",
  databases: "databaseinstances",
} as const satisfies Partial<Record<Quota, string>>;
export type CountQuota = keyof typeof COUNTED_RESOURCES;

/** Names the amounts that an organization may ask for in all its deployments and databases together; nothing limits them by default. */
export const AMOUNT_QUOTAS = ["cpu", "memory_mb", "storage_gb"] as const;
export type AmountQuota = (typeof AMOUNT_QUOTAS)[number];
/** The amounts that a platform admin has limited. */
export type AmountLimits = Readonly<Partial<Record<AmountQuota, number>>>;
/** Makes something of each amount. */
export function forEachAmount<T>(of: (name: AmountQuota) => T): Record<AmountQuota, T> {
  return Object.fromEntries(AMOUNT_QUOTAS.map((name) => [name, of(name)])) as Record<AmountQuota, T>;
}

/** Says what an amount is counted in. */
export const AMOUNT_UNITS: Readonly<Record<AmountQuota, string>> = {
  cpu: "CPU cores",
  memory_mb: "MB of memory",
  storage_gb: "GB of storage",
};

/** Takes the limits of amounts out of what a platform admin has set; undefined where there is none. */
export function amountLimits(quotas: unknown): AmountLimits | undefined {
  const set = (quotas ?? {}) as Readonly<Record<string, unknown>>;
  const limits = AMOUNT_QUOTAS.flatMap((name) => (typeof set[name] === "number" ? [[name, set[name]]] : []));
  return limits.length === 0 ? undefined : (Object.fromEntries(limits) as AmountLimits);
}

/** States how many shared clusters each ready node of a host cluster carries unless a setting says otherwise. */
export const VIRTUAL_CLUSTERS_PER_NODE = 10;
