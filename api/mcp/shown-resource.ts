import type { CallAnswer } from "./agent.ts";

type Body = CallAnswer["body"];

const COMMON = ["id", "name", "organization_id", "cluster_id", "status", "status_reason", "error_message"] as const;
const TIMES = ["created_at", "updated_at", "observed_at"] as const;

/** What agents see of each kind, member by member: a new one is not shown until it stands here. */
const SHOWN = {
  deployment: [
    ...COMMON,
    "app_type",
    "deployment_type",
    "docker_image",
    "docker_image_running",
    "image_updates_held",
    "replicas",
    "ready_replicas",
    "container_port",
    "cpu_request",
    "memory_request_mb",
    "storage_size_gb",
    "volumes",
    "health_checks",
    "additional_ports",
    "public_ports",
    "custom_domain",
    "endpoint_url",
    "helm_repo_url",
    "helm_chart_name",
    "helm_chart_version",
    "is_staged",
    "promoted_from",
    "promoted_to",
    "preview_of",
    "expires_at",
    "provider",
    "region",
    "cluster_status",
    "cluster_error",
    ...TIMES,
  ],
  database: [
    ...COMMON,
    "engine",
    "engine_version",
    "tier",
    "replicas",
    "storage_size_gb",
    "max_connections",
    "extensions",
    "database_name",
    "backup_enabled",
    "backup_schedule",
    "backup_retention_days",
    "restorable_from",
    "restorable_until",
    "last_backup_at",
    "restored_from",
    "replication_role",
    "replication_status",
    "replication_lag_bytes",
    ...TIMES,
  ],
  cluster: [
    ...COMMON,
    "provider",
    "region",
    "tier",
    "server_type",
    "node_count",
    "min_nodes",
    "max_nodes",
    "autoscaling_enabled",
    "kubernetes_version",
    "upgrade_available",
    "gateway_address",
    "component_bundle_version",
    "is_imported",
    ...TIMES,
  ],
} as const;

/** Names the kinds that agents know. */
export const SHOWN_KINDS = ["deployment", "database", "cluster"] as const;
export type ShownKind = (typeof SHOWN_KINDS)[number];

const BRIEF = ["id", "name", "status", "status_reason", "cluster_id", "organization_id"];

/** Shows a line of a list. */
export function showBrief(kind: ShownKind, body: Body): Body {
  return { kind, ...pick(body, BRIEF) };
}

/** Shows a resource: of its environment the names, for a value may be a secret that somebody typed there. */
export function showResource(kind: ShownKind, body: Body): Body {
  const shown = pick(body, SHOWN[kind]);
  const conditions = Array.isArray(body["conditions"]) ? { conditions: body["conditions"] } : {};
  return kind === "deployment"
    ? { ...shown, ...conditions, environment: environmentOf(body).map(nameOf) }
    : { ...shown, ...conditions };
}

/** A variable of a deployment, as the interface has it. */
export type Variable = Readonly<{ name: string; value?: string | null; secret_ref?: string | null }>;

/** Reads the environment of a deployment. */
export function environmentOf(body: Body): readonly Variable[] {
  const given = body["environment_variables"];
  return Array.isArray(given) ? (given as readonly Variable[]) : [];
}

function nameOf({ name, secret_ref: secret }: Variable): Body {
  return typeof secret === "string" ? { name, from: "secret", secret } : { name, from: "value" };
}

/** Tells what a write would change, member by member, of what agents see; of values of variables only that they differ. */
export function changesOf(kind: ShownKind, before: Body, after: Body): Body[] {
  const [old, next] = [pick(before, SHOWN[kind]), pick(after, SHOWN[kind])];
  const members = SHOWN[kind].filter(
    (name) => !ignored(name) && JSON.stringify(old[name]) !== JSON.stringify(next[name]),
  );
  const changes = members.map((name) => ({ member: name, before: old[name] ?? null, after: next[name] ?? null }));
  return kind === "deployment" ? [...changes, ...changedVariables(before, after)] : changes;
}

function ignored(name: string): boolean {
  return name === "id" || name === "status" || name === "status_reason" || TIMES.some((time) => time === name);
}

function changedVariables(before: Body, after: Body): Body[] {
  const [old, next] = [environmentOf(before), environmentOf(after)].map(
    (all) => new Map(all.map((variable) => [variable.name, JSON.stringify(variable)])),
  );
  const names = new Set([...(old?.keys() ?? []), ...(next?.keys() ?? [])]);
  return [...names].flatMap((name) => {
    const [was, becomes] = [old?.get(name), next?.get(name)];
    if (was === becomes) return [];
    const change = was === undefined ? "added" : becomes === undefined ? "removed" : "changed";
    return [{ member: "environment", variable: name, change }];
  });
}

/** Reads the items of a list by the name that they have in the answer. */
export function itemsOf(body: Body, name: string): readonly Body[] {
  return (body[name] ?? []) as readonly Body[];
}

/** Picks members by name; one that is not there is left out. */
export function pick(body: unknown, names: readonly string[]): Body {
  const given = (body ?? {}) as Body;
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
}
