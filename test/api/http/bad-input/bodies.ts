import { faults, UNKNOWN_ID, type BadInput, type Caller, type ExpectedFault } from "./row.ts";

type Row = readonly [body: unknown, ...expected: ExpectedFault[]];
type Target = Readonly<{ as: Caller; method: string; path: string }>;

const deep = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

const CLUSTER = { name: "never", provider: "local", region: "local-1", tier: "dedicated" };
const CLUSTERS: readonly Row[] = [
  [undefined, ["missing", "body"]],
  [null, ["missing", "body"]],
  [[], ["model_attributes_type", "body"]],
  ["x", ["model_attributes_type", "body"]],
  [7, ["model_attributes_type", "body"]],
  [
    {},
    ["missing", "body", "name"],
    ["missing", "body", "provider"],
    ["missing", "body", "region"],
    ["missing", "body", "tier"],
  ],
  [{ ...CLUSTER, name: "" }, ["string_too_short", "body", "name"]],
  [{ ...CLUSTER, name: "Upper" }, ["string_pattern_mismatch", "body", "name"]],
  [{ ...CLUSTER, name: "-a" }, ["string_pattern_mismatch", "body", "name"]],
  [{ ...CLUSTER, name: "a".repeat(41) }, ["string_too_long", "body", "name"]],
  [{ ...CLUSTER, name: "a\0" }, ["string_pattern_mismatch", "body", "name"]],
  [{ ...CLUSTER, name: "ünïcode" }, ["string_pattern_mismatch", "body", "name"]],
  [{ ...CLUSTER, name: null }, ["string_type", "body", "name"]],
  [{ ...CLUSTER, name: { $ne: "" } }, ["string_type", "body", "name"]],
  [{ ...CLUSTER, provider: "" }, ["string_too_short", "body", "provider"]],
  [{ ...CLUSTER, region: "../x" }, ["string_pattern_mismatch", "body", "region"]],
  [{ ...CLUSTER, tier: "gold" }, ["enum", "body", "tier"]],
  [{ ...CLUSTER, organization_id: "mine" }, ["uuid_parsing", "body", "organization_id"]],
  [{ ...CLUSTER, organization_id: 1 }, ["uuid_type", "body", "organization_id"]],
  [{ ...CLUSTER, kubernetes_version: "2.0" }, ["string_pattern_mismatch", "body", "kubernetes_version"]],
  [{ ...CLUSTER, node_count: 0 }, ["greater_than_equal", "body", "node_count"]],
  [{ ...CLUSTER, node_count: 101 }, ["less_than_equal", "body", "node_count"]],
  [{ ...CLUSTER, node_count: "3" }, ["int_type", "body", "node_count"]],
  [{ ...CLUSTER, node_count: 2.5 }, ["int_from_float", "body", "node_count"]],
  [{ ...CLUSTER, autoscaling_enabled: "true" }, ["bool_type", "body", "autoscaling_enabled"]],
  [{ ...CLUSTER, autoscaling_enabled: true }, ["value_error", "body", "autoscaling_enabled"]],
  [{ ...CLUSTER, min_nodes: 3, max_nodes: 2 }, ["value_error", "body", "min_nodes"]],
  [{ ...CLUSTER, region_locations: [] }, ["too_short", "body", "region_locations"]],
  [{ ...CLUSTER, region_locations: ["a", "b", "c", "d"] }, ["too_long", "body", "region_locations"]],
  [{ ...CLUSTER, region_locations: ["a", "a"] }, ["value_error", "body", "region_locations"]],
  [{ ...CLUSTER, region_locations: "a" }, ["list_type", "body", "region_locations"]],
  [{ ...CLUSTER, multi_region: true }, ["value_error", "body", "multi_region"]],
  [{ ...CLUSTER, component_bundle_version: "newest" }, ["enum", "body", "component_bundle_version"]],
  [{ ...CLUSTER, tier: "shared", node_count: 1 }, ["value_error", "body"]],
  [{ ...CLUSTER, status: "running" }, ["extra_forbidden", "body", "status"]],
  [
    { ...CLUSTER, imported: {}, role: "management" },
    ["extra_forbidden", "body", "imported"],
    ["extra_forbidden", "body", "role"],
  ],
];

