import type { DatabaseValues } from "../../../render/charts/database-chart-values.ts";
import type { WorkloadValues } from "../../../render/charts/workload-values.ts";
import type { TenantPlace } from "../../../render/plan/tenant-objects.ts";

/** What variants are made of: every member of charts/workload's values. */
const TIMINGS = { initialDelaySeconds: 1, periodSeconds: 2, timeoutSeconds: 3, failureThreshold: 4 };
export const WORKLOAD_SAMPLE: Required<Omit<WorkloadValues, "handle" | "id">> & WorkloadValues = {
  handle: "shop-abcdefghij",
  id: "1",
  appType: "api",
  kind: "Deployment",
  image: { reference: "nginx:2" },
  replicas: 3,
  stopped: true,
  restartedAt: "2026-11-20T10:00:00Z",
  command: ["/run"],
  args: ["a"],
  job: {
    schedule: "1 2 * * *",
    timeZone: "Europe/Berlin",
    concurrencyPolicy: "Allow",
    historyLimit: 1,
    timeoutSeconds: 60,
    retries: 1,
  },
  release: {
    command: ["/migrate"],
    args: ["a"],
    retries: 1,
    timeoutSeconds: 60,
    image: "nginx:2",
    print: "0123456789",
  },
  env: [
    { name: "B", value: "b", secretRef: "two" },
    { name: "A", secretRef: "one" },
    { name: "C", secretRef: "one" },
  ],
  secrets: { driver: "vault", store: "theirs", path: "orgs/acme", revision: "r1", pullSecret: "shop-registry" },
  port: 8080,
  portProtocol: "grpc",
  requestDefaults: { cpu: "1m" },
  additionalPorts: [
    { name: "dns", port: 53, protocol: "UDP" },
    { name: "dns-tcp", port: 53, protocol: "TCP" },
    { name: "again", port: 8080, protocol: "UDP" },
  ],
  ingress: {
    host: "shop.example.org",
    customDomain: "own.example.org",
    healthPath: "/ready",
    className: "internal",
    clusterIssuer: "own",
    rewriteAnnotation: "rewrite",
    timeoutSeconds: 90,
    maxBodySizeMb: 8,
  },
  gateway: {
    host: "shop.example.org",
    ownCertificate: true,
    customDomain: "own.example.org",
    healthPath: "/ready",
    namespace: "gateways",
    name: "other",
    clusterIssuer: "own",
    requestTimeout: "10s",
    timeoutSeconds: 90,
    maxBodySizeMb: 8,
    tooLarge: "9+",
    ports: [
      { port: 53, publicPort: 5300 },
      { port: 8080, publicPort: 8080 },
    ],
  },
  probes: {
    liveness: { type: "http", path: "/live", ...TIMINGS },
    readiness: { type: "tcp", path: "", ...TIMINGS },
    startup: { type: "http", path: "", ...TIMINGS },
  },
  probeDefaults: { liveness: TIMINGS, readiness: TIMINGS, startup: TIMINGS },
  volumes: [
    { name: "data", path: "/data", sizeGb: 1, purpose: "uploads" },
    { name: "other", path: "/other", sizeGb: 2 },
  ],
  autoscaling: { minReplicas: 2, maxReplicas: 5, targetCpuPercent: 80, targetMemoryPercent: 70 },
  backups: { cron: "1 2 * * *", retentionHours: 24, namespace: "backups" },
  adoption: { name: "old", selector: { app: "old" } },
  manifests: [
    {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "old", namespace: "live" },
      spec: { replicas: 2, template: { a: 1 } },
    },
    { apiVersion: "apps/v1", kind: "StatefulSet", metadata: { name: "old" }, spec: {} },
    { apiVersion: "apps/v1", kind: "DaemonSet", metadata: { name: "old" } },
    { apiVersion: "v1", kind: "ConfigMap", metadata: 1, spec: { replicas: "2", template: 1 } },
    { kind: 3, metadata: { name: 4, namespace: 5 } },
  ],
  adopted: 0,
  config: { a: 1 },
  global: { a: 1 },
  resources: { requests: { cpu: "1", disk: 2 }, limits: { memory: "2", gpu: 1 } },
  securityProfile: "restricted",
  nodeSelector: { a: "b" },
  tolerations: [{ key: "a" }],
  podAnnotations: { a: "b" },
  imagePullSecrets: [{ name: "theirs" }],
  priorityClassName: "high",
  terminationGracePeriodSeconds: 60,
  storageClassName: "fast",
  accessMode: "ReadWriteMany",
};

export const WORKLOAD: WorkloadValues = {
  handle: "shop-abcdefghij",
  id: "1",
  appType: "web_app",
  kind: "Deployment",
  image: { reference: "nginx:1" },
  replicas: 1,
  port: 80,
  ingress: { host: "shop.example.org" },
};

