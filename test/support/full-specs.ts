import type { ClusterSpec } from "../../contract/resources/cluster.ts";
import type { BackupSpec } from "../../contract/resources/database-backup.ts";
import type { DatabaseSpec } from "../../contract/resources/database-instance.ts";
import type { DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import type { UpgradeSpec } from "../../contract/resources/upgrade-request.ts";

/*
 * A spec of each kind that has every member, and of every list one entry at least: what variants of a corpus are made from.
 * The compiler asks for a member that is new.
 */
const UUID = "0190a8f0-0000-7000-8000-0000000000aa";
const TIME = "2026-11-20T10:00:00Z";
const PROBE = {
  enabled: true,
  type: "http",
  path: "/ready?x=1",
  initialDelaySeconds: 7,
  periodSeconds: 8,
  timeoutSeconds: 9,
  failureThreshold: 10,
} as const;

/** What is said of a workload that ran before, of which there is no manifest. */
export const NAMED_WORKLOAD = {
  namespace: "live",
  kind: "Deployment",
  workloadName: "old-shop",
  serviceAccountName: "runner",
  extraPodSpecYaml: "hostname: shop\nvolumes: [{name: tmp, emptyDir: {}}]\ncontainers: [{name: sidecar}]",
  extraContainerSpecYaml:
    "name: main\nimage: old\nresources: {limits: {cpu: 1}, requests: {cpu: 5m, disk: 1}}\nenv: [{name: A, value: old}, {name: K, value: v}]\nvolumeMounts: [{name: tmp, mountPath: /tmp}]",
  selectorMatchLabels: { app: "shop" },
  podTemplateLabels: { app: "other", tier: "1" },
};

export const FULL_DEPLOYMENT: Required<DeploymentSpec> = {
  name: "shop",
  cluster: "prod",
  appType: "api",
  deploymentType: "image",
  config: { autoscaling: { enabled: true, min_replicas: 2, max_replicas: 9, target_cpu_percent: 70 }, colour: "blue" },
  cpuRequest: 0.25,
  memoryRequestMb: 256,
  replicas: 4,
  containerPort: 3000,
  storageSizeGb: 20,
  environmentVariables: [
    { name: "A", value: "yes", secretRef: "token" },
    { name: "B", value: "$(A) $$" },
  ],
  dockerImage: "ghcr.io/acme/shop:1.2",
  volumes: [
    { path: "/var/Lib/x", sizeGb: 3, purpose: "uploads" },
    { path: "/data", sizeGb: 10 },
  ],
  helmRepoUrl: "oci://ghcr.io/acme",
  helmChartName: "redis",
  helmChartVersion: "1.x",
  customValuesYaml: "securityProfile: restricted\nresources: {limits: {memory: 512Mi}}\nanything: else\n",
  imageUpdateStrategy: "semver",
  imageUpdateConstraint: "1.x",
  imageAllowTags: "regexp:^1",
  imageIgnoreTags: "*-rc*, latest,,",
  imageHold: "0",
  customDomain: "shop.example.org",
  failoverHealthRoute: true,
  containerPortProtocol: "grpc",
  requestTimeoutSeconds: 120,
  maxBodySizeMb: 64,
  healthChecks: { liveness: PROBE, readiness: PROBE, startup: PROBE },
  additionalPorts: [
    { port: 53, name: "dns", protocol: "UDP" },
    { port: 9090, publicPort: 9091 },
  ],
  backups: { enabled: true, schedule: "weekly", retentionDays: 30 },
  command: ["/bin/sh", "-c"],
  args: ["echo", ""],
  releaseCommand: ["./manage.py", "migrate", "$(A)"],
  releaseTimeoutSeconds: 90,
  schedule: "*/5 0-6 1,15 JAN-MAR MON",
  timeZone: "Europe/Berlin",
  concurrencyPolicy: "replace",
  historyLimit: 5,
  runTimeoutSeconds: 120,
  retries: 2,
  runOnChange: true,
  sleep: { stopSchedule: "0 20 * * MON-FRI", startSchedule: "30 7 * * 1-5", timeZone: "Europe/Berlin" },
  clusterWideRights: true,
  stopped: true,
  switchedAt: TIME,
  restartedAt: TIME,
  certificateRequestedAt: TIME,
  syncRequestedAt: TIME,
  promotion: { sourceId: UUID, deleteSource: true },
  preview: { sourceId: UUID, expiresAt: TIME },
  adoption: {
    ...NAMED_WORKLOAD,
    manifestYaml: "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: old-shop}\nspec: {replicas: 5}\n",
  },
};

export const FULL_DATABASE: Required<DatabaseSpec> = {
  name: "orders",
  cluster: "prod",
  engine: "postgresql",
  engineVersion: "16",
  tier: "ha",
  databaseName: "shop",
  storageSizeGb: 50,
  cpuRequest: 0.5,
  memoryRequestMb: 2048,
  maxConnections: 400,
  extensions: ["vector", "pg_stat_statements"],
  backupEnabled: true,
  backupSchedule: "weekly",
  backupRetentionDays: 30,
  externalAccess: true,
  replicationSourceId: UUID,
  promoted: true,
  previewOf: UUID,
  restore: { sourceId: UUID, backupId: UUID, pointInTime: TIME },
  feeExemptUntil: TIME,
};

export const FULL_CLUSTER: Required<ClusterSpec> = {
  provider: "hetzner",
  region: "nbg1",
  tier: "production",
  kubernetesVersion: "1.35",
  serverType: "cpx32",
  nodeCount: 5,
  autoscalingEnabled: true,
  minNodes: 2,
  maxNodes: 8,
  regionLocations: ["nbg1", "fsn1", "hel1"],
  multiRegion: true,
  componentBundleVersion: "stable",
  routing: "both",
  namesUnder: "cluster",
  cloudComponents: "bundle",
  ownComponents: ["cert-manager", "velero"],
  cloudCredentialId: UUID,
  imported: { providerClusterId: "projects/x", isAutopilot: true, overridePreflight: true },
  role: "host",
  retryAttempt: 1,
  serverTypeAttempt: 1,
};

export const FULL_UPGRADE: Required<UpgradeSpec> = {
  cluster: "prod",
  toVersion: "1.36",
  upgradeNotes: "At night",
  scheduledDate: TIME,
  isAutoScheduled: true,
  decision: "approved",
};

export const FULL_BACKUP: Required<BackupSpec> = {
  database: "orders",
  backupType: "full",
  trigger: "scheduled",
  engineBackup: "scheduled-1",
};