const DEPLOYMENT = { name: "never", cluster_id: UNKNOWN_ID, app_type: "web_app", docker_image: "nginx" };
/** Members of DeploymentUpdate; tried on create and on update. */
const MEMBERS: readonly Row[] = [
  [{ replicas: -1 }, ["greater_than_equal", "body", "replicas"]],
  [{ replicas: 101 }, ["less_than_equal", "body", "replicas"]],
  [{ replicas: true }, ["int_type", "body", "replicas"]],
  [{ container_port: 65_536 }, ["less_than_equal", "body", "container_port"]],
  [{ cpu_request: 0 }, ["greater_than_equal", "body", "cpu_request"]],
  [{ cpu_request: "1" }, ["float_type", "body", "cpu_request"]],
  [{ memory_request_mb: 1e300 }, ["less_than_equal", "body", "memory_request_mb"]],
  [{ config: [] }, ["dict_type", "body", "config"]],
  [{ config: { a: deep(64) } }, ["value_error", "body"]],
  [
    { config: Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`k${index}`, 1])) },
    ["too_long", "body", "config"],
  ],
  [{ environment_variables: {} }, ["list_type", "body", "environment_variables"]],
  [{ environment_variables: [7] }, ["model_attributes_type", "body", "environment_variables", 0]],
  [{ environment_variables: [{ value: "x" }] }, ["missing", "body", "environment_variables", 0, "name"]],
  [
    { environment_variables: [{ name: "1A", value: "x" }] },
    ["string_pattern_mismatch", "body", "environment_variables", 0, "name"],
  ],
  [{ environment_variables: [{ name: "A" }] }, ["value_error", "body", "environment_variables"]],
  [
    { environment_variables: [{ name: "A", value: "a\0b" }] },
    ["string_pattern_mismatch", "body", "environment_variables", 0, "value"],
  ],
  [
    { environment_variables: Array.from({ length: 201 }, (_, index) => ({ name: `A${index}`, value: "" })) },
    ["too_long", "body", "environment_variables"],
  ],
  [{ docker_image: "nginx latest" }, ["string_pattern_mismatch", "body", "docker_image"]],
  [{ docker_image: "$(id)" }, ["string_pattern_mismatch", "body", "docker_image"]],
  [{ volumes: [{ path: "data" }] }, ["string_pattern_mismatch", "body", "volumes", 0, "path"]],
  [{ volumes: [{ path: "/a", size_gb: 5 }] }, ["extra_forbidden", "body", "volumes", 0, "size_gb"]],
  [{ volumes: [{ path: "/a", sizeGb: 0 }] }, ["greater_than_equal", "body", "volumes", 0, "sizeGb"]],
  [{ volumes: [{ path: "/a" }, { path: "/a" }] }, ["value_error", "body", "volumes"]],
  [{ storage_size_gb: 5, volumes: [{ path: "/a" }] }, ["value_error", "body", "storage_size_gb"]],
  [{ custom_values_yaml: "x".repeat(262_145) }, ["string_too_long", "body", "custom_values_yaml"]],
  [{ image_update_strategy: "newest" }, ["enum", "body", "image_update_strategy"]],
  [{ custom_domain: "localhost" }, ["string_pattern_mismatch", "body", "custom_domain"]],
  [{ custom_domain: "a b.example" }, ["string_pattern_mismatch", "body", "custom_domain"]],
  [{ failover_health_route: 1 }, ["bool_type", "body", "failover_health_route"]],
  [{ container_port_protocol: "h2" }, ["enum", "body", "container_port_protocol"]],
  [{ container_port_protocol: "grpc", failover_health_route: true }, ["value_error", "body", "failover_health_route"]],
  [{ request_timeout_seconds: 0 }, ["greater_than_equal", "body", "request_timeout_seconds"]],
  [{ request_timeout_seconds: 86_401 }, ["less_than_equal", "body", "request_timeout_seconds"]],
  [{ request_timeout_seconds: "1;deny all" }, ["int_type", "body", "request_timeout_seconds"]],
  [{ max_body_size_mb: 0 }, ["greater_than_equal", "body", "max_body_size_mb"]],
  [{ max_body_size_mb: 10_241 }, ["less_than_equal", "body", "max_body_size_mb"]],
  [{ health_checks: { liveness: { type: "grpc" } } }, ["enum", "body", "health_checks", "liveness", "type"]],
  [
    { health_checks: { liveness: { period_seconds: 0 } } },
    ["greater_than_equal", "body", "health_checks", "liveness", "period_seconds"],
  ],
  [
    { health_checks: { startup: { failure_threshold: 1001 } } },
    ["less_than_equal", "body", "health_checks", "startup", "failure_threshold"],
  ],
  [
    { health_checks: { readiness: { path: "health" } } },
    ["string_pattern_mismatch", "body", "health_checks", "readiness", "path"],
  ],
  [{ health_checks: { alive: {} } }, ["extra_forbidden", "body", "health_checks", "alive"]],
  [{ additional_ports: [{ port: 0 }] }, ["greater_than_equal", "body", "additional_ports", 0, "port"]],
  [
    { additional_ports: [{ port: 9, name: "a".repeat(16) }] },
    ["string_too_long", "body", "additional_ports", 0, "name"],
  ],
  [{ additional_ports: [{ port: 9, name: "99" }] }, ["value_error", "body", "additional_ports"]],
  [{ additional_ports: [{ port: 9, protocol: "SCTP" }] }, ["enum", "body", "additional_ports", 0, "protocol"]],
  [{ additional_ports: [{ port: 9 }, { port: 9 }] }, ["value_error", "body", "additional_ports"]],
  [{ container_port: 80, additional_ports: [{ port: 80 }] }, ["value_error", "body", "additional_ports"]],
  [
    { additional_ports: [{ port: 9, public_port: 65_536 }] },
    ["less_than_equal", "body", "additional_ports", 0, "public_port"],
  ],
  [{ additional_ports: [{ port: 9, public_port: 443 }] }, ["value_error", "body", "additional_ports"]],
  [{ backups: { schedule: "yearly" } }, ["enum", "body", "backups", "schedule"]],
  [{ backups: { retention_days: 91 } }, ["less_than_equal", "body", "backups", "retention_days"]],
  [{ command: "sh -c" }, ["list_type", "body", "command"]],
  [{ args: [1] }, ["string_type", "body", "args", 0]],
  [
    { replicas: "x", status: 1, volumes: 2 },
    ["int_type", "body", "replicas"],
    ["list_type", "body", "volumes"],
    ["extra_forbidden", "body", "status"],
  ],
];
const CREATES: readonly Row[] = [
  ...MEMBERS.map(([members, ...expected]): Row => [{ ...DEPLOYMENT, ...(members as object) }, ...expected]),
  [{ name: "x" }, ["missing", "body", "app_type"], ["missing", "body", "cluster_id"]],
  [{ ...DEPLOYMENT, app_type: "worker" }, ["enum", "body", "app_type"]],
  [{ ...DEPLOYMENT, docker_image: undefined }, ["value_error", "body"]],
  [{ ...DEPLOYMENT, app_type: "helm" }, ["value_error", "body"], ["value_error", "body", "docker_image"]],
  [
    {
      ...DEPLOYMENT,
      app_type: "helm",
      docker_image: null,
      helm_repo_url: "https://c.example",
      helm_chart_name: "c",
      command: ["sh"],
    },
    ["value_error", "body", "command"],
  ],
  [{ ...DEPLOYMENT, helm_repo_url: "http://charts.example" }, ["string_pattern_mismatch", "body", "helm_repo_url"]],
  [
    { ...DEPLOYMENT, helm_repo_url: "https://user:pw@charts.example" },
    ["string_pattern_mismatch", "body", "helm_repo_url"],
  ],
  [{ ...DEPLOYMENT, replicas: 2, volumes: [{ path: "/a" }] }, ["value_error", "body", "replicas"]],
  [{ ...DEPLOYMENT, cluster_id: "demo" }, ["uuid_parsing", "body", "cluster_id"]],
];
const UPDATES: readonly Row[] = [
  ...MEMBERS,
  [undefined, ["missing", "body"]],
  [[], ["model_attributes_type", "body"]],
  [{ app_type: "api" }, ["extra_forbidden", "body", "app_type"]],
  [{ cluster_id: UNKNOWN_ID }, ["extra_forbidden", "body", "cluster_id"]],
];

