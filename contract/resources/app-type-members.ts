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

/** Says of each member of a deployment which app types can use it: what would be accepted and do nothing is refused (ADR 0049). */
const USED_BY: Readonly<Record<Member, Use>> = {
  name: ANY,
  cluster: ANY,
  appType: ANY,
  deploymentType: ANY,
  config: ANY,
  customValuesYaml: ANY,
  clusterWideRights: ANY,
  syncRequestedAt: ANY,
  promotion: ANY,
  preview: PUBLISHED,
  adoption: NO_JOBS,
  helmRepoUrl: CHART,
  helmChartName: CHART,
  helmChartVersion: CHART,
  customDomain: PUBLISHED,
  failoverHealthRoute: PUBLISHED,
  containerPortProtocol: PUBLISHED,
  requestTimeoutSeconds: PUBLISHED,
  maxBodySizeMb: PUBLISHED,
  dockerImage: PODS,
  command: PODS,
  args: PODS,
  releaseCommand: ROLLED,
  releaseTimeoutSeconds: ROLLED,
  schedule: SCHEDULED,
  timeZone: SCHEDULED,
  concurrencyPolicy: SCHEDULED,
  historyLimit: SCHEDULED,
  runTimeoutSeconds: JOBS,
  retries: JOBS,
  runOnChange: CHANGED,
  environmentVariables: PODS,
  cpuRequest: PODS,
  memoryRequestMb: PODS,
  replicas: SERVERS,
  containerPort: SERVERS,
  additionalPorts: SERVERS,
  healthChecks: SERVERS,
  storageSizeGb: SERVERS,
  volumes: SERVERS,
  backups: SERVERS,
  imageUpdateStrategy: PODS,
  imageUpdateConstraint: PODS,
  imageAllowTags: PODS,
  imageIgnoreTags: PODS,
  imageHold: PODS,
  stopped: STOPPED,
  sleep: SLEEPS,
  switchedAt: SLEEPS,
  restartedAt: SERVERS,
};

/** Tells whether an app type can use a member. */
export function canUse(appType: AppType, member: Member): boolean {
  return USED_BY[member].types.includes(appType);
}

/** The rules that follow from the table, one for each member that some app type cannot use. */
export const appTypeRules: readonly CrossFieldRule[] = (Object.keys(USED_BY) as Member[]).flatMap((member) => {
  const { types, instead } = USED_BY[member];
  const others = APP_TYPES.filter((appType) => !types.includes(appType));
  if (others.length === 0) return [];
  const list = others.map((appType) => `'${appType}'`).join(", ");
  return {
    name: `${member}FitsAppType`,
    cel: `!has(self.${member}) || !(self.appType in [${list}])`,
    message: `${restName(member)} cannot be used with app_type ${others.join(", ")}: ${instead}`,
    path: [member],
    check: (spec: DeploymentSpec) => spec[member] === undefined || types.includes(spec.appType),
  };
});