const STORE = {
  path: "s3://archive/1",
  bucket: "archive",
  serverName: "1",
  endpoint: "https://s3",
  region: "eu",
  credentials: "keys",
};
export const DATABASE_SAMPLE: Required<DatabaseValues> = {
  handle: "orders-abcdefghij",
  id: "1",
  engine: "postgresql",
  name: "postgres",
  image: "postgresql:2",
  instances: 3,
  storageGb: 20,
  resources: { requests: { cpu: "1" } },
  parameters: { max_connections: "400" },
  preload: ["pgaudit"],
  extensions: ["vector"],
  database: { name: "other", owner: "other" },
  credentials: "other",
  connection: { host: "other" },
  scheme: "other",
  host: "other",
  port: 1,
  external: true,
  externalService: "outside",
  secrets: { driver: "vault", store: "theirs", path: "orgs/acme", revision: "r1" },
  backups: { ...STORE, cron: "1 2 * * *", retentionDays: 3 },
  source: {
    ...STORE,
    follow: true,
    promoted: true,
    name: "db-2",
    namespace: "old",
    backup: "b",
    time: "2026-11-20T10:00:00Z",
  },
  mysqlBackupWorkSpace: "20Gi",
  global: {},
};
export const DATABASE: DatabaseValues = {
  handle: "orders-abcdefghij",
  id: "1",
  engine: "postgresql",
  name: "postgres",
  image: "postgresql:1",
  instances: 1,
  storageGb: 10,
  database: { name: "orders", owner: "app" },
  credentials: "orders-credentials",
  connection: { host: "h" },
  scheme: "postgresql",
  host: "h",
  port: 5432,
  extensions: ["vector"],
  backups: { ...STORE, cron: "0 0 * * *", retentionDays: 7 },
};