const ACCOUNT = { email: "never@example.org", password: "correct horse battery", name: "Never" };
const REGISTRATIONS: readonly Row[] = [
  [{}, ["missing", "body", "email"], ["missing", "body", "password"], ["missing", "body", "name"]],
  [{ ...ACCOUNT, email: "never" }, ["value_error", "body", "email"]],
  [{ ...ACCOUNT, email: "never@example" }, ["value_error", "body", "email"]],
  [{ ...ACCOUNT, email: `${"a".repeat(250)}@example.org` }, ["value_error", "body", "email"]],
  [{ ...ACCOUNT, email: ["never@example.org"] }, ["string_type", "body", "email"]],
  [{ ...ACCOUNT, password: "short" }, ["string_too_short", "body", "password"]],
  [{ ...ACCOUNT, password: "x".repeat(257) }, ["string_too_long", "body", "password"]],
  [{ ...ACCOUNT, password: 12_345_678 }, ["string_type", "body", "password"]],
  [{ ...ACCOUNT, is_platform_admin: true }, ["extra_forbidden", "body", "is_platform_admin"]],
  [{ ...ACCOUNT, name: "" }, ["string_too_short", "body", "name"]],
];
const LOGINS: readonly Row[] = [
  [{ email: "never@example.org" }, ["missing", "body", "password"]],
  [{ email: "x", password: "" }, ["value_error", "body", "email"], ["string_too_short", "body", "password"]],
  [{ email: null, password: { $gt: "" } }, ["string_type", "body", "email"], ["string_type", "body", "password"]],
];
const KEYS: readonly Row[] = [
  [{}, ["missing", "body", "name"]],
  [{ name: "" }, ["string_too_short", "body", "name"]],
  [{ name: "x".repeat(101) }, ["string_too_long", "body", "name"]],
  [{ name: "x", expires_at: "tomorrow" }, ["datetime_from_date_parsing", "body", "expires_at"]],
  [{ name: "x", expires_at: "2030-02-30T00:00:00Z" }, ["datetime_from_date_parsing", "body", "expires_at"]],
  [{ name: "x", expires_at: "2030-01-01T00:00:00" }, ["timezone_aware", "body", "expires_at"]],
  [{ name: "x", expires_at: 1_900_000_000 }, ["datetime_type", "body", "expires_at"]],
  [{ name: "x", scopes: [] }, ["too_short", "body", "scopes"]],
  [{ name: "x", scopes: ["clusters:admin"] }, ["enum", "body", "scopes", 0]],
  [{ name: "x", scopes: "clusters:read" }, ["list_type", "body", "scopes"]],
  [{ name: "x", organization_id: "mine" }, ["uuid_parsing", "body", "organization_id"]],
  [{ name: "x", key: "brt_x" }, ["extra_forbidden", "body", "key"]],
];
const KEY_CHANGES: readonly Row[] = [
  [{}, ["value_error", "body"]],
  [{ scopes: ["clusters:write"] }, ["extra_forbidden", "body", "scopes"]],
  [{ is_active: true }, ["extra_forbidden", "body", "is_active"]],
];
const PASSWORDS: readonly Row[] = [
  [{}, ["missing", "body", "new_password"]],
  [{ current_password: "x", new_password: "short" }, ["string_too_short", "body", "new_password"]],
];
const MES: readonly Row[] = [
  [{ active_organization_id: "mine" }, ["uuid_parsing", "body", "active_organization_id"]],
  [{ name: "x" }, ["missing", "body", "active_organization_id"], ["extra_forbidden", "body", "name"]],
];

