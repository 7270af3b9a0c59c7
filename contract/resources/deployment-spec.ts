import { z } from "zod";
import * as field from "../fields.ts";
import { atMostProperties } from "../limits.ts";
import { previewDatabase } from "./preview-database.ts";
import { phasesOf, type Health } from "./phase-traits.ts";

export const APP_TYPES = ["web_app", "api", "database", "static_site", "container", "helm", "cron_job", "job"] as const;
export const DEPLOYMENT_TYPES = ["image", "helm", "manifest"] as const;

type DeploymentTraits = Readonly<{
  /** It is being brought to its cluster. */
  coming: boolean;
  /** It is as it was asked for. */
  rests: boolean;
  /** `?wait` ends on it. */
  settled: boolean;
  health: Health;
}>;

/** Lists the phases of a deployment, and what each answers wherever phases are asked about; a new one is a row here. */
export const DEPLOYMENT_TRAITS = {
  pending: { coming: true, rests: false, settled: false, health: "Progressing" },
  provisioning: { coming: true, rests: false, settled: false, health: "Progressing" },
  promoting: { coming: true, rests: false, settled: false, health: "Progressing" },
  running: { coming: false, rests: true, settled: true, health: "Healthy" },
  stopped: { coming: false, rests: true, settled: true, health: "Suspended" },
  failed: { coming: false, rests: false, settled: true, health: "Degraded" },
  error: { coming: false, rests: false, settled: true, health: "Degraded" },
  migrating: { coming: false, rests: false, settled: false, health: "Progressing" },
  deleting: { coming: false, rests: false, settled: false, health: "Progressing" },
} satisfies Record<string, DeploymentTraits>;
export const DEPLOYMENT_PHASES = phasesOf(DEPLOYMENT_TRAITS);

export const IMAGE_STRATEGIES = ["none", "semver", "newest-build", "digest", "alphabetical"] as const;

export const environmentVariable = z.strictObject({
  name: field.environmentName.meta({ description: "Name of the variable" }),
  value: field.text(32_768).optional().meta({ description: "Literal value; exactly one of value and secret_ref" }),
  secretRef: field.secretName.optional().meta({ description: "Name of a secret whose value is used" }),
});
export const volume = z.strictObject({
  path: z
    .string()
    .min(2)
    .max(512)
    .regex(/^\/[A-Za-z0-9._/-]*$/)
    .meta({ description: "Absolute mount path" }),
  sizeGb: field.storageGb.default(10).meta({ description: "Size in GB; can grow, never shrink", restName: "sizeGb" }),
  purpose: field.text(200).optional().meta({ description: "What the volume is for" }),
});
export const probe = z.strictObject({
  enabled: z.boolean().default(true).meta({ description: "Whether the probe runs" }),
  type: z.enum(["http", "tcp"]).optional().meta({ description: "Kind of probe; detected when unset" }),
  path: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^\/[!-~]*$/)
    .optional()
    .meta({ description: "HTTP path; detected when unset" }),
  initialDelaySeconds: z.int().min(0).max(3600).optional().meta({ description: "Seconds before the first probe" }),
  periodSeconds: z.int().min(1).max(3600).optional().meta({ description: "Seconds between probes" }),
  timeoutSeconds: z.int().min(1).max(3600).optional().meta({ description: "Seconds until a probe counts as failed" }),
  failureThreshold: z.int().min(1).max(1000).optional().meta({ description: "Failures in a row that count" }),
});
export const healthChecks = z.strictObject({
  liveness: probe.optional().meta({ description: "Restarts the container when it fails" }),
  readiness: probe.optional().meta({ description: "Takes the pod out of the service when it fails" }),
  startup: probe.optional().meta({ description: "Holds the other probes back until it succeeds" }),
});
export const additionalPort = z.strictObject({
  port: field.port.meta({ description: "Port number on pod and service" }),
  name: field.portName.optional().meta({ description: "Port name; port-<number> by default" }),
  protocol: z.enum(["TCP", "UDP"]).optional().meta({ description: "TCP when unset" }),
  publicPort: field.port.optional().meta({
    description:
      "Number at which the cluster's Gateway takes connections of TCP for this port, from 1024, not 10000 to 19999; who has it first on a cluster keeps it. Needs a cluster whose routing is gateway or both",
  }),
});
export const backupsConfig = z.strictObject({
  enabled: z.boolean().optional().meta({ description: "Whether scheduled backups run" }),
  schedule: z.enum(["hourly", "daily", "weekly"]).default("daily").meta({ description: "How often" }),
  retentionDays: z.int().min(1).max(90).default(7).meta({ description: "Days a backup is kept" }),
});