/** Two values between which something is to be seen that one member at a time does not show. */
export const WORKLOAD_CASES: readonly Readonly<{
  tries: string;
  from?: WorkloadValues;
  to?: WorkloadValues;
  place?: TenantPlace;
}>[] = [
  { tries: "members in another order", to: Object.fromEntries(Object.entries(WORKLOAD).reverse()) as WorkloadValues },
  { tries: "a place that is not ours", place: { namespace: "live", isOurs: false } },
  {
    tries: "stopped pods that change",
    from: { ...WORKLOAD, stopped: true },
    to: { ...WORKLOAD, stopped: true, args: ["a"] },
  },
  { tries: "pods that change and stop", to: { ...WORKLOAD, stopped: true, args: ["a"] } },
  { tries: "pods that change and start", from: { ...WORKLOAD, stopped: true }, to: { ...WORKLOAD, args: ["a"] } },
  { tries: "more pods", from: { ...WORKLOAD, replicas: 2 }, to: { ...WORKLOAD, replicas: 3 } },
  {
    tries: "an autoscaler that comes",
    from: { ...WORKLOAD, replicas: 2 },
    to: { ...WORKLOAD, replicas: 2, autoscaling: { minReplicas: 3, maxReplicas: 4 } },
  },
  {
    tries: "a budget with an autoscaler of one",
    to: { ...WORKLOAD, replicas: 5, autoscaling: { minReplicas: 1, maxReplicas: 4 } },
  },
  { tries: "a budget of what is stopped", to: { ...WORKLOAD, replicas: 5, stopped: true } },
  {
    tries: "an autoscaler of what is stopped",
    to: { ...WORKLOAD, stopped: true, autoscaling: { minReplicas: 2, maxReplicas: 4 } },
  },
  { tries: "a workload that ran before", to: { ...WORKLOAD, replicas: 3, adoption: { name: "old", selector: {} } } },
  { tries: "a workload of nothing", to: { ...WORKLOAD, kind: "None", replicas: 3 } },
  { tries: "a handle that starts with a digit", to: { ...WORKLOAD, handle: "1shop-abcdefghi" } },
  { tries: "a handle that has a digit", to: { ...WORKLOAD, handle: "s1-abcdefghi" } },
  {
    tries: "no port and extra ones",
    to: { ...WORKLOAD, port: undefined, additionalPorts: [{ name: "a", port: 1, protocol: "TCP" }] },
  },
  { tries: "no port and none extra", to: { ...WORKLOAD, port: undefined, additionalPorts: [] } },
  { tries: "an own domain alone", to: { ...WORKLOAD, ingress: { customDomain: "own.example.org" } } },
  { tries: "a way in without a name", to: { ...WORKLOAD, ingress: { className: "internal" } } },
  { tries: "a Gateway beside the Ingress", to: { ...WORKLOAD, gateway: { host: "shop.example.org" } } },
  {
    tries: "a Gateway after both",
    from: { ...WORKLOAD, gateway: { host: "shop.example.org" } },
    to: { ...WORKLOAD, ingress: undefined, gateway: { host: "shop.example.org" } },
  },
  {
    tries: "an own domain beside the Gateway's",
    from: { ...WORKLOAD, gateway: { host: "shop.example.org" } },
    to: { ...WORKLOAD, gateway: { host: "shop.example.org", customDomain: "own.example.org", healthPath: "/ready" } },
  },
  {
    tries: "a public port of what has no host",
    to: { ...WORKLOAD, gateway: { ports: [{ port: 53, publicPort: 5300 }] } },
  },
  {
    tries: "a public port at another number",
    from: { ...WORKLOAD, gateway: { ports: [{ port: 53, publicPort: 5300 }] } },
    to: { ...WORKLOAD, gateway: { ports: [{ port: 53, publicPort: 5301 }] } },
  },
  { tries: "a Gateway without a port", to: { ...WORKLOAD, port: undefined, gateway: { host: "shop.example.org" } } },
  { tries: "a way in without a port", to: { ...WORKLOAD, port: undefined } },
  {
    tries: "a volume that comes, and its claim that stays",
    from: { ...WORKLOAD, volumes: [{ name: "data", path: "/data", sizeGb: 1 }] },
    to: { ...WORKLOAD, volumes: [{ name: "more", path: "/more", sizeGb: 1 }] },
  },
  {
    tries: "claims of each pod",
    from: { ...WORKLOAD, kind: "StatefulSet", replicas: 3, volumes: [{ name: "data", path: "/data", sizeGb: 1 }] },
    to: { ...WORKLOAD, kind: "StatefulSet", replicas: 0, volumes: [{ name: "data", path: "/data", sizeGb: 1 }] },
  },
  {
    tries: "a stateful set that ran before",
    to: {
      ...WORKLOAD,
      kind: "StatefulSet",
      adoption: { name: "old" },
      volumes: [{ name: "data", path: "/data", sizeGb: 1 }],
    },
  },
  { tries: "a stateful set without volumes", to: { ...WORKLOAD, kind: "StatefulSet", accessMode: "ReadWriteMany" } },
  {
    tries: "secrets through Vault, and pulling",
    to: {
      ...WORKLOAD,
      env: [
        { name: "A", secretRef: "b" },
        { name: "B", secretRef: "a" },
      ],
      secrets: { driver: "vault", pullSecret: "shop-registry" },
    },
  },
  {
    tries: "secrets and pulling",
    to: { ...WORKLOAD, env: [{ name: "A", secretRef: "b" }], secrets: { pullSecret: "shop-registry" } },
  },
  {
    tries: "pulling alone through Vault, without a name",
    to: { ...WORKLOAD, secrets: { driver: "vault", pullSecret: "" } },
  },
  {
    tries: "an object of another version",
    from: {
      ...WORKLOAD,
      kind: "None",
      manifests: [{ apiVersion: "apps/v1", kind: "Widget", metadata: { name: "a" } }],
    },
    to: { ...WORKLOAD, kind: "None", manifests: [{ apiVersion: "apps/v2", kind: "Widget", metadata: { name: "a" } }] },
  },
  {
    tries: "an object of another group",
    from: { ...WORKLOAD, kind: "None", manifests: [{ apiVersion: "v1", kind: "Widget", metadata: { name: "a" } }] },
    to: { ...WORKLOAD, kind: "None", manifests: [{ apiVersion: "x/v1", kind: "Widget", metadata: { name: "a" } }] },
  },
  {
    tries: "a manifest whose pods change",
    from: {
      ...WORKLOAD,
      kind: "None",
      manifests: [
        {
          apiVersion: "apps/v1",
          kind: "Deployment",
          metadata: { name: "a" },
          spec: { template: { b: 1, a: [1, { d: 1, c: null }] } },
        },
      ],
    },
    to: {
      ...WORKLOAD,
      kind: "None",
      manifests: [
        {
          apiVersion: "apps/v1",
          kind: "Deployment",
          metadata: { name: "a" },
          spec: { template: { a: [1, { c: null, d: 1 }], b: 2 } },
        },
      ],
    },
  },
  {
    tries: "a manifest in another order",
    from: {
      ...WORKLOAD,
      kind: "None",
      manifests: [
        {
          apiVersion: "apps/v1",
          kind: "Deployment",
          metadata: { name: "a" },
          spec: { template: { b: 1, a: [1, { d: 1, c: null }] } },
        },
      ],
    },
    to: {
      ...WORKLOAD,
      kind: "None",
      manifests: [
        {
          kind: "Deployment",
          apiVersion: "apps/v1",
          metadata: { name: "a" },
          spec: { template: { a: [1, { c: null, d: 1 }], b: 1 } },
        },
      ],
    },
  },
];
