/** States how many of each an organization (the last three: a user) may own unless a platform admin says otherwise. */
export const QUOTAS = {
  clusters: 3,
  deployments: 50,
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

/** States how many shared clusters each ready node of a host cluster carries unless a setting says otherwise. */
export const VIRTUAL_CLUSTERS_PER_NODE = 10;
