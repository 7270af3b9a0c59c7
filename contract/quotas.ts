/** States how many of each an organization (API keys: a user) may own unless a platform admin says otherwise. */
export const QUOTAS = {
  clusters: 3,
  deployments: 50,
  databases: 5,
  secrets: 200,
  apiKeys: 50,
  webhooks: 20,
  cloudCredentials: 20,
} as const;
export type Quota = keyof typeof QUOTAS;

/** States how many shared clusters each ready node of a host cluster carries unless a setting says otherwise. */
export const VIRTUAL_CLUSTERS_PER_NODE = 10;