export const sleepSchedule = z.strictObject({
  stopSchedule: field.weekLine.meta({
    description: "When it falls asleep: a cron line of one time and days of the week, such as 0 20 * * MON-FRI",
  }),
  startSchedule: field.weekLine.meta({ description: "When it wakes, in the same form, such as 0 8 * * MON-FRI" }),
  timeZone: field.timeZone.optional().meta({ description: "Time zone of both, such as Europe/Berlin; UTC when unset" }),
});

/** How long a release command may take where nobody says otherwise. */
export const RELEASE_TIMEOUT_SECONDS = 600;

const PORT_PROTOCOLS = ["http", "grpc"] as const;

const CONCURRENCY_POLICIES = ["forbid", "allow", "replace"] as const;
/** What holds of jobs where nobody says otherwise. */
export const JOB_DEFAULTS = { historyLimit: 3, runTimeoutSeconds: 3_600, retries: 0, timeZone: "Etc/UTC" } as const;

/** Tells whether runs are all that there is of a deployment: no pod of it goes on. */
export function isJob({ appType }: Readonly<{ appType: string }>): boolean {
  return appType === "cron_job" || appType === "job";
}

/** The members of DeploymentUpdate in the interface document; REST's bodies are derived from these. */
export const deploymentUpdatable = {
  name: field.name40.optional().meta({ description: "Display name, unique in its cluster; metadata.name by default" }),
  config: field.freeForm
    .check(atMostProperties(64))
    .optional()
    .meta({ description: "Free-form settings, replaced as a whole; the key autoscaling is known", maxProperties: 64 }),
  cpuRequest: field.cpu.optional().meta({ description: "CPU cores requested per pod" }),
  memoryRequestMb: field.memoryMb.optional().meta({ description: "Memory requested per pod, MB" }),
  replicas: field.replicas.optional().meta({ description: "Number of pods; 1 by default" }),
  containerPort: field.port.optional().meta({ description: "Port that the application listens on" }),
  storageSizeGb: field.storageGb.optional().meta({ description: "Size of /data when volumes is empty" }),
  environmentVariables: z
    .array(environmentVariable)
    .max(200)
    .optional()
    .meta({ description: "Environment of the container, replaced as a whole" }),
  dockerImage: z
    .string()
    .min(1)
    .max(512)
    .regex(/^[A-Za-z0-9][\w.:@-]*(\/[\w.:@-]+)*$/, "String should be the name of an image, such as nginx:1.29")
    .optional()
    .meta({ description: "Container image, such as nginx:1.29" }),
  volumes: z.array(volume).max(20).optional().meta({ description: "Persistent volumes, replaced as a whole" }),
  helmChartVersion: field.text(64, 1).optional().meta({ description: "Version of the chart" }),
  customValuesYaml: field.yamlText.optional().meta({ description: "Values of the chart, a YAML map" }),
  imageUpdateStrategy: z.enum(IMAGE_STRATEGIES).optional().meta({ description: "How newer images are chosen" }),
  imageUpdateConstraint: field.text(200).optional().meta({ description: "Version constraint or tag of the strategy" }),
  imageAllowTags: field.text(500).optional().meta({ description: "Tags that may be used: regexp:… or any" }),
  imageIgnoreTags: field.text(500).optional().meta({ description: "Tags that are never used" }),
  customDomain: field.hostname.optional().meta({ description: "Own host name; active after its TXT record was seen" }),
  failoverHealthRoute: z
    .boolean()
    .optional()
    .meta({ description: "Whether /.well-known/berth-health is routed to the readiness path" }),
  containerPortProtocol: z.enum(PORT_PROTOCOLS).optional().meta({
    description:
      "What container_port speaks: http (when unset) with WebSockets and server-sent events, or grpc, that is HTTP/2 without TLS",
  }),
  requestTimeoutSeconds: z.int().min(1).max(86_400).optional().meta({
    description:
      "A request from outside ends when nothing of it or of its answer has come for so long, at least an hour when unset. What keeps coming, as events and sockets do, is never ended",
  }),
  maxBodySizeMb: z.int().min(1).max(10_240).optional().meta({
    description:
      "Largest body of a request from outside, in MB of 1,048,576 bytes; a larger one is answered 413. Unset, an Ingress takes what its controller does, a Gateway any",
  }),
  healthChecks: healthChecks.optional().meta({ description: "Overrides of the detected probes; {} clears them" }),
  additionalPorts: z.array(additionalPort).max(50).optional().meta({ description: "Extra ports on pod and service" }),
  backups: backupsConfig
    .optional()
    .meta({ description: "Scheduled backups of the namespace; dedicated clusters only" }),
  command: field.command.optional().meta({ description: "Entrypoint of the container" }),
  args: field.command.optional().meta({ description: "Arguments of the entrypoint" }),
  releaseCommand: field.command.min(1).optional().meta({
    description:
      "Runs once, with the new image, before that rolls out; where it fails, what ran before stays. It runs again for another image, command or environment, not for a restart or another number of pods",
  }),
  releaseTimeoutSeconds: z
    .int()
    .min(1)
    .max(3_600)
    .optional()
    .meta({ description: `The release command fails after this time; ${RELEASE_TIMEOUT_SECONDS} when unset` }),
  schedule: field.cronLine.optional().meta({
    description: "When a cron_job runs: a cron line of five fields (minute, hour, day, month, day of the week)",
  }),
  timeZone: field.timeZone
    .optional()
    .meta({ description: "Time zone of the schedule, such as Europe/Berlin; UTC when unset" }),
  concurrencyPolicy: z.enum(CONCURRENCY_POLICIES).optional().meta({
    description: "What a run does whose time comes while the one before it goes on: forbid (when unset) leaves it out",
  }),
  historyLimit: z
    .int()
    .min(0)
    .max(20)
    .optional()
    .meta({
      description: `Scheduled runs that are kept after their end, of those that succeeded and of those that failed; ${JOB_DEFAULTS.historyLimit} when unset`,
    }),
  runTimeoutSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .optional()
    .meta({
      description: `A run fails after this time; ${JOB_DEFAULTS.runTimeoutSeconds} when unset`,
    }),
  retries: z
    .int()
    .min(0)
    .max(10)
    .optional()
    .meta({ description: "How often a run that failed is tried again; 0 when unset" }),
  runOnChange: z.boolean().optional().meta({
    description:
      "Whether a job runs once for each change of its image, command or environment, before that counts as delivered",
  }),
  sleep: sleepSchedule.optional().meta({
    description:
      "Stops and starts it by itself, replaced as a whole; what is stopped or started by hand stays so until either schedule comes next",
  }),
  clusterWideRights: z.boolean().optional().meta({
    description:
      "Whether a chart may have objects that belong to no namespace, or to another one; only administrators of the organization give and take it, and only they change a deployment that has it",
  }),
};

