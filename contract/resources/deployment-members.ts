import { restName } from "../rest-case.ts";
import type { CrossFieldRule } from "./definition.ts";
import { APP_TYPES, isJob, type DeploymentSpec } from "./deployment-spec.ts";

type AppType = (typeof APP_TYPES)[number];
type Member = keyof DeploymentSpec;

/** Which app types can use a member, and what to do with the others. */
type Use = Readonly<{ types: readonly AppType[]; instead: string }>;

const ANY: Use = { types: APP_TYPES, instead: "" };
const OURS = APP_TYPES.filter((appType) => appType !== "helm");
const PODS: Use = { types: OURS, instead: "leave it out; what a chart runs is said in custom_values_yaml" };
const SERVERS: Use = {
  types: ["web_app", "api", "database", "static_site", "container"],
  instead: "leave it out; what a chart runs is said in custom_values_yaml, and the pods of a job come and go",
};
const NO_JOBS: Use = {
  types: APP_TYPES.filter((appType) => !isJob({ appType })),
  instead: "leave it out; what ran before is taken over as what it is",
};
const STOPPED: Use = {
  types: OURS.filter((appType) => appType !== "job"),
  instead: "leave it out; a chart is scaled by custom_values_yaml, and a job runs only when it is asked for",
};
const SCHEDULED: Use = { types: ["cron_job"], instead: "leave it out; app_type cron_job runs by a schedule" };
const JOBS: Use = { types: ["cron_job", "job"], instead: "leave it out; it is for app_type cron_job and job" };
const CHANGED: Use = { types: ["job"], instead: "leave it out; release_command runs before a change of what goes on" };
const PUBLISHED: Use = {
  types: ["web_app", "api", "static_site", "container"],
  instead: "leave it out; only what answers HTTP with pods of ours is published",
};
const ROLLED: Use = {
  types: ["web_app", "api", "static_site", "container"],
  instead: "leave it out; start such a command by POST …/runs",
};
const SLEEPS: Use = {
  types: ["web_app", "api", "static_site", "container"],
  instead: "leave it out; data and charts do not sleep, and jobs have a schedule of their own",
};
const CHART: Use = { types: ["helm"], instead: "leave it out" };

/**
 * The copies of a deployment that have a member of it: `never` is what belongs to where and how the source runs, not to what
 * it is; `promoted` is what a preview leaves out, as it would cost, change data that is not its own, or happen by itself.
 */
type Copied = "always" | "promoted" | "never";
type Traits = Readonly<{ use: Use; copied: Copied }>;

/** What there is to say of each member: which app types can use it, as what would do nothing is refused (ADR 0049), and what is copied. */
const MEMBERS: Readonly<Record<Member, Traits>> = {
  name: { use: ANY, copied: "always" },
  cluster: { use: ANY, copied: "never" },
  appType: { use: ANY, copied: "always" },
  deploymentType: { use: ANY, copied: "always" },
  config: { use: ANY, copied: "always" },
  customValuesYaml: { use: ANY, copied: "always" },
  clusterWideRights: { use: ANY, copied: "never" },
  syncRequestedAt: { use: ANY, copied: "never" },
  promotion: { use: ANY, copied: "never" },
  preview: { use: PUBLISHED, copied: "never" },
  adoption: { use: NO_JOBS, copied: "never" },
  helmRepoUrl: { use: CHART, copied: "always" },
  helmChartName: { use: CHART, copied: "always" },
  helmChartVersion: { use: CHART, copied: "always" },
  customDomain: { use: PUBLISHED, copied: "never" },
  certificateRequestedAt: { use: PUBLISHED, copied: "never" },
  failoverHealthRoute: { use: PUBLISHED, copied: "promoted" },
  containerPortProtocol: { use: PUBLISHED, copied: "always" },
  requestTimeoutSeconds: { use: PUBLISHED, copied: "always" },
  maxBodySizeMb: { use: PUBLISHED, copied: "always" },
  dockerImage: { use: PODS, copied: "always" },
  command: { use: PODS, copied: "always" },
  args: { use: PODS, copied: "always" },
  releaseCommand: { use: ROLLED, copied: "promoted" },
  releaseTimeoutSeconds: { use: ROLLED, copied: "promoted" },
  schedule: { use: SCHEDULED, copied: "always" },
  timeZone: { use: SCHEDULED, copied: "always" },
  concurrencyPolicy: { use: SCHEDULED, copied: "always" },
  historyLimit: { use: SCHEDULED, copied: "always" },
  runTimeoutSeconds: { use: JOBS, copied: "always" },
  retries: { use: JOBS, copied: "always" },
  runOnChange: { use: CHANGED, copied: "always" },
  environmentVariables: { use: PODS, copied: "always" },
  cpuRequest: { use: PODS, copied: "always" },
  memoryRequestMb: { use: PODS, copied: "always" },
  replicas: { use: SERVERS, copied: "always" },
  containerPort: { use: SERVERS, copied: "always" },
  additionalPorts: { use: SERVERS, copied: "always" },
  healthChecks: { use: SERVERS, copied: "always" },
  storageSizeGb: { use: SERVERS, copied: "always" },
  volumes: { use: SERVERS, copied: "always" },
  backups: { use: SERVERS, copied: "promoted" },
  imageUpdateStrategy: { use: PODS, copied: "promoted" },
  imageUpdateConstraint: { use: PODS, copied: "promoted" },
  imageAllowTags: { use: PODS, copied: "promoted" },
  imageIgnoreTags: { use: PODS, copied: "promoted" },
  imageHold: { use: PODS, copied: "never" },
  stopped: { use: STOPPED, copied: "never" },
  sleep: { use: SLEEPS, copied: "promoted" },
  switchedAt: { use: SLEEPS, copied: "never" },
  restartedAt: { use: SERVERS, copied: "never" },
};

/** Tells whether an app type can use a member. */
export function canUse(appType: AppType, member: Member): boolean {
  return MEMBERS[member].use.types.includes(appType);
}

/** Tells whether a promotion or a preview has a member of its source; of one that only newer parts know, neither. */
export function isCopied(member: string, copy: "promotion" | "preview"): boolean {
  const copied = Object.hasOwn(MEMBERS, member) ? MEMBERS[member as Member].copied : "never";
  return copied === "always" || (copied === "promoted" && copy === "promotion");
}

/** The rules that follow from the table, one for each member that some app type cannot use. */
export const appTypeRules: readonly CrossFieldRule[] = (Object.keys(MEMBERS) as Member[]).flatMap((member) => {
  const { types, instead } = MEMBERS[member].use;
  const others = APP_TYPES.filter((appType) => !types.includes(appType));
  if (others.length === 0) return [];
  return {
    name: `${member}FitsAppType`,
    absent: { member, where: "appType", among: others },
    message: `${restName(member)} cannot be used with app_type ${others.join(", ")}: ${instead}`,
    path: [member],
    check: (spec: DeploymentSpec) => spec[member] === undefined || types.includes(spec.appType),
  };
});
