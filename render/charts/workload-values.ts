import { z } from "zod";
import { APP_TYPES } from "../../contract/resources/deployment-spec.ts";
import { secretSource } from "./secret-values.ts";

/*
 * The values of charts/workload: renderDeployment writes them, the chart's values.schema.json is made from them. A member
 * that is unset is left to the chart's own values.yaml, so that a new member changes no file of an object that does not use
 * it and an object pinned to an older chart still renders.
 */
const text = z.string();
const port = z.int().min(1).max(65_535);
const stringMap = z.record(z.string(), text);
const freeForm = z.record(z.string(), z.json());
const quantities = z.record(z.string(), z.union([text, z.number()]));

const timings = {
  initialDelaySeconds: z.int().min(0).optional(),
  periodSeconds: z.int().min(1).optional(),
  timeoutSeconds: z.int().min(1).optional(),
  failureThreshold: z.int().min(1).optional(),
};
const probe = z.strictObject({ type: z.enum(["http", "tcp"]), path: text.optional(), ...timings });

/** The members that custom_values_yaml may set for an application of ours; each is a map, a list or one word of the pod. */
const customizable = {
  resources: z.strictObject({ requests: quantities.optional(), limits: quantities.optional() }).optional(),
  securityProfile: z.enum(["baseline", "restricted"]).optional(),
  nodeSelector: stringMap.optional(),
  tolerations: z.array(freeForm).optional(),
  podAnnotations: stringMap.optional(),
  imagePullSecrets: z.array(z.strictObject({ name: text })).optional(),
  priorityClassName: text.optional(),
  terminationGracePeriodSeconds: z.int().min(0).max(86_400).optional(),
  storageClassName: text.optional(),
  accessMode: z.enum(["ReadWriteOnce", "ReadWriteOncePod", "ReadWriteMany"]).optional(),
};

/** The members that have a field of their own; custom_values_yaml may not set them. */
const owned = {
  handle: z.string().regex(/^[a-z0-9]([a-z0-9-]{0,50}[a-z0-9])?$/),
  id: text,
  appType: z.enum(APP_TYPES),
  kind: z.enum(["Deployment", "StatefulSet", "CronJob", "None"]),
  image: z.strictObject({ reference: text.optional() }).optional(),
  replicas: z.int().min(0).optional(),
  stopped: z.boolean().optional(),
  restartedAt: text.optional(),
  command: z.array(text).optional(),
  args: z.array(text).optional(),
  /** Runs once before the pods change; the print is of all that makes it run again, with this image. */
  release: z
    .strictObject({
      command: z.array(text).optional(),
      args: z.array(text).optional(),
      retries: z.int().min(0).optional(),
      timeoutSeconds: z.int().min(1),
      image: text.optional(),
      print: z.string().regex(/^[0-9a-f]{10}$/),
    })
    .optional(),
  /** What a CronJob makes; one that is never due is what runs are made from when they are asked for. */
  job: z
    .strictObject({
      schedule: text.optional(),
      timeZone: text.optional(),
      concurrencyPolicy: z.enum(["Forbid", "Allow", "Replace"]).optional(),
      historyLimit: z.int().min(0).optional(),
      timeoutSeconds: z.int().min(1),
      retries: z.int().min(0),
    })
    .optional(),
  env: z.array(z.strictObject({ name: text, value: text.optional(), secretRef: text.optional() })).optional(),
  secrets: z.strictObject({ ...secretSource, pullSecret: text.optional() }).optional(),
  port: port.optional(),
  /** What the main port speaks where that is not HTTP/1.1. */
  portProtocol: z.enum(["grpc"]).optional(),
  requestDefaults: quantities.optional(),
  additionalPorts: z.array(z.strictObject({ name: text, port, protocol: z.enum(["TCP", "UDP"]) })).optional(),
  ingress: z
    .strictObject({
      host: text.optional(),
      customDomain: text.optional(),
      healthPath: text.optional(),
      className: text.optional(),
      clusterIssuer: text.optional(),
      rewriteAnnotation: text.optional(),
      timeoutSeconds: z.int().min(1).optional(),
      maxBodySizeMb: z.int().min(1).optional(),
    })
    .optional(),
  gateway: z
    .strictObject({
      host: text.optional(),
      /** Whether `host` has a certificate of its own; else it is the Gateway's, for all names of the platform's. */
      ownCertificate: z.boolean().optional(),
      customDomain: text.optional(),
      healthPath: text.optional(),
      namespace: text.optional(),
      name: text.optional(),
      clusterIssuer: text.optional(),
      requestTimeout: text.optional(),
      timeoutSeconds: z.int().min(1).optional(),
      maxBodySizeMb: z.int().min(1).optional(),
      /** Fits lengths of bodies that are too large. */
      tooLarge: text.optional(),
      /** Ports of the pods at which the Gateway takes connections of TCP, each by a number of its own. */
      ports: z.array(z.strictObject({ port, publicPort: port })).optional(),
    })
    .optional(),
  probes: z
    .strictObject({ liveness: probe.optional(), readiness: probe.optional(), startup: probe.optional() })
    .optional(),
  probeDefaults: z
    .strictObject({
      liveness: z.strictObject(timings),
      readiness: z.strictObject(timings),
      startup: z.strictObject(timings),
    })
    .partial()
    .optional(),
  volumes: z
    .array(z.strictObject({ name: text, path: text, sizeGb: z.int().min(1), purpose: text.optional() }))
    .optional(),
  autoscaling: z
    .strictObject({
      minReplicas: z.int().min(1),
      maxReplicas: z.int().min(1),
      targetCpuPercent: z.int().optional(),
      targetMemoryPercent: z.int().optional(),
    })
    .optional(),
  backups: z.strictObject({ cron: text, retentionHours: z.int().min(1), namespace: text.optional() }).optional(),
  adoption: z
    .strictObject({
      name: text,
      selector: stringMap.optional(),
    })
    .optional(),
  manifests: z.array(freeForm).optional(),
  /** Which of the manifests is the workload itself: image automation changes its first container. */
  adopted: z.int().min(0).optional(),
  config: freeForm.optional(),
  /** Helm hands it to every chart that is another's dependency. */
  global: freeForm.optional(),
};

// Other members are kept as data: the chart does not read them, and a map is what custom_values_yaml may be.
export const workloadValues = z.looseObject({ ...owned, ...customizable });
/** What charts/workload is given. */
export type WorkloadValues = z.infer<z.ZodObject<typeof owned & typeof customizable>>;

/** Checks what a user's own values say about the members that are theirs to set. */
export const customValues = z.looseObject(customizable);

/** Tells whether a value has a field of its own. */
export function isOwnedValue(name: string): boolean {
  return Object.hasOwn(owned, name);
}

/** Derives charts/workload/values.schema.json. */
export function formatWorkloadSchema(): string {
  const schema = z.toJSONSchema(workloadValues, { target: "draft-7", io: "input" });
  return `${JSON.stringify({ ...schema, title: "Values of Berth's workload chart" }, null, 2)}\n`;
}
