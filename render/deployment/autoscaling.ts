import { z } from "zod";
import { isJob, type DeploymentSpec } from "../../contract/resources/deployment-spec.ts";
import { renderError } from "../render-error.ts";
import type { WorkloadValues } from "../charts/workload-values.ts";

const CPU_PERCENT = 80;
const percent = z.int().min(1).max(1000);

/** The one key of `config` that the platform knows. */
const autoscalingConfig = z.strictObject({
  enabled: z.boolean().default(true).meta({ description: "Whether the number of pods follows the load" }),
  min_replicas: z.int().min(1).max(100).optional().meta({ description: "Least pods; replicas by default" }),
  max_replicas: z.int().min(1).max(100).meta({ description: "Most pods" }),
  target_cpu_percent: percent
    .optional()
    .meta({ description: "Wanted load in percent of cpu_request; 80 when no target is set" }),
  target_memory_percent: percent.optional().meta({ description: "Wanted use in percent of memory_request_mb" }),
});

/** Derives the autoscaler's values from `config.autoscaling`; undefined when it is off or the application is stopped. */
export function deriveAutoscaling(spec: DeploymentSpec): WorkloadValues["autoscaling"] {
  const config = parseAutoscaling(spec.config?.["autoscaling"]);
  if (config?.enabled !== true || spec.stopped === true) return undefined;
  assertScalable(spec);
  const minReplicas = config.min_replicas ?? Math.max(1, spec.replicas ?? 1);
  if (minReplicas > config.max_replicas)
    throw renderError("config.autoscaling.max_replicas", "must not be less than the least number of pods");
  const cpuDefault = config.target_memory_percent === undefined ? CPU_PERCENT : undefined;
  return {
    minReplicas,
    maxReplicas: config.max_replicas,
    targetCpuPercent: config.target_cpu_percent ?? cpuDefault,
    targetMemoryPercent: config.target_memory_percent,
  };
}

function parseAutoscaling(wanted: unknown): z.infer<typeof autoscalingConfig> | undefined {
  if (wanted === undefined || wanted === null) return undefined;
  const parsed = autoscalingConfig.safeParse(wanted);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw renderError(
    ["config", "autoscaling", ...(issue?.path ?? [])].join("."),
    `is wrong: ${issue?.message ?? "unknown"}`,
  );
}

function assertScalable(spec: DeploymentSpec): void {
  if (isJob(spec)) throw renderError("config.autoscaling", "is for applications that go on, not for jobs");
  if (spec.appType === "database" || spec.storageSizeGb !== undefined || (spec.volumes ?? []).length > 0) {
    throw renderError("config.autoscaling", "is for applications without volumes");
  }
  if (spec.adoption?.manifestYaml !== undefined)
    throw renderError("config.autoscaling", "cannot change a manifest that was taken over");
}