/** Helm reads the name of a release as a template: nothing but a name may stand there. */
const objectName = z
  .string()
  .min(1)
  .max(253)
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);

/** Tells whether a command runs before a change counts as delivered. */
export function isReleased({
  releaseCommand,
  runOnChange,
}: Readonly<{ releaseCommand?: unknown; runOnChange?: unknown }>): boolean {
  return releaseCommand !== undefined || runOnChange === true;
}

/** Which live workload was taken over, and what of it is kept as it is. */
export const adoptionSpec = z.strictObject({
  namespace: z
    .string()
    .min(1)
    .max(63)
    .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/)
    .meta({ description: "Namespace of the live workload" }),
  kind: field.text(64, 1).meta({ description: "Kind of the live workload" }),
  workloadName: objectName.optional().meta({ description: "Name of the live workload, or of the Helm release" }),
  serviceAccountName: field.text(253, 1).optional().meta({ description: "ServiceAccount of the pods" }),
  manifestYaml: field.yamlText.optional().meta({ description: "Manifest taken over verbatim" }),
  extraPodSpecYaml: field.yamlText.optional().meta({ description: "Members merged into the pod spec" }),
  extraContainerSpecYaml: field.yamlText.optional().meta({ description: "Members merged into the container" }),
  selectorMatchLabels: field.stringMap
    .check(atMostProperties(32))
    .optional()
    .meta({ description: "Selector of the live workload", maxProperties: 32 }),
  podTemplateLabels: field.stringMap
    .check(atMostProperties(32))
    .optional()
    .meta({ description: "Labels of the live pods", maxProperties: 32 }),
});

