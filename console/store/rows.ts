import type { Item } from "../../client/operation-types.ts";

type Deployment = Item<"listDeployments">;

/** What lists keep of a deployment: the files that it is delivered by would be most of their memory. */
export type DeploymentRow = Readonly<
  Pick<
    Deployment,
    | "id"
    | "name"
    | "status"
    | "error_message"
    | "status_reason"
    | "app_type"
    | "cluster_id"
    | "provider"
    | "region"
    | "created_at"
    | "ready_replicas"
    | "conditions"
    | "is_staged"
  > & { image: string; replicas: number }
>;
export type ClusterRow = Item<"listClusters">;
export type DatabaseRow = Item<"listDatabases">;

/** Takes of a deployment what lists show. */
export function toDeploymentRow(one: Deployment): DeploymentRow {
  const { id, name, status, error_message, status_reason, app_type, cluster_id, provider, region } = one;
  const { created_at, ready_replicas, conditions, is_staged } = one;
  return {
    id,
    name,
    status,
    error_message,
    status_reason,
    app_type,
    cluster_id,
    provider,
    region,
    created_at,
    ready_replicas,
    is_staged,
    conditions: conditions.filter((condition) => ATTENTION.has(condition.type)),
    image: one.docker_image_running ?? one.docker_image ?? one.helm_chart_name ?? "",
    replicas: one.replicas ?? 1,
  };
}

/** The conditions that lists ask about. */
const ATTENTION = new Set(["DomainVerified", "DomainPoints", "CertificateReady", "BackedUp", "Drifted", "Stalled"]);