const WORKLOAD = { name: "shop", namespace: "live", kind: "Deployment" };
const workloads = (members: object): object => ({ workloads: [{ ...WORKLOAD, ...members }] });
const inFirst = (type: string, ...member: (string | number)[]): ExpectedFault => [
  type,
  "body",
  "workloads",
  0,
  ...member,
];
const IMPORTS: readonly Row[] = [
  [{}, ["missing", "body", "workloads"]],
  [{ workloads: null }, ["list_type", "body", "workloads"]],
  [{ workloads: {} }, ["list_type", "body", "workloads"]],
  [{ workloads: ["shop"] }, inFirst("model_attributes_type")],
  [{ workloads: [{}] }, inFirst("missing", "name"), inFirst("missing", "namespace"), inFirst("missing", "kind")],
  [{ workloads: Array.from({ length: 101 }, () => WORKLOAD) }, ["too_long", "body", "workloads"]],
  [workloads({ name: "" }), inFirst("string_too_short", "name")],
  [workloads({ name: "Shop" }), inFirst("string_pattern_mismatch", "name")],
  [workloads({ name: "a".repeat(254) }), inFirst("string_too_long", "name")],
  [workloads({ namespace: "../x" }), inFirst("string_pattern_mismatch", "namespace")],
  [workloads({ namespace: "a".repeat(64) }), inFirst("string_too_long", "namespace")],
  [workloads({ namespace: null }), inFirst("string_type", "namespace")],
  [workloads({ app_type: "vm" }), inFirst("enum", "app_type")],
  [workloads({ display_name: "My shop" }), inFirst("string_pattern_mismatch", "display_name")],
  [workloads({ replicas: -1 }), inFirst("greater_than_equal", "replicas")],
  [workloads({ replicas: "3" }), inFirst("int_type", "replicas")],
  [workloads({ container_port: 65_536 }), inFirst("less_than_equal", "container_port")],
  [workloads({ memory_request_mb: 16.5 }), inFirst("int_from_float", "memory_request_mb")],
  [workloads({ command: "/run" }), inFirst("list_type", "command")],
  [workloads({ selector_match_labels: { app: 1 } }), inFirst("string_type", "selector_match_labels", "app")],
  [workloads({ pod_template_labels: [] }), inFirst("dict_type", "pod_template_labels")],
  [workloads({ manifest_yaml: {} }), inFirst("string_type", "manifest_yaml")],
  [workloads({ manifest_yaml: "a\0" }), inFirst("string_pattern_mismatch", "manifest_yaml")],
  [workloads({ extra_pod_spec_yaml: "x".repeat(262_145) }), inFirst("string_too_long", "extra_pod_spec_yaml")],
  [workloads({ helm_repo_url: "http://charts.example.com" }), inFirst("string_pattern_mismatch", "helm_repo_url")],
  [workloads({ cluster_id: UNKNOWN_ID }), inFirst("extra_forbidden", "cluster_id")],
];