export const deploymentSpec = z.strictObject({
  ...deploymentUpdatable,
  cluster: field.name40.meta({ description: "metadata.name of a Cluster in the same namespace; immutable" }),
  appType: z.enum(APP_TYPES).meta({ description: "What kind of application this is" }),
  deploymentType: z
    .enum(DEPLOYMENT_TYPES)
    .optional()
    .meta({ description: "image, helm or manifest; derived from the other members when unset" }),
  helmRepoUrl: field.url.optional().meta({ description: "Helm repository, https or oci, without user information" }),
  helmChartName: field.text(200, 1).optional().meta({ description: "Name of the chart" }),
  stopped: z.boolean().optional().meta({ description: "Whether no pods run" }),
  switchedAt: field.timestamp.optional().meta({
    description:
      "With sleep: when stopped was said; it counts until either schedule comes next, and without this not at all",
  }),
  restartedAt: field.timestamp.optional().meta({ description: "Changing it restarts the pods" }),
  syncRequestedAt: field.timestamp
    .optional()
    .meta({ description: "Changing it asks for a sync, also of a staged import" }),
  certificateRequestedAt: field.timestamp
    .optional()
    .meta({ description: "Changing it has another certificate made for the own domain, as after its key was seen" }),
  imageHold: field.text(64).optional().meta({
    description: "Set by a rollback: newer images wait until docker_image or an image_update_* member changes",
  }),
  promotion: z
    .strictObject({
      sourceId: field.uuidText.meta({ description: "Deployment that was promoted" }),
      deleteSource: z.boolean().optional().meta({ description: "Whether the source goes once this one runs" }),
    })
    .optional()
    .meta({ description: "Present for the result of a promotion" }),
  preview: z
    .strictObject({
      sourceId: field.uuidText.meta({ description: "Deployment that it is a preview of" }),
      expiresAt: field.timestamp.meta({ description: "When it is deleted" }),
      database: previewDatabase.optional().meta({ description: "Database that is made for it, and goes with it" }),
    })
    .optional()
    .meta({ description: "Present for a preview: it is deleted at its time, or when what it is a preview of goes" }),
  adoption: adoptionSpec.optional().meta({ description: "Present for a workload that was already running" }),
});
/** What is wanted of a deployment. */
export type DeploymentSpec = z.infer<typeof deploymentSpec>;
