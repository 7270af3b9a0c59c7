import { restName } from "../rest-case.ts";
import type { CrossFieldRule } from "./definition.ts";
import { APP_TYPES, type DeploymentSpec } from "./deployment-spec.ts";

type AppType = (typeof APP_TYPES)[number];
type Member = keyof DeploymentSpec;

/** Which app types can use a member, and what to do with the others. */
type Use = Readonly<{ types: readonly AppType[]; instead: string }>;

const ANY: Use = { types: APP_TYPES, instead: "" };
const PODS: Use = {
  types: ["web_app", "api", "database", "static_site", "container"],
  instead: "leave it out; what a chart runs is said in custom_values_yaml",
};
const PUBLISHED: Use = {
  types: ["web_app", "api", "static_site", "container"],
  instead: "leave it out; only what answers HTTP with pods of ours is published",
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
  adoption: ANY,
  helmRepoUrl: CHART,
  helmChartName: CHART,
  helmChartVersion: CHART,
  customDomain: PUBLISHED,
  failoverHealthRoute: PUBLISHED,
  dockerImage: PODS,
  command: PODS,
  args: PODS,
  environmentVariables: PODS,
  cpuRequest: PODS,
  memoryRequestMb: PODS,
  replicas: PODS,
  containerPort: PODS,
  additionalPorts: PODS,
  healthChecks: PODS,
  storageSizeGb: PODS,
  volumes: PODS,
  backups: PODS,
  imageUpdateStrategy: PODS,
  imageUpdateConstraint: PODS,
  imageAllowTags: PODS,
  imageIgnoreTags: PODS,
  imageHold: PODS,
  stopped: PODS,
  restartedAt: PODS,
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
