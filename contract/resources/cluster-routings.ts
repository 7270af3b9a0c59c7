/** Names how requests from outside come to the deployments of a cluster (docs/adr/0076). */
export const CLUSTER_ROUTINGS = ["ingress", "both", "gateway"] as const;