const TABLES: readonly (readonly [Target, readonly Row[]])[] = [
  [{ as: "key", method: "POST", path: "/clusters" }, CLUSTERS],
  [{ as: "key", method: "POST", path: "/deployments" }, CREATES],
  [{ as: "key", method: "PATCH", path: `/deployments/${UNKNOWN_ID}` }, UPDATES],
  [{ as: "key", method: "POST", path: `/deployments/import?cluster_id=${UNKNOWN_ID}` }, IMPORTS],
  [{ as: "anonymous", method: "POST", path: "/auth/register" }, REGISTRATIONS],
  [{ as: "anonymous", method: "POST", path: "/auth/login" }, LOGINS],
  [{ as: "session", method: "POST", path: "/api-keys" }, KEYS],
  [{ as: "session", method: "PATCH", path: `/api-keys/${UNKNOWN_ID}` }, KEY_CHANGES],
  [{ as: "session", method: "POST", path: "/auth/password" }, PASSWORDS],
  [{ as: "session", method: "PATCH", path: "/auth/me" }, MES],
];

function nameOf({ method, path }: Target, body: unknown, index: number): string {
  return `${method} ${path} #${index}: ${JSON.stringify([body]).slice(1, 60)}`;
}

/** Lists bad bodies. */
export const BAD_BODIES: readonly BadInput[] = TABLES.flatMap(([target, rows]) =>
  rows.map(([body, ...expected], index) => ({
    ...target,
    name: nameOf(target, body, index),
    body,
    expect: faults(...expected),
  })),
);
